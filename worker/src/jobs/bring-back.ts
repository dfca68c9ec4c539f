import type { JobName } from "@ecotrim/server/queue/jobs";
import { ALIVE, type JobDeps } from "./job.ts";

/**
 * Enqueues a job again, under the id it had, where none is left that will be worked on.
 * @param enqueue puts it into the queue under that id
 */
export async function bringBack(
  { queue, logger }: Pick<JobDeps, "queue" | "logger">,
  name: JobName,
  jobId: string,
  enqueue: () => Promise<void>,
): Promise<void> {
  const state = await queue.state(name, jobId);
  if (ALIVE.includes(state)) return;
  // An id the queue still remembers would be dropped.
  if (state !== "unknown") await queue.remove(name, jobId);
  await enqueue();
  logger.warn({ jobId, job: name, before: state }, "job brought back to the queue");
}
