import { readdirSync, readFileSync } from "node:fs";
import { readCaseFile } from "@ecotrim/contracts/simulations/case-file";
import type { EngineProgress } from "@ecotrim/contracts/simulations/progress";
import { useSourceData } from "@ecotrim/engine/site/source-data";
import { runSensitivity } from "@ecotrim/engine/studies/sensitivity";
import { sweepSizes } from "@ecotrim/engine/studies/sizing";
import { writtenSensitivity } from "@ecotrim/present/studies/sensitivity";
import { writtenSizing } from "@ecotrim/present/studies/sizing";
import { afterAll, expect, test, vi } from "vitest";
import { FULL } from "../../../tests/support/full.ts";
import { inChunks } from "./chunks.ts";
import { createSimulationPool } from "./pool.ts";
import { createStudyPool, type StudyPool } from "./study-pool.ts";

const pool = createSimulationPool({ threads: 1, timeLimitSeconds: 60 });
afterAll(() => pool.close());

/** One week of January unless `inputParameters` say otherwise. */
function requestOf(inputParameters: Record<string, unknown> = {}) {
  const { input, series } = readCaseFile({
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

test("an error that people may see keeps its class, code and field", async () => {
  await expect(pool.run(requestOf({ limit: 20 }))).rejects.toMatchObject({
    ...{ name: "AppError", code: "INFEASIBLE", field: "limit" },
    message: expect.stringContaining("potencia contratada"),
    cause: { step: expect.any(Number) },
  });
});

test("urgent studies go before the runs that wait for a thread", async () => {
  const ended: string[] = [];
  const note = (name: string) => () => ended.push(name);
  // One run is on the thread and one at hand; the third waits.
  const runs = ["first", "second", "third"].map((name) => pool.run(requestOf()).then(note(name)));
  await Promise.all([
    ...runs,
    pool.urgent
      .studies()
      .scenarioBase(requestOf({ realisable_fct: 0.9 }))
      .then(note("urgent")),
  ]);
  expect(ended).toEqual(["first", "second", "urgent", "third"]);
});

test("of heavy runs one is computed at a time, and light ones beside it", async () => {
  const two = createSimulationPool({ threads: 2, timeLimitSeconds: 60 });
  try {
    // The shortest period of quarter-hours that is heavy.
    const heavy = requestOf({ end_date: "2024-07-02", time_step_duration: 0.25 });
    let firstEnded = false;
    let endedBefore: boolean | undefined;
    const first = two.run(heavy).then(() => {
      firstEnded = true;
    });
    const onProgress = () => {
      endedBefore ??= firstEnded;
    };
    await Promise.all([first, two.run(heavy, { onProgress }), two.run(requestOf())]);
    expect(endedBefore).toBe(true);
  } finally {
    await two.close();
  }
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

test("the time of a run begins on its thread, and its wait for a thread does not count", async () => {
  const starting = createSimulationPool({ threads: 1, timeLimitSeconds: 60, runLimitMs: 1000 });
  const runs = [0, 1].map(() => starting.run(requestOf()));
  for (const run of runs) expect((await run).results.solver.status).toBe("optimal");
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

/** Nice values of the threads of the process that have another than 0; 19 is the most. */
const lowPriorities = () =>
  readdirSync("/proc/self/task")
    .map((thread) => {
      const stat = readFileSync(`/proc/self/task/${thread}/stat`, "utf8");
      return Number(stat.slice(stat.lastIndexOf(")")).split(" ")[17]);
    })
    .filter((priority) => priority !== 0);

test.runIf(process.platform === "linux")("threads of studies alone have a low priority", async () => {
  const studying = createStudyPool({ threads: 2, timeLimitSeconds: 60 });
  await pool.studies().scenarioBase(requestOf());
  // Threads of the pools that were closed before may still be ending.
  await vi.waitFor(() => expect(lowPriorities()).toEqual([10]), 10_000);
  await Promise.all([0, 1].map(() => studying.studies().scenarioBase(requestOf())));
  expect(lowPriorities()).toEqual([10, 10, 10]);
  await studying.close();
});

test("a run begins while studies fill all their threads", async () => {
  const ended: string[] = [];
  const sizing = pool.studies().sizing(requestOf({ end_date: "2024-12-31" }));
  const study = sizing.then(() => ended.push("study"));
  await pool.run(requestOf()).then(() => ended.push("run"));
  await study;
  expect(ended).toEqual(["run", "study"]);
});

test("an abort stops the study under way, and the next is done by a thread that replaces its own", async () => {
  const abort = new AbortController();
  const studies = pool.studies(abort.signal);
  await studies.scenarioBase(requestOf());
  const sizing = studies.sizing(requestOf({ end_date: "2024-12-31" }));
  setTimeout(() => abort.abort(), 20);
  await expect(sizing).rejects.toMatchObject({ code: "CANCELLED" });
  expect((await pool.studies().scenarioBase(requestOf())).hours).toBe(7 * 24);
});

test("the pool tells how many threads are busy, and how many tasks wait for one", async () => {
  const idle = { threads: 1, busy: 0, waiting: 0 };
  await pool.run(requestOf());
  await pool.studies().scenarioBase(requestOf());
  expect(pool.load()).toEqual({ runs: idle, studies: idle });
  const runs = [0, 1, 2, 3].map(() => pool.run(requestOf()));
  const studies = [0, 1].map(() => pool.studies().scenarioBase(requestOf()));
  expect(pool.load()).toEqual({
    runs: { threads: 1, busy: 1, waiting: 3 },
    studies: { threads: 1, busy: 1, waiting: 1 },
  });
  await Promise.all([...runs, ...studies]);
  expect(pool.load()).toEqual({ runs: idle, studies: idle });
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

test("a study's error keeps its class and code", async () => {
  await expect(pool.studies().sizing(requestOf())).rejects.toMatchObject({ code: "INVALID_INPUT", field: "end_date" });
});

test("studies are the same on any number of threads, and as the engine gives them", async () => {
  const two = createStudyPool({ threads: 2, timeLimitSeconds: 60 });
  const band = async ({ threads, studies }: StudyPool) => {
    const { scenarioBase, solveScenarios, summarise } = studies();
    const base = await scenarioBase(requestOf());
    const { all } = inChunks({ total: 100, size: 9, lanes: threads }, (from, to) => solveScenarios(base, from, to));
    return summarise(base, await all);
  };
  expect(await band(two)).toEqual(await band({ ...pool, load: two.load }));
  const year = requestOf({ end_date: "2024-12-31", realisable_fct: 0.9, total_spending: 400_000 });
  const neverNeeded = () => Promise.reject(new Error("the fast solver is exact"));
  expect(await two.studies().sensitivity(year)).toStrictEqual(
    writtenSensitivity(await runSensitivity(year, neverNeeded)),
  );
  // A second study of a year, as one task like the first.
  if (FULL) expect(await two.studies().sizing(year)).toStrictEqual(writtenSizing(sweepSizes(year.input)));
  await two.close();
});
