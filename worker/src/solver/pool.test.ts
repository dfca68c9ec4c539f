import { readCase } from "@ecotrim/shared/simulations/case";
import type { EngineProgress } from "@ecotrim/shared/simulations/progress";
import { afterAll, expect, test } from "vitest";
import { createSimulationPool } from "./pool.ts";

const pool = createSimulationPool({ threads: 1, timeLimitSeconds: 60 });
afterAll(() => pool.close());

/** One week of January unless `inputParameters` say otherwise. */
function requestOf(inputParameters: Record<string, unknown> = {}) {
  const { input, series } = readCase({
    inputParameters: { demand_value: 500, start_date: "2024-01-01", end_date: "2024-01-07", ...inputParameters },
  });
  return { input, series };
}

test("a simulation runs off the main thread with its progress in order", async () => {
  const progress: EngineProgress[] = [];
  const { results, hourly } = await pool.run(requestOf(), { onProgress: (step) => progress.push(step) });
  expect(results.solver).toMatchObject({ name: "highs", status: "optimal" });
  expect(hourly.import_kwh).toHaveLength(7 * 24);
  expect([...new Set(progress.map(({ stage }) => stage))]).toEqual([
    "series",
    "model",
    "solving",
    "economics",
    "charts",
  ]);
});

test("an error people may see keeps its class, code and field", async () => {
  await expect(pool.run(requestOf({ limit: 20 }))).rejects.toMatchObject({
    ...{ name: "AppError", code: "INFEASIBLE", field: "limit" },
    message: expect.stringContaining("potencia contratada"),
    cause: { step: expect.any(Number) },
  });
});

test("an abort stops the run under way and the pool goes on", async () => {
  const abort = new AbortController();
  const run = pool.run(requestOf({ end_date: "2024-12-31" }), {
    onProgress: ({ stage }) => stage === "solving" && abort.abort(),
    signal: abort.signal,
  });
  await expect(run).rejects.toMatchObject({ code: "CANCELLED" });
  expect((await pool.run(requestOf())).results.solver.status).toBe("optimal");
});

test("an aborted signal keeps a run from starting", async () => {
  await expect(pool.run(requestOf(), { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: "CANCELLED" });
});

test("closing the pool cancels what is under way", async () => {
  const closing = createSimulationPool({ threads: 1, timeLimitSeconds: 60 });
  const run = closing.run(requestOf({ end_date: "2024-12-31" }));
  const outcome = expect(run).rejects.toMatchObject({ code: "CANCELLED" });
  await closing.close();
  await outcome;
});
