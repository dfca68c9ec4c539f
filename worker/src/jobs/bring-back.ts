import type { JobName } from "@ecotrim/server/queue/jobs";
import { requeue } from "@ecotrim/server/queue/requeue";
import type { JobDeps } from "./job.ts";

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
  const before = await requeue(queue, name, jobId, enqueue);
  if (before !== null) logger.warn({ jobId, job: name, before }, "job brought back to the queue");
}
