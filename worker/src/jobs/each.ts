import type { JobName } from "@ecotrim/server/queue/jobs";
import type { JobDeps } from "./job.ts";

/** Most rows that one line of the log names. */
const NAMED = 20;

/**
 * Does a sweep's work for each of its rows or parts: one that fails stops no other. Failures are counted, and logged
 * in one line.
 * @throws the first failure, after all of them, so that the sweep counts as failed.
 */
export async function forEachOf<T extends { id: string }>(
  { logger, metrics }: Pick<JobDeps, "logger" | "metrics">,
  job: JobName,
  items: T[],
  signal: AbortSignal,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const failures: { id: string; error: unknown }[] = [];
  for (const item of items) {
    if (signal.aborted) break;
    try {
      await work(item);
    } catch (error) {
      failures.push({ id: item.id, error });
    }
  }
  const [first] = failures;
  if (first) {
    metrics.sweepFailures.inc({ job_name: job }, failures.length);
    const ids = failures.slice(0, NAMED).map(({ id }) => id);
    logger.error({ err: first.error, job, failed: failures.length, of: items.length, ids }, "part of a sweep failed");
    throw first.error;
  }
  signal.throwIfAborted();
}

/** Waits for all parts of a sweep that run beside one another. @throws the first failure, after the last has ended. */
export async function endOfAll(parts: Promise<unknown>[]): Promise<void> {
  for (const part of await Promise.allSettled(parts)) if (part.status === "rejected") throw part.reason;
}
