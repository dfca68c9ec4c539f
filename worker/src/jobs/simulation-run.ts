import { AppError, type ErrorCode, reasonOf } from "@ecotrim/contracts/errors";
import type { StagePassed } from "@ecotrim/contracts/simulations/progress";
import { runOf } from "@ecotrim/server/db/entities/computation";
import { sendSignal } from "@ecotrim/server/events/signals";
import type { WorkerMetrics } from "@ecotrim/server/observability/metrics";
import { type JobContext, UnrecoverableError } from "@ecotrim/server/queue/queue";
import { enqueueFollowUps, type FollowedRun } from "@ecotrim/server/studies/line";
import {
  type ClaimedComputation,
  cancelUnwanted,
  claimComputation,
  completeComputation,
  failComputation,
  saveProgress,
} from "./computation.ts";
import { startHeartbeat } from "./heartbeat.ts";
import { compressed } from "./hourly.ts";
import { asAppError, isTimeout, type JobDeps, type JobFactory, MAX_TRIES, REPEATABLE } from "./job.ts";
import { createPacer } from "./pacer.ts";
import { createProgressTracker } from "./progress-tracker.ts";
import { seriesOfCase } from "./stored-case.ts";

/** Interval at which progress is stored and sent while no stage begins, and at which a cancelled run stops, ms. */
const BEAT_MS = 250;
/** Stages that follow each other faster than people can see are sent together, ms. */
const PACE_MS = 200;

/**
 * Runs a computation and stores its outcome; its follow-ups are enqueued once no run waits. Idempotent: a later try
 * takes over from the earlier one, which stops, and an ended computation is left alone.
 */
export const simulationRun: JobFactory<"simulation.run"> = (deps) => async (job) => {
  const run = { id: job.data.computationId, run: runOf(job.id) };
  const computation = await claimComputation(deps.dataSource, run);
  if (!computation) return cancelUnwanted(deps.dataSource, run);
  const followed = await compute(computation, job, deps);
  if (!followed) return;
  deps.line.afterRuns(async () => {
    try {
      await enqueueFollowUps(deps.queue, followed);
    } catch (error) {
      deps.logger.warn({ err: error, jobId: job.id }, "what follows is not enqueued, left to the sweep");
    }
  });
};

/** @returns the turn of the studies; null where none follow, or the outcome is not stored. */
async function compute(
  computation: ClaimedComputation,
  job: JobContext<"simulation.run">,
  deps: JobDeps,
): Promise<FollowedRun | null> {
  const { dataSource, pool, metrics } = deps;
  const logger = deps.logger.child({ attempt: computation.attempt });
  const startedAt = performance.now();
  const tracker = createProgressTracker(computation);
  const unwanted = new AbortController();

  let told = false;
  const tell = async () => {
    const progress = tracker.current();
    // A run that waits for a thread has no news. Any other progress is repeated for followers who joined since.
    if (told && progress.stage === "queued") return;
    told = true;
    try {
      await sendSignal(dataSource, { type: "run-progress", computationId: computation.id, progress });
    } catch (error) {
      logger.warn({ err: error }, "progress not sent");
    }
  };
  const news = createPacer(PACE_MS, tell);
  // Followers of the earlier try learn at once why the bar holds its place.
  if (computation.attempt > 1) news.put();
  const beat = async () => {
    try {
      if (!(await saveProgress(dataSource, computation, tracker.current(), tracker.stages()))) return unwanted.abort();
    } catch (error) {
      logger.warn({ err: error }, "progress not stored");
    }
    news.put();
  };
  const heartbeat = startHeartbeat(beat, BEAT_MS);

  try {
    if (computation.attempt > MAX_TRIES)
      throw new AppError("SOLVER_FAILED", {
        message: "El cálculo se ha interrumpido varias veces. Vuelva a intentarlo.",
      });
    const { input } = computation;
    const solving = pool.run(
      { input, series: await seriesOfCase(dataSource, input) },
      {
        onProgress: ({ stage, fraction, detail }) => {
          // The signal is sent at once; the row follows at the next beat.
          if (tracker.note(stage, fraction, detail)) news.put();
        },
        signal: AbortSignal.any([unwanted.signal, job.signal]),
      },
    );
    const { results, hourly } = await counted(solving, metrics, job.signal);
    await heartbeat.stop();
    // The last stage is sent at once: at its pace it would come after the end. It is stored with the results.
    await news.stop();
    tracker.note("saving");
    const [stored] = await Promise.all([compressed(hourly), tell()]);
    const followed = await completeComputation(deps, computation, {
      results,
      hourly: stored,
      executionTimeMs: Math.round(performance.now() - startedAt),
      progress: { ...tracker.current(), percent: 100 },
      stages: tracker.stages(),
    });
    // A later try's stages would include the time in which no worker ran it.
    if (computation.attempt === 1) timeStages(metrics, tracker.stages());
    logger.info({ ms: Math.round(performance.now() - startedAt) }, "run ended");
    return followed;
  } catch (error) {
    await heartbeat.stop();
    await news.stop();
    if (unwanted.signal.aborted) {
      await cancelUnwanted(dataSource, computation);
      return null;
    }
    const timedOut = isTimeout(job.signal);
    // Without its lock the job belongs to another worker, and so does the computation.
    if (job.signal.aborted && !timedOut) throw error;
    const failure = timedOut ? new AppError("SOLVER_TIMEOUT") : asAppError(error);
    if (job.isLastAttempt || computation.attempt > MAX_TRIES || REPEATABLE.includes(failure.code)) {
      await failComputation(deps, computation, failure);
      throw new UnrecoverableError(reasonOf(failure));
    }
    throw failure;
  }
}

/** Metric label of a failed solve. */
const SOLVER_STATUS: Partial<Record<ErrorCode, string>> = {
  INFEASIBLE: "infeasible",
  UNBOUNDED: "unbounded",
  SOLVER_TIMEOUT: "timeout",
  CANCELLED: "cancelled",
};

async function counted<T>(solving: Promise<T>, { solverRuns }: WorkerMetrics, signal: AbortSignal): Promise<T> {
  try {
    const output = await solving;
    solverRuns.inc({ status: "optimal" });
    return output;
  } catch (error) {
    const status = isTimeout(signal) ? "timeout" : SOLVER_STATUS[asAppError(error).code];
    solverRuns.inc({ status: status ?? "failed" });
    throw error;
  }
}

/** Each stage lasts until the next one begins, the last until now. */
function timeStages({ stageSeconds }: WorkerMetrics, stages: StagePassed[]): void {
  for (const [index, { stage, at }] of stages.entries()) {
    const end = stages[index + 1]?.at ?? Date.now();
    stageSeconds.observe({ stage }, Math.max(0, (new Date(end).getTime() - new Date(at).getTime()) / 1000));
  }
}
