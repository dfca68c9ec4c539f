import { useSyncExternalStore } from "react";
import { forgetDrafts } from "../../lib/curve-drafts.ts";
import { getSessionEnd, subscribeSession } from "../../lib/session.ts";
import { CALCULATOR_KEY, readStored, removeStored, writeStored } from "../../lib/storage.ts";
import { type CalculatorState, INITIAL_STATE, readState } from "./state.ts";

/**
 * The one store of the wizard, saved in this browser at every change and shared by its tabs. Each answer has a storage
 * key of its own: tabs that change different answers at the same time lose none.
 */

type Parts = Record<string, unknown>;

const partsOf = ({ demand, ...others }: CalculatorState): Parts => ({ ...others, ...demand });
const keyOf = (part: string): string => `${CALCULATOR_KEY}.${part}`;
const PARTS = Object.keys(partsOf(INITIAL_STATE));

function readParts(): CalculatorState {
  const parts = Object.fromEntries(PARTS.map((part) => [part, readStored(keyOf(part))]));
  return readState({ ...parts, demand: parts });
}

const writeParts = (parts: Parts): boolean =>
  Object.entries(parts).every(([part, value]) => writeStored(keyOf(part), value));

/** Earlier versions kept all answers under one key. A tab of such a version may still write it, so the latest counts. */
function takeOverOldRecord(): void {
  const record = readStored(CALCULATOR_KEY);
  if (record !== undefined && writeParts(partsOf(readState(record)))) removeStored(CALCULATOR_KEY);
}

takeOverOldRecord();
let state = readParts();
const listeners = new Set<() => void>();

const notify = () => {
  for (const listener of listeners) listener();
};

export const getCalculator = (): CalculatorState => state;

export function updateCalculator(change: (state: CalculatorState) => CalculatorState): void {
  const next = change(state);
  if (next === state) return;
  const before = partsOf(state);
  state = next;
  writeParts(Object.fromEntries(Object.entries(partsOf(next)).filter(([part, value]) => value !== before[part])));
  notify();
}

/** Forgets every answer; the wizard starts at the given step. */
export function resetCalculator(step: number): void {
  updateCalculator(() => ({ ...INITIAL_STATE, step, reached: step }));
  forgetDrafts();
}

export function subscribeCalculator(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useCalculator = (): CalculatorState => useSyncExternalStore(subscribeCalculator, getCalculator);

// Another tab wrote: its answers are taken over, but this tab keeps its own step.
window.addEventListener("storage", ({ key }) => {
  if (key !== null && !key.startsWith(keyOf(""))) return;
  state = { ...readParts(), step: state.step };
  notify();
});

// A logout resets the state in memory too, not only in the storage.
subscribeSession(() => {
  if (getSessionEnd() !== "logout") return;
  state = INITIAL_STATE;
  forgetDrafts();
  notify();
});
