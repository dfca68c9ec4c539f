import { randomUUID } from "node:crypto";
import type { NotificationData, NotificationKind } from "@ecotrim/contracts/notifications/notification";
import type { EntityManager } from "typeorm";
import { type StoredMail, storeMail } from "../mail/outbox.ts";
import { sendSignal } from "./signals.ts";

export interface NewNotification {
  userId: string;
  kind: NotificationKind;
  subjectId: string;
  /** Idempotency key of the event: "completed", the id of an event. */
  occasion: string;
  data?: NotificationData;
}

/**
 * Notifies a user, idempotent by occasion: stored, signalled to every API process at commit, and mailed after
 * `mailDelayS` unless a browser acknowledged it. Call it inside the transaction of the event.
 * @returns the mails to hand to `dispatchMails` after the commit; none where the occasion was stored before
 */
export async function notify(
  manager: EntityManager,
  { userId, kind, subjectId, occasion, data = {} }: NewNotification,
  mailDelayS: number,
): Promise<StoredMail[]> {
  const [stored] = await manager.query(
    `INSERT INTO notifications (id, user_id, kind, subject_id, occasion, data) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT ON CONSTRAINT uq_notifications_occasion DO NOTHING RETURNING id`,
    [randomUUID(), userId, kind, subjectId, `${kind} ${subjectId} ${occasion}`, data],
  );
  if (!stored) return [];
  await sendSignal(manager, { type: "notification", userId, id: stored.id });
  return [await storeMail(manager, { kind: "notification", userId, subjectId: stored.id, delayS: mailDelayS })];
}
