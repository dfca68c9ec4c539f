import type { EntityManager } from "typeorm";
import type { JobQueue } from "../queue/queue.ts";

/** The part of the provider's event that is kept. */
interface Told {
  id: string;
  type: string;
  data: { object: { id?: string | null } };
}

/** Stores an event of the provider, idempotent by its id. @returns whether it is still to be handled */
export async function storeEvent(manager: EntityManager, event: Told): Promise<boolean> {
  await manager.query(
    "INSERT INTO stripe_events (id, type, object_id) VALUES ($1, $2, $3) ON CONFLICT ON CONSTRAINT pk_stripe_events DO NOTHING",
    [event.id, event.type, event.data.object.id ?? ""],
  );
  const [{ open }] = await manager.query("SELECT processed_at IS NULL AS open FROM stripe_events WHERE id = $1", [
    event.id,
  ]);
  return open;
}

export const enqueueEvent = (queue: JobQueue, id: string): Promise<void> =>
  queue.enqueue("stripe.event", { eventId: id }, { jobId: id });

/** Enqueues dead events again: one, or all of them. @returns their ids */
export async function replayEvents(manager: EntityManager, queue: JobQueue, id?: string): Promise<string[]> {
  const [replayed] = await manager.query(
    `UPDATE stripe_events SET dead_at = NULL, last_error = NULL
      WHERE processed_at IS NULL AND ($1::text IS NULL AND dead_at IS NOT NULL OR id = $1) RETURNING id`,
    [id ?? null],
  );
  const ids: string[] = replayed.map((row: { id: string }) => row.id);
  for (const event of ids) {
    await queue.remove("stripe.event", event);
    await enqueueEvent(queue, event);
  }
  return ids;
}
