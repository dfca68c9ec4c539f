import { join, resolve } from "node:path";
import type { MailKind } from "@ecotrim/server/db/entities/mail";
import type { Env } from "@ecotrim/server/env/env";
import { writeDurably } from "@ecotrim/server/files/durable";
import type { Logger } from "@ecotrim/server/observability/logger";
import { createTransport, type NodemailerError } from "nodemailer";

export interface OutgoingMail {
  /** Id in the outbox, which makes a repeated mail recognisable. */
  id: string;
  kind: MailKind;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Reply address, if not the sender's. */
  replyTo?: string;
  attachments?: MailAttachment[];
}

/** A file of a mail, in UTF-8. */
export interface MailAttachment {
  filename: string;
  contentType: string;
  content: string;
}

export interface Mailer {
  /** @throws MailRefused for a permanent failure. */
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
}

/** The recipient's server refuses the mail for good. */
export class MailRefused extends Error {}

const TIMEOUT_MS = 20_000;

/** Sends mail through SMTP_URL; without it mails become files in DATA_DIR/mail. */
export function createMailer(env: Pick<Env, "SMTP_URL" | "MAIL_FROM" | "DATA_DIR">, logger: Logger): Mailer {
  return env.SMTP_URL === undefined ? fileMailer(env, logger) : smtpMailer(env.SMTP_URL, env.MAIL_FROM);
}

const messageOf = (from: string, { id, kind: _, to, ...mail }: OutgoingMail) => ({
  ...mail,
  from,
  // An address object, since the library would parse a text as a list.
  to: { name: "", address: to },
  messageId: `<${id}@${/@([^\s>]+)/.exec(from)?.[1] ?? "ecotrim"}>`,
});

function smtpMailer(url: string, from: string): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  return {
    async send(mail) {
      try {
        await transport.sendMail(messageOf(from, mail));
      } catch (error) {
        throw failureOf(error as NodemailerError);
      }
    },
    close: () => transport.close(),
  };
}

/**
 * The failure without its message, which names the recipient. A server that refuses our login or sender may accept us
 * after a change of settings, so that failure is not permanent.
 */
function failureOf({ code, command, responseCode, permanent }: NodemailerError): Error {
  const isOfMail = (code === "EENVELOPE" && command !== "MAIL FROM") || code === "EMESSAGE";
  const Failure = isOfMail && permanent ? MailRefused : Error;
  return new Failure(`mail server: ${[code, command, responseCode].filter(Boolean).join(" ")}`);
}

function fileMailer({ MAIL_FROM, DATA_DIR }: Pick<Env, "MAIL_FROM" | "DATA_DIR">, logger: Logger): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true });
  const folder = resolve(DATA_DIR, "mail");
  return {
    async send(mail) {
      const { message } = await transport.sendMail(messageOf(MAIL_FROM, mail));
      const file = join(folder, `${mail.kind}-${mail.id}.eml`);
      writeDurably(file, message as Buffer);
      logger.info({ file, kind: mail.kind }, "mail written");
    },
    close: () => transport.close(),
  };
}
