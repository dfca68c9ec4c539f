import type { CalculatorContext } from "@ecotrim/contracts/simulations/context";
import { useCallback, useEffect, useReducer, useRef, useState } from "react";
import { cancelSimulation, retrySimulation } from "../../../lib/api.ts";
import { newRequestId } from "../../../lib/random.ts";
import { currentRun, runBasis } from "../state.ts";
import { getCalculator, updateCalculator, useCalculator } from "../store.ts";
import { conductRun, forgetRun, isGone } from "./conduct.ts";
import { reduceRun, STARTING } from "./machine.ts";

const currentHandle = () => currentRun(getCalculator())?.handle;

/** Runs the simulation of the wizard's answers and says how far it is. Leaving the screen does not stop the run. */
export function useRun(context: CalculatorContext) {
  const [state, dispatch] = useReducer(reduceRun, STARTING);
  const [round, setRound] = useState(0);
  const basis = runBasis(useCalculator(), context);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the basis stands for the context, a new round runs it again
  useEffect(() => {
    const leaving = new AbortController();
    void conductRun(context, dispatch, leaving.signal);
    return () => leaving.abort();
  }, [basis, round]);

  const completed = state.phase === "completed";
  useEffect(() => {
    if (!completed) return;
    updateCalculator((before) => (before.run ? { ...before, run: { ...before.run, seen: true } } : before));
  }, [completed]);

  const phase = useRef(state.phase);
  useEffect(() => {
    phase.current = state.phase;
  }, [state.phase]);
  useEffect(
    () => () => {
      // Who comes back asks for results: a run that was cancelled would never have any.
      if (phase.current === "cancelled") forgetRun();
    },
    [],
  );

  const cancel = useCallback(async () => {
    const handle = currentHandle();
    if (!handle) return;
    dispatch({ type: "cancelling" });
    // The record, which is being followed, tells whether the cancellation succeeded.
    await cancelSimulation(handle).catch(() => dispatch({ type: "cancelFailed" }));
  }, []);

  const retry = useCallback(async () => {
    dispatch({ type: "started" });
    const failed = currentHandle();
    if (failed) {
      const handle = { ...failed, requestId: newRequestId() };
      updateCalculator((before) => (before.run ? { ...before, run: { ...before.run, handle } } : before));
      await retrySimulation(handle).catch((error) => {
        // Any other refusal means that the run is under way or over: following it shows which.
        if (isGone(error)) forgetRun();
      });
    }
    setRound((count) => count + 1);
  }, []);

  return { state, cancel, retry };
}
