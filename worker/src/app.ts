import { JOB_NAMES, JOBS, type JobDefinition, type JobName, QUEUES, queueOf } from "@ecotrim/server/queue/jobs";
import {
  type Closable,
  createJobWorker,
  type JobHandler,
  type JobWorkerOptions,
  openConsumer,
  type QueueSettings,
} from "@ecotrim/server/queue/queue";
import type { JobDeps } from "./jobs/job.ts";
import { createRunsFirst } from "./jobs/runs-first.ts";
import { registry } from "./registry.ts";

export interface WorkerDeps extends Omit<JobDeps, "line"> {
  settings: QueueSettings;
  /** Concurrency of the queue of runs; every other queue runs as many jobs at a time as it has kinds of them. */
  concurrency: number;
  timing?: Pick<JobWorkerOptions, "lockMs" | "stalledCheckMs" | "timeoutMs"> & { rescheduleMs?: number };
}

/** Interval at which repeating jobs are scheduled again, for a queue that lost its data, and clocks are mended, ms. */
const RESCHEDULE_MS = 30_000;

/**
 * Works off every job of the catalogue. `close` stops taking jobs and waits for those under way; database, queue and
 * pool stay open.
 * @throws AppError QUEUE_UNAVAILABLE, or the driver's Error, when the queue does not answer.
 */
export async function startWorker(deps: WorkerDeps): Promise<Closable> {
  const { rescheduleMs = RESCHEDULE_MS, ...timing } = deps.timing ?? {};
  const schedule = async () => {
    for (const name of JOB_NAMES)
      if ((JOBS[name] as JobDefinition).everyMs !== undefined) await deps.queue.schedule(name);
    await deps.queue.mendClocks();
  };
  await schedule();
  const consumer = await openConsumer(deps.settings, deps.logger);
  const rescheduling = setInterval(
    () => schedule().catch((error) => deps.logger.warn({ err: error }, "repeating jobs not scheduled")),
    rescheduleMs,
  );

  const runsFirst = createRunsFirst(deps);
  const handlerOf = <N extends JobName>(name: N): JobHandler<N> => registry[name]({ ...deps, line: runsFirst.line });
  /** Timeout of a run taken in advance: it waits for the runs on the threads, and may then take as long as they. */
  const runsMs = Math.ceil(deps.concurrency / deps.pool.threads) * deps.pool.runLimitMs;
  const start = (queueName: string) => {
    const names = JOB_NAMES.filter((name) => queueOf(name) === queueName);
    return createJobWorker(Object.fromEntries(names.map((name) => [name, handlerOf(name)])), consumer, {
      ...(queueName === queueOf("simulation.run")
        ? { concurrency: deps.concurrency, timeoutMs: JOBS["simulation.run"].timeoutMs + runsMs }
        : { concurrency: names.length }),
      logger: deps.logger,
      metrics: deps.metrics,
      ...timing,
    });
  };
  const workers = QUEUES.map(start);
  return {
    async close() {
      clearInterval(rescheduling);
      await Promise.all(workers.map((worker) => worker.close()));
      await Promise.all([consumer.close(), runsFirst.close()]);
    },
  };
}
