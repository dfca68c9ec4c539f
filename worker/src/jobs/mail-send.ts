import { type Mail, MailEntity } from "@ecotrim/shared/server/db/entities/mail";
import { UnrecoverableError } from "@ecotrim/shared/server/queue";
import { html, plainText } from "../mail/layout.ts";
import { recipientOf, WRITERS } from "../mail/letters.ts";
import { MailRefused } from "../mail/mailer.ts";
import type { Database, JobFactory } from "./job.ts";

/** Writes and sends a mail of the outbox, at least once: what it says is what is true when it is sent. */
export const mailSend: JobFactory<"mail.send"> = (deps) => async (job) => {
  const { dataSource, mailer, logger } = deps;
  const mail = await claim(dataSource, job.data.mailId);
  if (!mail) return;
  const { user, to } = await recipientOf(deps, mail);
  const letter = to && (await WRITERS[mail.kind]({ ...deps, mail, user }));
  if (!letter) return settle(dataSource, mail.id, "needless");
  try {
    const { subject, replyTo } = letter;
    await mailer.send({
      id: mail.id,
      to,
      subject,
      text: plainText(letter),
      html: html(letter),
      ...(replyTo !== undefined && { replyTo }),
    });
  } catch (error) {
    const isRefused = error instanceof MailRefused;
    if (!isRefused && !job.isLastAttempt) throw error;
    await settle(dataSource, mail.id, "failed");
    logger.error({ mail: mail.id, kind: mail.kind, refused: isRefused }, "mail given up");
    throw new UnrecoverableError("the mail could not be sent");
  }
  await settle(dataSource, mail.id, "sent");
};

/** @returns null for a mail that is settled or gone. */
async function claim(dataSource: Database, id: string): Promise<Mail | null> {
  const mails = dataSource.getRepository(MailEntity);
  await mails.increment({ id }, "attempts", 1);
  const mail = await mails.findOneBy({ id });
  return mail && mail.settledAt === null ? mail : null;
}

async function settle(dataSource: Database, id: string, outcome: NonNullable<Mail["outcome"]>): Promise<void> {
  await dataSource.getRepository(MailEntity).update({ id }, { outcome, settledAt: new Date() });
}
