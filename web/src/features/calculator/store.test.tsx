import { beforeEach, expect, test, vi } from "vitest";
import { INITIAL_STATE } from "./state.ts";

const KEY = "ecotrim.calculator";
const store = (part: string, value: unknown) => localStorage.setItem(`${KEY}.${part}`, JSON.stringify(value));

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
  localStorage.setItem(`${KEY}.generation`, "{not json");
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
  store("total_spendings", 7);
  store("step", 5);
  store("reached", 5);
  window.dispatchEvent(new StorageEvent("storage", { key: `${KEY}.reached` }));
  expect(getCalculator()).toMatchObject({ total_spendings: 7, step: 3, reached: 5 });
  expect(heard).toHaveBeenCalled();
});

test("two tabs that change different answers before they hear of each other lose none", async () => {
  const one = await load();
  const other = await load();
  one.updateCalculator((state) => ({ ...state, total_spendings: 7 }));
  other.updateCalculator((state) => ({ ...state, demand: { ...state.demand, average: 500 } }));
  one.updateCalculator((state) => ({ ...state, demand: { ...state.demand, weekend: false } }));
  window.dispatchEvent(new StorageEvent("storage", { key: `${KEY}.average` }));
  for (const { getCalculator } of [one, other, await load()])
    expect(getCalculator()).toMatchObject({ total_spendings: 7, demand: { average: 500, weekend: false } });
});

test("answers that an earlier version stored under one key are taken over", async () => {
  const earlier = {
    ...INITIAL_STATE,
    generation: 1250.5,
    demand: { ...INITIAL_STATE.demand, average: 500 },
    reached: 4,
  };
  localStorage.setItem(KEY, JSON.stringify(earlier));
  expect((await load()).getCalculator()).toEqual(earlier);
  expect(localStorage.getItem(KEY)).toBeNull();
  expect((await load()).getCalculator()).toEqual(earlier);
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
