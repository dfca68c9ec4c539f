import type { JobName } from "@ecotrim/server/queue/jobs";
import { ALIVE, type JobDeps } from "./job.ts";

/**
 * Requeues a job under its id where no living job is left.
 * @param enqueue enqueues the job under that id
 */
export async function bringBack(
  { queue, logger }: Pick<JobDeps, "queue" | "logger">,
  name: JobName,
  jobId: string,
  enqueue: () => Promise<void>,
): Promise<void> {
  const state = await queue.state(name, jobId);
  if (ALIVE.includes(state)) return;
  // The queue would drop an id that it still remembers.
  if (state !== "unknown") await queue.remove(name, jobId);
  await enqueue();
  logger.warn({ jobId, job: name, before: state }, "job brought back to the queue");
}
