import type { SimulationInput } from "@ecotrim/contracts/simulations/input";
import type { ExploredCase } from "@ecotrim/present/studies/explored-case";
import type { VariantFigures } from "@ecotrim/present/studies/explorer";
import { useEffect, useRef, useState } from "react";
import type { CurveNumbers, ExplorerAnswer, ExplorerRequest } from "./explorer-messages.ts";
import { startExplorer } from "./start-explorer.ts";

export interface ExplorerState {
  /** The case itself, as the browser calculates it; null until it has. */
  calculated: VariantFigures | null;
  /** The latest variant; null until there is one. */
  variant: VariantFigures | null;
  failed: ExplorerFailure | null;
}

/** The browser has no threads, the program of the thread did not arrive, or case or variant cannot be calculated. */
export type ExplorerFailure = "threads" | "program" | "case" | "variant";

interface Thread {
  worker: Worker;
  /** The variant under way, and the last of those asked for meanwhile. */
  busy: number | null;
  next: ExplorerQuestion | null;
}

interface ExplorerQuestion {
  id: number;
  inputs: SimulationInput;
}

const NOTHING: ExplorerState = { calculated: null, variant: null, failed: null };

/** The case itself is the first question. */
const CALCULATED = 0;

/**
 * The figures of a variant, calculated in a thread of the browser: one variant at a time, and of those asked for
 * meanwhile only the last.
 * @param numbers undefined until they are there
 * @param inputs of the variant; the same object as long as it is the same
 */
export function useExplorer(
  explored: ExploredCase,
  numbers: CurveNumbers | undefined,
  inputs: SimulationInput,
): ExplorerState & { retry: () => void } {
  const [state, setState] = useState(NOTHING);
  const [attempt, setAttempt] = useState(0);
  const thread = useRef<Thread>(undefined);
  const count = useRef(CALCULATED);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt starts another thread
  useEffect(() => {
    if (!numbers) return;
    const worker = startExplorer();
    if (!worker) return setState({ ...NOTHING, failed: "threads" });
    const own: Thread = { worker, busy: CALCULATED, next: null };
    thread.current = own;
    const stop = () => {
      worker.terminate();
      if (thread.current === own) thread.current = undefined;
    };
    const fail = (failed: ExplorerFailure) => {
      stop();
      setState({ ...NOTHING, failed });
    };
    worker.onmessage = ({ data: { id, figures } }: MessageEvent<ExplorerAnswer>) => {
      if (id === CALCULATED && !figures) return fail("case");
      own.busy = null;
      if (own.next) send(own, own.next);
      setState((before) => {
        if (!figures) return { ...before, failed: "variant" };
        return id === CALCULATED
          ? { calculated: figures, variant: before.variant ?? figures, failed: null }
          : { ...before, variant: figures, failed: null };
      });
    };
    worker.onerror = () => fail("program");
    post(worker, { open: explored, numbers });
    post(worker, { id: CALCULATED, inputs: explored.inputs });
    return stop;
  }, [explored, numbers, attempt]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a thread that was opened anew has not heard of the variant
  useEffect(() => {
    const own = thread.current;
    if (!own) return;
    const question = { id: ++count.current, inputs };
    if (own.busy !== null) own.next = question;
    else send(own, question);
  }, [explored, numbers, inputs, attempt]);

  const retry = () => {
    setState(NOTHING);
    setAttempt((before) => before + 1);
  };
  return { ...state, retry };
}

const post = (worker: Worker, request: ExplorerRequest) => worker.postMessage(request);

function send(thread: Thread, question: ExplorerQuestion): void {
  thread.busy = question.id;
  thread.next = null;
  post(thread.worker, question);
}
