import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MAIL_KINDS } from "@ecotrim/shared/server/db/entities/mail";
import { createLogger } from "@ecotrim/shared/server/logger";
import { sendMail } from "@ecotrim/shared/server/outbox";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WRITERS } from "../../worker/src/mail/letters.ts";
import { createMailer, MailRefused } from "../../worker/src/mail/mailer.ts";
import { openApp, type TestApp } from "../support/app.ts";
import { BACKENDS, testServices } from "../support/services.ts";
import { eventually } from "../support/simulations.ts";

const logger = createLogger({ LOG_LEVEL: "silent" }, "test");
const MAIL = {
  id: randomUUID(),
  to: "nuria@example.org",
  subject: "Elección de contraseña",
  text: "Señora",
  html: "<p>ñ</p>",
};

/** A mail server that keeps what it is sent, or refuses it with a code. */
async function startSmtp(refuseWith?: number) {
  const received: { to: string[]; raw: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo(_address, _session, done) {
      done(refuseWith ? Object.assign(new Error("no"), { responseCode: refuseWith }) : undefined);
    },
    onData(stream, session, done) {
      let raw = "";
      stream.on("data", (chunk) => {
        raw += chunk;
      });
      stream.on("end", () => {
        received.push({ to: session.envelope.rcptTo.map(({ address }) => address), raw });
        done();
      });
    },
  });
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  return { url, received, close: () => new Promise<void>((resolve) => server.close(() => resolve())) };
}

describe("the mailer", () => {
  test("speaks to a mail server, with accents, both forms of text and an id that tells a mail sent twice", async () => {
    const smtp = await startSmtp();
    const mailer = createMailer(
      { SMTP_URL: smtp.url, MAIL_FROM: "EcoTrim <no@ecotrim.example>", DATA_DIR: "" },
      logger,
    );
    await mailer.send(MAIL);
    mailer.close();
    await smtp.close();
    expect(smtp.received[0]?.to).toEqual(["nuria@example.org"]);
    const raw = smtp.received[0]?.raw ?? "";
    expect(raw).toContain(`Message-ID: <${MAIL.id}@ecotrim.example>`);
    expect(raw).toMatch(/Subject: =\?UTF-8\?/);
    expect(raw).toMatch(/Content-Type: text\/plain; charset=utf-8[\s\S]*Content-Type: text\/html; charset=utf-8/);
  });

  test.each([
    [550, true],
    [451, false],
  ])("tells a refusal with %i for good: %s", async (code, forGood) => {
    const smtp = await startSmtp(code);
    const mailer = createMailer({ SMTP_URL: smtp.url, MAIL_FROM: "no@ecotrim.example", DATA_DIR: "" }, logger);
    const error = await mailer.send(MAIL).catch((caught) => caught);
    mailer.close();
    await smtp.close();
    expect(error).toBeInstanceOf(Error);
    expect(error instanceof MailRefused).toBe(forGood);
  });

  test("without a server writes a file", async () => {
    const dir = mkdtempSync(join(tmpdir(), "ecotrim-mail-"));
    await createMailer({ MAIL_FROM: "no@ecotrim.example", DATA_DIR: dir } as never, logger).send(MAIL);
    const [name] = readdirSync(join(dir, "mail"));
    expect(readFileSync(join(dir, "mail", name as string), "utf8")).toContain("To: nuria@example.org");
    rmSync(dir, { recursive: true });
  });
});

test("every kind of mail has its writer", () => {
  expect(Object.keys(WRITERS).sort()).toEqual([...MAIL_KINDS].sort());
});

describe.each(BACKENDS)("the outbox, on %s", (backend) => {
  const services = testServices(backend);
  let api: TestApp;
  let worker: Awaited<ReturnType<TestApp["startWorker"]>>;
  beforeAll(async () => {
    api = await openApp(services);
    worker = await api.startWorker();
  });
  afterAll(async () => {
    await worker.close();
    await api.close();
  });

  const to = (address: string) => api.outbox.filter((mail) => mail.to === address);
  const settled = () =>
    eventually(async () => (await api.dataSource.query("SELECT 1 FROM mails WHERE settled_at IS NULL")).length === 0);

  test("sends a link of confirmation whose token opens it, and keeps only its hash", async () => {
    const { user } = await api.register({ confirmed: false });
    await settled();
    const [mail] = to(user.email);
    const token = /confirmar-correo\?token=([\w-]+)/.exec(mail?.text ?? "")?.[1] as string;
    expect(mail?.html).toContain(token);
    const stored = JSON.stringify(await api.dataSource.query("SELECT * FROM link_tokens, mails"));
    expect(stored).not.toContain(token);
    expect((await api.call("POST", "/api/auth/confirm-email", { body: { token } })).status).toBe(200);
  });

  test("sends a link for a new password that works", async () => {
    const { user } = await api.register();
    await api.call("POST", "/api/auth/forgot-password", { body: { email: user.email } });
    await settled();
    const text = to(user.email).find(({ subject }) => subject.includes("contraseña"))?.text ?? "";
    const token = /restablecer\?token=([\w-]+)/.exec(text)?.[1];
    const body = { token, newPassword: "otra distinta" };
    expect((await api.call("POST", "/api/auth/reset-password", { body })).status).toBe(200);
  });

  test("shows what people wrote as text, never as markup", async () => {
    const body = {
      name: "<b>Ana</b>",
      email: "ana@example.org",
      company: 'S.L. "<script>"',
      message: "Hola <img src=x onerror=alert(1)>\nAdiós",
      privacyAccepted: true,
    };
    await api.call("POST", "/api/auth/message", { body });
    await settled();
    const mail = to(api.env.CONTACT_EMAIL).at(-1);
    expect(mail?.replyTo).toBe("ana@example.org");
    expect(mail?.html).toContain("&lt;img src=x onerror=alert(1)&gt;");
    expect(mail?.html).not.toMatch(/<img|<script|<b>/);
  });

  test("brings back a mail whose job was lost", async () => {
    const { user } = await api.register();
    await settled();
    await sendMail(
      { ...api, queue: { ...api.queue, enqueue: async () => {} } },
      { kind: "password-changed", userId: user.id },
    );
    await api.dataSource.query("UPDATE mails SET send_after = now() - interval '1 minute' WHERE settled_at IS NULL");
    await api.queue.enqueue("mail.sweep", {});
    await settled();
    expect(to(user.email).filter(({ subject }) => subject === "Su contraseña ha cambiado")).toHaveLength(1);
  });

  test("leaves a mail of an account that is gone", async () => {
    const { user, token } = await api.register();
    await settled();
    const before = to(user.email).length;
    const body = { password: "una clave larga" };
    expect((await api.call("DELETE", "/api/auth/account", { as: { token }, body })).status).toBe(200);
    await settled();
    expect(
      to(user.email)
        .slice(before)
        .map(({ subject }) => subject),
    ).toEqual(["Su cuenta se ha eliminado"]);
  });
});
