import { jobIdOf } from "@ecotrim/shared/server/db/entities/computation";
import { beginNextRun, noteEnqueued, unfinishedComputations } from "./computation.ts";
import type { JobFactory } from "./job.ts";

/** A computation younger than this may still be on its way to the queue, ms. */
const GRACE_MS = 5000;
const BATCH = 500;
/** States of a job that will still be worked on. */
const ALIVE = ["waiting", "prioritized", "delayed", "active"];

/**
 * Brings unfinished computations without a living job back to the queue: those whose enqueueing failed, and those
 * whose job vanished or ended without ending them.
 */
export const simulationSweep: JobFactory<"simulation.sweep"> =
  ({ dataSource, queue, logger }) =>
  async () => {
    for (const computation of await unfinishedComputations(dataSource, { olderThanMs: GRACE_MS, limit: BATCH })) {
      const state = await queue.state("simulation.run", jobIdOf(computation));
      if (ALIVE.includes(state)) continue;
      const neverEnqueued = computation.status === "pending" && state === "unknown";
      const run = neverEnqueued ? computation : await beginNextRun(dataSource, computation);
      if (!run) continue;
      await queue.enqueue("simulation.run", { computationId: run.id }, { jobId: jobIdOf(run) });
      await noteEnqueued(dataSource, run);
      logger.warn(
        { jobId: jobIdOf(run), before: computation.status, job: state },
        "computation brought back to the queue",
      );
    }
  };
