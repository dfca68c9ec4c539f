import { beforeEach, expect, test, vi } from "vitest";
import { INITIAL_STATE } from "./state.ts";

const KEY = "ecotrim.calculator";

/** The module reads the browser's storage when it is loaded, as after a reload of the page. */
async function load() {
  vi.resetModules();
  return import("./store.ts");
}

beforeEach(() => localStorage.clear());

test("answers survive a reload", async () => {
  const before = await load();
  before.updateCalculator((state) => ({ ...state, generation: 1250.5, step: 3, reached: 3 }));
  const after = await load();
  expect(after.getCalculator()).toEqual(before.getCalculator());
});

test("damaged storage gives a fresh wizard", async () => {
  localStorage.setItem(KEY, "{not json");
  const { getCalculator } = await load();
  expect(getCalculator()).toEqual(INITIAL_STATE);
});

test("a reset forgets every answer and starts at the step asked for", async () => {
  const { updateCalculator, resetCalculator, getCalculator } = await load();
  updateCalculator((state) => ({ ...state, total_spendings: 5 }));
  resetCalculator(2);
  expect(getCalculator()).toEqual({ ...INITIAL_STATE, step: 2, reached: 2 });
});

test("answers of another tab are taken over, its step is not", async () => {
  const { updateCalculator, getCalculator, subscribeCalculator } = await load();
  updateCalculator((state) => ({ ...state, step: 3, reached: 3 }));
  const heard = vi.fn();
  subscribeCalculator(heard);
  localStorage.setItem(KEY, JSON.stringify({ ...getCalculator(), total_spendings: 7, step: 5, reached: 5 }));
  window.dispatchEvent(new StorageEvent("storage", { key: KEY }));
  expect(getCalculator()).toMatchObject({ total_spendings: 7, step: 3, reached: 5 });
  expect(heard).toHaveBeenCalled();
});

test("a browser that stores nothing still has a wizard", async () => {
  const { updateCalculator, getCalculator } = await load();
  const refuse = vi.fn(() => {
    throw new Error("quota");
  });
  vi.stubGlobal("localStorage", { ...localStorage, setItem: refuse });
  updateCalculator((state) => ({ ...state, generation: 1 }));
  expect(getCalculator().generation).toBe(1);
  expect(refuse).toHaveBeenCalled();
  vi.unstubAllGlobals();
});
