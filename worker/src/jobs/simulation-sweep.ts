import { followUpIdOf, jobIdOf } from "@ecotrim/server/db/entities/computation";
import { onBehalfOf } from "@ecotrim/server/observability/log-context";
import { ALIVE } from "@ecotrim/server/queue/requeue";
import { FOLLOW_UPS } from "@ecotrim/server/studies/catalogue";
import { enqueueFollowUp } from "@ecotrim/server/studies/line";
import { bringBack } from "./bring-back.ts";
import { beginNextRun, noteEnqueued, unfinishedComputations } from "./computation.ts";
import { unfinishedFollowUps } from "./follow-up.ts";
import type { JobDeps, JobFactory } from "./job.ts";

/** A computation younger than this may still be on its way to the queue, ms. */
const GRACE_MS = 5000;
const BATCH = 500;

/**
 * Requeues unfinished computations and follow-ups without a living job. Their enqueueing failed, or their job was lost
 * or ended without ending them.
 */
export const simulationSweep: JobFactory<"simulation.sweep"> = (deps) => async () => {
  await sweepRuns(deps);
  // During a burst of runs their follow-ups are still postponed, so looking for them in the queue would be in vain.
  if (!(await deps.line.runsWait())) await sweepFollowUps(deps);
};

async function sweepRuns({ dataSource, queue, logger }: JobDeps): Promise<void> {
  const unfinished = await unfinishedComputations(dataSource, { olderThanMs: GRACE_MS, limit: BATCH });
  if (unfinished.length === 0) return;
  // One query for the whole queue replaces one for each waiting run.
  const waiting = new Set(await queue.waiting("simulation.run"));
  for (const computation of unfinished) {
    if (waiting.has(jobIdOf(computation))) continue;
    const state = await queue.state("simulation.run", jobIdOf(computation));
    if (ALIVE.includes(state)) continue;
    const neverEnqueued = computation.status === "pending" && state === "unknown";
    const run = neverEnqueued ? computation : await beginNextRun(dataSource, computation);
    if (!run) continue;
    await onBehalfOf(computation.requestId, async () => {
      const jobId = jobIdOf(run);
      await queue.enqueue("simulation.run", { computationId: run.id }, { jobId, priority: run.turn });
      await noteEnqueued(dataSource, run);
      logger.warn({ jobId, before: computation.status, job: state }, "computation brought back to the queue");
    });
  }
}

async function sweepFollowUps(deps: JobDeps): Promise<void> {
  for (const name of FOLLOW_UPS)
    for (const run of await unfinishedFollowUps(deps.dataSource, name, { olderThanMs: GRACE_MS, limit: BATCH }))
      await onBehalfOf(run.requestId, () =>
        bringBack(deps, `simulation.${name}`, followUpIdOf(run, name), () => enqueueFollowUp(deps.queue, name, run)),
      );
}
