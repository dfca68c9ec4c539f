import { resolveInput } from "@ecotrim/contracts/simulations/input";
import { runSensitivity } from "@ecotrim/engine/studies/sensitivity";
import { sweepSizes } from "@ecotrim/engine/studies/sizing";
import { describe, expect, test } from "vitest";
import { sizingInPieces, tornadoInPieces } from "./in-pieces.ts";
import { createTasks } from "./tasks.ts";

const neverNeeded = async () => {
  throw new Error("the fast solver is exact");
};

/** The tasks of a pool of two threads, and the names of those it was given. */
function countedPool() {
  const given: string[] = [];
  const tasks = createTasks(neverNeeded);
  const counted =
    <A extends unknown[], T>(task: (...args: A) => Promise<T>) =>
    (...args: A): Promise<T> => {
      given.push(task.name);
      return task(...args);
    };
  const pool = {
    threads: 2,
    sensitivityBase: counted(tasks.sensitivityBase),
    sensitivityEnds: counted(tasks.sensitivityEnds),
    sizingSite: counted(tasks.sizingSite),
    sizingShareStep: counted(tasks.sizingShareStep),
    sizePoints: counted(tasks.sizePoints),
    sizingStep: counted(tasks.sizingStep),
  };
  return { pool, count: (name: keyof typeof pool) => given.filter((other) => other === name).length };
}

describe.each([
  ["hours", 1, { ends: 7, shares: 1, points: 12 }],
  ["quarter hours", 0.25, { ends: 26, shares: 4, points: 45 }],
] as const)("a year of %s", (_, time_step_duration, pieces) => {
  const input = resolveInput({ demand_value: 500, total_spending: 400_000, time_step_duration });
  const steps = 8784 / time_step_duration;

  test("has the tornado of one piece in many", async () => {
    const { pool, count } = countedPool();
    const request = { input: { ...input, realisable_fct: 0.9 } };
    expect(await tornadoInPieces(pool, request, { steps })).toStrictEqual(await runSensitivity(request, neverNeeded));
    expect([count("sensitivityBase"), count("sensitivityEnds")]).toEqual([1, pieces.ends]);
  });

  test("has the sizes of one piece in many", async () => {
    const { pool, count } = countedPool();
    expect(await sizingInPieces(pool, { input }, { steps })).toStrictEqual(sweepSizes(input));
    expect([count("sizingSite"), count("sizingShareStep")]).toEqual([1, pieces.shares]);
    expect(count("sizePoints")).toBe(pieces.points);
    expect(count("sizingStep")).toBeGreaterThan(2);
  });
});

test("a battery of no capacity has no tornado, and takes one piece to say so", async () => {
  const { pool, count } = countedPool();
  const input = resolveInput({ demand_value: 500, battery_capacity: 0 });
  const tornado = await tornadoInPieces(pool, { input }, { steps: 8784 });
  expect(tornado).toMatchObject({ npv_eur: null, drivers: [] });
  expect(count("sensitivityEnds")).toBe(0);
});

test("once the signal has aborted no other piece begins", async () => {
  const { pool, count } = countedPool();
  const abort = new AbortController();
  const sizingStep: typeof pool.sizingStep = async (...args) => {
    abort.abort();
    return pool.sizingStep(...args);
  };
  const input = resolveInput({ demand_value: 500, total_spending: 400_000 });
  const sizing = sizingInPieces({ ...pool, sizingStep }, { input }, { steps: 8784, signal: abort.signal });
  await expect(sizing).rejects.toMatchObject({ name: "AbortError" });
  expect(count("sizingStep")).toBe(1);
});
