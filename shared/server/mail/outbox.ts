import { randomUUID } from "node:crypto";
import type { DataSource, EntityManager } from "typeorm";
import type { Mail, MailKind } from "../db/entities/mail.ts";
import { logContext } from "../observability/log-context.ts";
import type { Logger } from "../observability/logger.ts";
import type { JobQueue } from "../queue/queue.ts";

/** A mail to be stored in the outbox. */
export interface NewMail {
  kind: MailKind;
  /** The account the mail is of, and goes with; its address is used unless `address` is given. */
  userId?: string | null;
  address?: string | null;
  subjectId?: string | null;
  /** Delay before sending, seconds. */
  delayS?: number;
}

/** A stored mail that is not enqueued yet. */
export type StoredMail = Pick<Mail, "id"> & { delayS: number };

/**
 * Stores a mail in the transaction that causes it; after the commit the caller hands it to `dispatchMails`. Otherwise
 * the job `mail.sweep` enqueues it.
 */
export async function storeMail(
  manager: EntityManager,
  { kind, userId = null, address = null, subjectId = null, delayS = 0 }: NewMail,
): Promise<StoredMail> {
  const id = randomUUID();
  await manager.query(
    `INSERT INTO mails (id, kind, user_id, address, subject_id, send_after, request_id)
     VALUES ($1, $2, $3, $4, $5, now() + $6 * interval '1 second', $7)`,
    [id, kind, userId, address, subjectId, delayS, logContext().requestId ?? null],
  );
  return { id, delayS };
}

/** Enqueues stored mails; a queue that is down leaves them to the sweep. */
export async function dispatchMails(
  { queue, logger }: { queue: JobQueue; logger: Pick<Logger, "warn"> },
  mails: StoredMail[],
): Promise<void> {
  try {
    for (const { id, delayS } of mails)
      await queue.enqueue("mail.send", { mailId: id }, { jobId: id, ...(delayS > 0 && { delayMs: delayS * 1000 }) });
  } catch (error) {
    logger.warn({ err: error }, "mails not enqueued, left to the sweep");
  }
}

/** Stores and enqueues a mail, for callers without a transaction of their own. */
export async function sendMail(
  deps: { dataSource: DataSource; queue: JobQueue; logger: Pick<Logger, "warn"> },
  mail: NewMail,
): Promise<void> {
  await dispatchMails(deps, [await storeMail(deps.dataSource.manager, mail)]);
}
