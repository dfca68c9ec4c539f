import { availableParallelism } from "node:os";
import { readCaseFile } from "@ecotrim/contracts/simulations/case-file";
import type { SimulationInput } from "@ecotrim/contracts/simulations/input";
import { createSimulationPool, type SimulationPool } from "../solver/pool.ts";

const WARM_UPS = 5;
const RUNS = 15;

/** Waiting time for a thread and total time of a run, alone and while studies fill all their threads. */
export async function benchBesideStudies(parameters: SimulationInput): Promise<Record<string, number>> {
  const pool = createSimulationPool({ threads: availableParallelism(), timeLimitSeconds: 60 });
  const hours = readCaseFile({ inputParameters: parameters });
  const quarterHours = readCaseFile({ inputParameters: { ...parameters, time_step_duration: 0.25 } });
  const cases = { hours, quarter_hours: quarterHours };
  const figures: Record<string, number> = {};
  for (const request of [hours, quarterHours]) for (let run = 0; run < WARM_UPS; run++) await timed(pool, request);
  for (const place of ["alone", "beside_studies"]) {
    const stop = new AbortController();
    const studying =
      place === "alone" ? [] : Array.from({ length: pool.threads }, () => studyOn(pool, hours, stop.signal));
    for (const [unit, request] of Object.entries(cases)) {
      const waits: number[] = [];
      const times: number[] = [];
      for (let run = 0; run < RUNS; run++) {
        const { waitMs, totalMs } = await timed(pool, request);
        waits.push(waitMs);
        times.push(totalMs);
      }
      figures[`wait_${place}_${unit}_max_ms`] = Math.max(...waits);
      figures[`run_${place}_${unit}_ms`] = times.sort((a, b) => a - b)[RUNS >> 1]!;
      figures[`run_${place}_${unit}_max_ms`] = times.at(-1)!;
    }
    stop.abort();
    await Promise.allSettled(studying);
  }
  await pool.close();
  return figures;
}

/** Does one study after another until the signal aborts, which rejects. */
async function studyOn(
  pool: SimulationPool,
  request: ReturnType<typeof readCaseFile>,
  signal: AbortSignal,
): Promise<never> {
  const studies = pool.studies(signal);
  for (;;) {
    await studies.sensitivity(request);
    await studies.sizing(request);
  }
}

async function timed(pool: SimulationPool, request: ReturnType<typeof readCaseFile>) {
  const asked = performance.now();
  let begun = 0;
  const onProgress = () => {
    begun ||= performance.now();
  };
  await pool.run(request, { onProgress });
  return { waitMs: begun - asked, totalMs: performance.now() - asked };
}
