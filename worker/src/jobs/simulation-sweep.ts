import { followUpIdOf, jobIdOf } from "@ecotrim/server/db/entities/computation";
import { onBehalfOf } from "@ecotrim/server/observability/log-context";
import { ALIVE } from "@ecotrim/server/queue/requeue";
import { FOLLOW_UPS, type FollowUp } from "@ecotrim/server/studies/catalogue";
import { enqueueFollowUp, mendStudyLine } from "@ecotrim/server/studies/line";
import { bringBack } from "./bring-back.ts";
import { beginNextRun, noteEnqueued, unfinishedComputations } from "./computation.ts";
import { endOfAll, forEachOf } from "./each.ts";
import { unfinishedFollowUps } from "./follow-up.ts";
import type { JobDeps, JobFactory } from "./job.ts";
import { POSTPONED_MS } from "./runs-first.ts";

/** A computation younger than this may still be on its way to the queue, ms. */
const GRACE_MS = 5000;
const BATCH = 500;

/**
 * Requeues unfinished computations and follow-ups without a living job. Their enqueueing failed, or their job was lost
 * or ended without ending them.
 */
export const simulationSweep: JobFactory<"simulation.sweep"> = (deps) => (job) =>
  endOfAll([sweepRuns(deps, job.signal), sweepFollowUps(deps, job.signal)]);

async function sweepRuns(deps: JobDeps, signal: AbortSignal): Promise<void> {
  const { dataSource, queue, logger } = deps;
  const unfinished = await unfinishedComputations(dataSource, { olderThanMs: GRACE_MS, limit: BATCH });
  if (unfinished.length === 0) return;
  // One query for the whole queue replaces one for each waiting run.
  const waiting = new Set(await queue.waiting("simulation.run"));
  await forEachOf(deps, "simulation.sweep", unfinished, signal, async (computation) => {
    if (waiting.has(jobIdOf(computation))) return;
    const state = await queue.state("simulation.run", jobIdOf(computation));
    if (ALIVE.includes(state)) return;
    const neverEnqueued = computation.status === "pending" && state === "unknown";
    const run = neverEnqueued ? computation : await beginNextRun(dataSource, computation);
    if (!run) return;
    await onBehalfOf(computation.requestId, async () => {
      const jobId = jobIdOf(run);
      await queue.enqueue("simulation.run", { computationId: run.id }, { jobId, priority: run.turn });
      await noteEnqueued(dataSource, run);
      logger.warn({ jobId, before: computation.status, job: state }, "computation brought back to the queue");
    });
  });
}

async function sweepFollowUps(deps: JobDeps, signal: AbortSignal): Promise<void> {
  await mendStudyLine(deps.dataSource);
  // During a burst of runs young follow-ups are still postponed, so looking for them in the queue would be in vain.
  const olderThanMs = GRACE_MS + ((await deps.line.runsWait()) ? POSTPONED_MS : 0);
  const sweep = async (name: FollowUp) => {
    const unfinished = await unfinishedFollowUps(deps.dataSource, name, { olderThanMs, limit: BATCH });
    await forEachOf(deps, "simulation.sweep", unfinished, signal, (run) =>
      onBehalfOf(run.requestId, () =>
        bringBack(deps, `simulation.${name}`, followUpIdOf(run, name), () => enqueueFollowUp(deps.queue, name, run)),
      ),
    );
  };
  await endOfAll(FOLLOW_UPS.map(sweep));
}
