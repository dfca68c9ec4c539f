import { oneLine } from "@ecotrim/contracts/line";
import { type Mail, MailEntity } from "@ecotrim/server/db/entities/mail";
import { UnrecoverableError } from "@ecotrim/server/queue/queue";
import { html, plainText } from "../mail/layout.ts";
import { recipientOf, WRITERS } from "../mail/letters.ts";
import { MailRefused } from "../mail/mailer.ts";
import type { Database, JobDeps, JobFactory } from "./job.ts";
import { KillsWorkers, noteEnd, PATIENCE_MS, refuseKiller } from "./tries.ts";

/** Whether the mail is still worth waiting for: after the job's last try the sweep requeues it. */
const isAwaited = ({ sendAfter }: Mail): boolean => Date.now() - sendAfter.getTime() < PATIENCE_MS;

/** Writes and sends a mail of the outbox, at least once; its text is written from the data at that time. */
export const mailSend: JobFactory<"mail.send"> = (deps) => async (job) => {
  const { dataSource, logger } = deps;
  const mail = await claim(dataSource, job.data.mailId);
  if (!mail) return;
  try {
    refuseKiller(mail.unendedTries);
    await finish(dataSource, mail.id, await send(deps, mail));
  } catch (error) {
    const isHopeless = error instanceof MailRefused || error instanceof KillsWorkers;
    if (!isHopeless && (!job.isLastAttempt || isAwaited(mail))) {
      await noteEnd(dataSource, "mails", mail.id);
      throw error;
    }
    await finish(dataSource, mail.id, "failed");
    logger.error({ mail: mail.id, kind: mail.kind, attempts: mail.attempts, err: error }, "mail given up");
    throw new UnrecoverableError("the mail could not be sent");
  }
};

async function send(deps: JobDeps, mail: Mail): Promise<"sent" | "needless"> {
  const { user, to } = await recipientOf(deps, mail);
  const letter = to && (await WRITERS[mail.kind]({ ...deps, mail, user }));
  if (!letter) return "needless";
  const { id, kind } = mail;
  const { replyTo, attachments } = letter;
  const text = plainText(letter);
  await deps.mailer.send({
    id,
    kind,
    to,
    subject: oneLine(letter.subject),
    text,
    html: html(letter),
    ...(replyTo !== undefined && { replyTo }),
    ...(attachments && { attachments }),
  });
  return "sent";
}

/** @returns null for a mail that has an outcome or is deleted. */
async function claim(dataSource: Database, id: string): Promise<Mail | null> {
  const [, claimed] = await dataSource.query(
    "UPDATE mails SET attempts = attempts + 1, unended_tries = unended_tries + 1 WHERE id = $1 AND settled_at IS NULL",
    [id],
  );
  return claimed === 1 ? dataSource.getRepository(MailEntity).findOneBy({ id }) : null;
}

async function finish(dataSource: Database, id: string, outcome: NonNullable<Mail["outcome"]>): Promise<void> {
  await dataSource.getRepository(MailEntity).update({ id }, { outcome, unendedTries: 0, endedAt: new Date() });
}
