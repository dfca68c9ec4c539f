import { useSyncExternalStore } from "react";
import { getSessionEnd, subscribeSession } from "../../lib/session.ts";
import { CALCULATOR_KEY, readStored, writeStored } from "../../lib/storage.ts";
import { type CalculatorState, INITIAL_STATE, readState } from "./state.ts";

/** The one store of the wizard, saved in this browser at every change and shared by its tabs. */

let state = readState(readStored(CALCULATOR_KEY));
const listeners = new Set<() => void>();

const notify = () => {
  for (const listener of listeners) listener();
};

export const getCalculator = (): CalculatorState => state;

export function updateCalculator(change: (state: CalculatorState) => CalculatorState): void {
  const next = change(state);
  if (next === state) return;
  state = next;
  writeStored(CALCULATOR_KEY, state);
  notify();
}

/** Forgets every answer; the wizard starts at the given step. */
export function resetCalculator(step: number): void {
  updateCalculator(() => ({ ...INITIAL_STATE, step, reached: step }));
}

export function subscribeCalculator(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useCalculator = (): CalculatorState => useSyncExternalStore(subscribeCalculator, getCalculator);

// Another tab wrote: its answers are taken over, but this tab keeps its own step.
window.addEventListener("storage", ({ key }) => {
  if (key !== CALCULATOR_KEY && key !== null) return;
  state = { ...readState(readStored(CALCULATOR_KEY)), step: state.step };
  notify();
});

// A logout resets the state in memory too, not only in the storage.
subscribeSession(() => {
  if (getSessionEnd() !== "logout") return;
  state = INITIAL_STATE;
  notify();
});
