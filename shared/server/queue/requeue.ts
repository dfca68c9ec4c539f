import type { JobName } from "./jobs.ts";
import type { JobQueue } from "./queue.ts";

/** States of a job that will still be worked on. */
export const ALIVE = ["waiting", "prioritized", "delayed", "active"];

/**
 * Enqueues a job under its id where no living job has it.
 * @param enqueue enqueues the job under that id
 * @returns the state of the job before; null where a living job was left alone
 */
export async function requeue(
  queue: JobQueue,
  name: JobName,
  jobId: string,
  enqueue: () => Promise<void>,
): Promise<string | null> {
  const state = await queue.state(name, jobId);
  if (ALIVE.includes(state)) return null;
  // The queue would drop an id that it still remembers.
  if (state !== "unknown") await queue.remove(name, jobId);
  await enqueue();
  return state;
}
