/**
 * Forked by the bench: sends the process's resident memory, MB, after half of the runs and after all of them. It has a
 * worker's threads for every core and as many runs under way, each with its follow-ups.
 */
import { availableParallelism } from "node:os";
import { readCaseFile } from "@ecotrim/contracts/simulations/case-file";
import { LEAST_SCENARIOS } from "@ecotrim/engine/studies/uncertainty/summary";
import { inChunks, SCENARIO_CHUNK } from "../solver/chunks.ts";
import { createSimulationPool } from "../solver/pool.ts";

const RUNS = 50;
/** Chunks of scenarios for each run; all chunks are alike, so more of them would only take longer. */
const CHUNKS = 4;

const pool = createSimulationPool({ threads: availableParallelism(), timeLimitSeconds: 60 });

async function runAndFollow(number: number): Promise<void> {
  const request = readCaseFile({ inputParameters: { demand_value: 300 + 7 * number } });
  await pool.run(request, { onProgress: () => {} });

  const studies = pool.studies();
  const base = await studies.scenarioBase(request);
  const total = Math.max(LEAST_SCENARIOS, CHUNKS * SCENARIO_CHUNK);
  const rows = await inChunks({ total, size: SCENARIO_CHUNK, lanes: pool.threads }, (from, to) =>
    studies.solveScenarios(base, from, to),
  ).all;
  await studies.summarise(base, rows);

  await studies.sensitivity(request);
  await studies.sizing(request);
}

async function runAll(from: number, to: number): Promise<void> {
  await inChunks({ total: to - from, size: 1, lanes: pool.threads }, async (number) => [
    await runAndFollow(from + number),
  ]).all;
}

const rssMb = () => process.memoryUsage().rss / 1e6;

await runAll(0, RUNS / 2);
const halfwayMb = rssMb();
await runAll(RUNS / 2, RUNS);
process.send?.({
  [`rss_after_${RUNS / 2}_runs_mb`]: halfwayMb,
  [`rss_after_${RUNS}_runs_mb`]: rssMb(),
});
await pool.close();
