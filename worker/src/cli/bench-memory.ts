/**
 * Forked by the bench: sends the process's resident memory, MB, after half of different runs and after all of them. It
 * has what a worker has, one pool on every core and as many runs under way, each with all that follows it.
 */
import { availableParallelism } from "node:os";
import { readCase } from "@ecotrim/contracts/simulations/case";
import { LEAST_SCENARIOS } from "@ecotrim/engine/studies/uncertainty/summary";
import { chunkSize, inChunks } from "../solver/chunks.ts";
import { sizingInPieces, tornadoInPieces } from "../solver/in-pieces.ts";
import { createSimulationPool } from "../solver/pool.ts";

const RUNS = 50;
/** Pieces of scenarios a run: every piece is like the first, and solving all of them would only take longer. */
const PIECES = 4;

const pool = createSimulationPool({ threads: availableParallelism(), timeLimitSeconds: 60 });

async function runAndFollow(number: number): Promise<void> {
  const request = readCase({ inputParameters: { demand_value: 300 + 7 * number } });
  const { results } = await pool.run(request, { onProgress: () => {} });
  const { steps } = results.period;
  const lanes = pool.threads;

  const size = chunkSize(steps);
  const base = await pool.scenarioBase(await pool.baseRun(request));
  const rows = await inChunks({ total: Math.max(LEAST_SCENARIOS, PIECES * size), size, lanes }, (from, to) =>
    pool.solveScenarios(base, from, to),
  ).all;
  await pool.summarise(base, rows);

  await tornadoInPieces(pool, request, { steps });
  await sizingInPieces(pool, request, { steps });
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
