import { readCase } from "@ecotrim/contracts/simulations/case";
import type { EngineProgress } from "@ecotrim/contracts/simulations/progress";
import { useSourceData } from "@ecotrim/engine/site/source-data";
import { afterAll, expect, test } from "vitest";
import { inChunks } from "./chunks.ts";
import { sizingInPieces, tornadoInPieces } from "./in-pieces.ts";
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

test("threads compute with the data their process was given", async () => {
  const market = Array.from({ length: 8784 }, () => 50);
  useSourceData({ version: "flat", market: { 2024: market }, pv: null });
  const measured = createSimulationPool({ threads: 1, timeLimitSeconds: 60 });
  try {
    const { results, hourly } = await measured.run(requestOf());
    expect(results.engine_version).toMatch(/\+flat$/);
    expect(new Set(hourly.sell_eur_mwh)).toEqual(new Set([46.5]));
  } finally {
    useSourceData(null);
    await measured.close();
  }
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

test("a run that takes too long on its thread is stopped as timed out and the pool goes on", async () => {
  const impatient = createSimulationPool({ threads: 1, timeLimitSeconds: 60, runLimitMs: 1 });
  const slow = requestOf({ end_date: "2024-12-31" });
  for (let runs = 0; runs < 2; runs++)
    await expect(impatient.run(slow)).rejects.toMatchObject({ code: "SOLVER_TIMEOUT" });
  await impatient.close();
});

test("the time of a run begins on its thread: it may wait longer for one", async () => {
  const starting = createSimulationPool({ threads: 1, timeLimitSeconds: 60, runLimitMs: 1000 });
  const hold = starting.baseRun(requestOf({ end_date: "2024-12-31" }));
  expect((await starting.run(requestOf())).results.solver.status).toBe("optimal");
  await hold;
  await starting.close();
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

test("a run overtakes the background tasks that wait", async () => {
  const ended: string[] = [];
  const noting = (name: string) => () => void ended.push(name);
  const base = await pool.scenarioBase(await pool.baseRun(requestOf()));
  const background = [0, 1, 2, 3].map((k) => pool.solveScenarios(base, 25 * k, 25 * k + 25).then(noting(`piece ${k}`)));
  const run = pool.run(requestOf()).then(noting("run"));
  await Promise.all([...background, run]);
  expect(ended).toEqual(["piece 0", "run", "piece 1", "piece 2", "piece 3"]);
});

test("a run gets the thread between two pieces of the tornado, of the map of sizes and of what is made of it", async () => {
  const ended: string[] = [];
  const runs: Promise<unknown>[] = [];
  const noting = (name: string) => () => void ended.push(name);
  const noted =
    <A extends unknown[], T>(task: (...args: A) => Promise<T>, name: string) =>
    (...args: A): Promise<T> =>
      task(...args).finally(noting(name));
  /** Behind the first such piece a run is asked for. */
  const overtaken = <A extends unknown[], T>(task: (...args: A) => Promise<T>, name: string) => {
    let isFirst = true;
    return (...args: A): Promise<T> => {
      const piece = noted(task, name)(...args);
      if (isFirst) runs.push(pool.run(requestOf()).then(noting("run")));
      isFirst = false;
      return piece;
    };
  };
  const pieces = {
    threads: 1,
    sensitivityBase: noted(pool.sensitivityBase, "base"),
    sensitivityEnds: overtaken(pool.sensitivityEnds, "ends"),
    sizingSite: noted(pool.sizingSite, "site"),
    sizingShareStep: noted(pool.sizingShareStep, "share"),
    sizePoints: overtaken(pool.sizePoints, "points"),
    sizingStep: overtaken(pool.sizingStep, "step"),
  };
  const request = requestOf({ end_date: "2024-12-31", total_spending: 400_000 });
  await tornadoInPieces(pieces, request, { steps: 8784 });
  await sizingInPieces(pieces, request, { steps: 8784 });
  await Promise.all(runs);
  expect(ended.join(" ")).toMatch(/^base ends run( ends){6} site share points run( points){11} step run( step)+$/);
});

test("the pool tells how many threads are busy, and how many tasks wait for one", async () => {
  await pool.run(requestOf());
  expect(pool.load()).toEqual({ threads: 1, busy: 0, waiting: 0 });
  const runs = [0, 1, 2, 3].map(() => pool.run(requestOf()));
  expect(pool.load()).toEqual({ threads: 1, busy: 1, waiting: 3 });
  await Promise.all(runs);
  expect(pool.load()).toEqual({ threads: 1, busy: 0, waiting: 0 });
});

test("runs that may be aborted begin in the order in which they came", async () => {
  const ended: number[] = [];
  const runs = [0, 1, 2, 3, 4].map((k) =>
    pool.run(requestOf(), { signal: new AbortController().signal }).then(() => void ended.push(k)),
  );
  await Promise.all(runs);
  expect(ended).toEqual([0, 1, 2, 3, 4]);
});

test("a run aborted while it waits lets the next have its turn", async () => {
  const abort = new AbortController();
  const before = [0, 1].map(() => pool.run(requestOf()));
  const aborted = pool.run(requestOf(), { signal: abort.signal });
  const after = pool.run(requestOf());
  abort.abort();
  await expect(aborted).rejects.toMatchObject({ code: "CANCELLED" });
  for (const run of [...before, after]) expect((await run).results.solver.status).toBe("optimal");
});

test("a background task's error keeps its class and code", async () => {
  await expect(pool.sizingSite(requestOf())).rejects.toMatchObject({ code: "INVALID_INPUT", field: "end_date" });
});

test("scenarios and their band are the same on any number of threads", async () => {
  const three = createSimulationPool({ threads: 3, timeLimitSeconds: 60 });
  const study = async ({ threads, baseRun, scenarioBase, solveScenarios, summarise }: typeof pool) => {
    const base = await scenarioBase(await baseRun(requestOf()));
    const { all } = inChunks({ total: 100, size: 9, lanes: threads }, (from, to) => solveScenarios(base, from, to));
    return summarise(base, await all);
  };
  expect(await study(three)).toEqual(await study(pool));
  await three.close();
});
