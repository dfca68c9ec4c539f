import type { UncertaintyProgress } from "@ecotrim/contracts/realtime/events";
import type { ScenarioRow } from "@ecotrim/engine/studies/uncertainty/scenarios";
import { LEAST_SCENARIOS } from "@ecotrim/engine/studies/uncertainty/summary";
import { sendSignal } from "@ecotrim/server/events/signals";
import { inChunks, SCENARIO_CHUNK } from "../solver/chunks.ts";
import { type Findings, runStudy } from "./follow-up.ts";
import { startHeartbeat } from "./heartbeat.ts";
import type { JobFactory } from "./job.ts";

/** Interval at which the band so far is stored and sent, ms. */
const BEAT_MS = 500;

/**
 * Solves the scenarios of a completed run; the band so far is stored and sent while it narrows. The scenarios are
 * reproducible, so a later try shows no band until it has passed the earlier one.
 */
export const simulationUncertainty: JobFactory<"simulation.uncertainty"> = (deps) => async (job) => {
  const { pool, logger, dataSource } = deps;
  const { computationId } = job.data;
  const tell = (progress: UncertaintyProgress) =>
    sendSignal(dataSource, { type: "uncertainty", computationId, progress });

  const stored = await runStudy("uncertainty", job, deps, async (study) => {
    const { request, done, total, signal, saveSoFar } = study;
    const studies = pool.studies(signal);
    const base = await studies.scenarioBase(request);
    const chunks = inChunks({ total, size: SCENARIO_CHUNK, lanes: pool.threads, signal }, (from, to) =>
      studies.solveScenarios(base, from, to),
    );
    const findingsOf = async (rows: ScenarioRow[]): Promise<Findings<"uncertainty">> => ({
      done: rows.length,
      content: await studies.summarise(base, rows),
    });

    let shown = done;
    const beat = async () => {
      const rows = chunks.prefix();
      if (rows.length < LEAST_SCENARIOS || rows.length <= shown || rows.length === total) return;
      try {
        const soFar = await findingsOf(rows);
        if (!(await saveSoFar(soFar))) return;
        shown = rows.length;
        await tell(progressOf(soFar, total));
      } catch (error) {
        if (!signal.aborted) logger.warn({ err: error, jobId: job.id }, "scenarios so far not shown");
      }
    };
    const heartbeat = startHeartbeat(beat, BEAT_MS);
    try {
      return await findingsOf(await chunks.all);
    } finally {
      await heartbeat.stop();
    }
  });
  if (stored) await tell(progressOf(stored));
};

/** @param total by default `done`, for a completed study */
const progressOf = ({ done = 0, content }: Findings<"uncertainty">, total = done): UncertaintyProgress => ({
  scenarios: done,
  total,
  p10: content?.saving_eur.p10.value ?? null,
  p50: content?.saving_eur.p50.value ?? null,
  p90: content?.saving_eur.p90.value ?? null,
});
