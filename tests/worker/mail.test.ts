import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { notify } from "@ecotrim/server/events/notify";
import { type NewMail, sendMail, storeMail } from "@ecotrim/server/mail/outbox";
import { createLogger } from "@ecotrim/server/observability/logger";
import { UnrecoverableError } from "@ecotrim/server/queue/queue";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { mailSend } from "../../worker/src/jobs/mail-send.ts";
import { createMailer, type Mailer, MailRefused, type OutgoingMail } from "../../worker/src/mail/mailer.ts";
import { openApp, type TestApp } from "../support/app.ts";
import { backends, testServices } from "../support/services.ts";
import { eventually, newInput } from "../support/simulations.ts";
import { testLogger } from "../support/test-log.ts";
import { workerParts } from "../support/worker-deps.ts";

const logger = testLogger("test");
const MAIL: OutgoingMail = {
  id: randomUUID(),
  kind: "reset-password",
  to: "nuria@example.org",
  subject: "Elección de contraseña",
  text: "Señora",
  html: "<p>ñ</p>",
};

/** A mail server that keeps what it is sent, or refuses it. */
async function startSmtp(refusal?: { at: "MAIL FROM" | "RCPT TO"; code: number }, { secure = false } = {}) {
  const received: { to: string[]; raw: string }[] = [];
  const refused = (at: string, address = "") =>
    refusal?.at === at ? Object.assign(new Error(`${address} not here`), { responseCode: refusal.code }) : undefined;
  const server = new SMTPServer({
    secure,
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onMailFrom: (_address, _session, done) => done(refused("MAIL FROM")),
    onRcptTo: ({ address }, _session, done) => done(refused("RCPT TO", address)),
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
  // A client that does not trust the certificate hangs up.
  server.on("error", () => undefined);
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const url = `${secure ? "smtps" : "smtp"}://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  return { url, received, close: () => new Promise<void>((resolve) => server.close(() => resolve())) };
}

describe("the mailer", () => {
  test("the mailer speaks to a mail server, with accents, both forms of text and an id that tells a mail sent twice", async () => {
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

  test("the mailer speaks TLS to a server of smtps, and sends nothing to one with an untrusted certificate", async () => {
    const smtp = await startSmtp(undefined, { secure: true });
    const sendBy = async (SMTP_URL: string) => {
      const mailer = createMailer({ SMTP_URL, MAIL_FROM: "no@ecotrim.example", DATA_DIR: "" }, logger);
      await mailer.send(MAIL).finally(() => mailer.close());
    };
    await expect(sendBy(smtp.url)).rejects.toThrow("mail server: ESOCKET");
    expect(smtp.received).toEqual([]);
    await sendBy(`${smtp.url}/?tls.rejectUnauthorized=false`);
    await smtp.close();
    expect(smtp.received).toHaveLength(1);
  });

  test.each([
    ["RCPT TO", 550, true],
    ["RCPT TO", 451, false],
    // The refusal concerns the sender or our setup, so another mail to the same person would be refused too.
    ["MAIL FROM", 550, false],
  ] as const)(
    "the mailer tells %s refused with %i for good: %s; without saying who was to have the mail",
    async (at, code, forGood) => {
      const smtp = await startSmtp({ at, code });
      const mailer = createMailer({ SMTP_URL: smtp.url, MAIL_FROM: "no@ecotrim.example", DATA_DIR: "" }, logger);
      const error = await mailer.send(MAIL).catch((caught) => caught);
      mailer.close();
      await smtp.close();
      expect(error).toBeInstanceOf(Error);
      expect(error instanceof MailRefused).toBe(forGood);
      expect(error.message).toBe(`mail server: EENVELOPE ${at} ${code}`);
      expect(error.cause).toBeUndefined();
    },
  );

  test("the mailer without a server writes a file for its owner alone, and logs where and of which kind, but not what or to whom", async () => {
    const dir = mkdtempSync(join(tmpdir(), "ecotrim-mail-"));
    const lines: string[] = [];
    const log = createLogger({ LOG_LEVEL: "info" }, "test", { write: (line) => void lines.push(line) });
    const mailer = createMailer({ MAIL_FROM: "no@ecotrim.example", DATA_DIR: dir } as never, log);
    await mailer.send(MAIL);
    mailer.close();
    const line = JSON.parse(lines.join());
    expect(line).toMatchObject({ msg: "mail written", kind: "reset-password" });
    expect(readFileSync(line.file, "utf8")).toContain("To: nuria@example.org");
    for (const path of [line.file, dirname(line.file)]) expect(statSync(path).mode & 0o077, path).toBe(0);
    expect(lines.join()).not.toMatch(/nuria|contraseña|Señora/);
    rmSync(dir, { recursive: true });
  });
});

describe.each(backends("postgres"))("the outbox, on %s", (backend) => {
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
  const ended = () =>
    eventually(async () => (await api.dataSource.query("SELECT 1 FROM mails WHERE settled_at IS NULL")).length === 0);

  test("the outbox sends a link of confirmation whose token opens it, and keeps only its hash", async () => {
    const { user } = await api.register({ confirmed: false });
    await ended();
    const [mail] = to(user.email);
    const token = /confirmar-correo\?token=([\w-]+)/.exec(mail?.text ?? "")?.[1] as string;
    expect(mail?.html).toContain(token);
    const stored = JSON.stringify(await api.dataSource.query("SELECT * FROM link_tokens, mails"));
    expect(stored).not.toContain(token);
    expect((await api.call("POST", "/api/auth/confirm-email", { body: { token } })).status).toBe(200);
  });

  test("the outbox sends a link for a new password that works", async () => {
    const { user } = await api.register();
    await api.call("POST", "/api/auth/forgot-password", { body: { email: user.email } });
    await ended();
    const text = to(user.email).find(({ subject }) => subject.includes("contraseña"))?.text ?? "";
    const token = /restablecer\?token=([\w-]+)/.exec(text)?.[1];
    const body = { token, newPassword: "otra distinta" };
    expect((await api.call("POST", "/api/auth/reset-password", { body })).status).toBe(200);
  });

  test("the outbox shows what people wrote as text, never as markup", async () => {
    const body = {
      name: "<b>Ana</b>",
      email: "ana@example.org",
      company: 'S.L. "<script>"',
      message: "Hola <img src=x onerror=alert(1)>\nAdiós",
      privacyAccepted: true,
    };
    await api.call("POST", "/api/auth/message", { body });
    await ended();
    const mail = to(api.env.CONTACT_EMAIL).at(-1);
    expect(mail?.replyTo).toBe("ana@example.org");
    expect(mail?.html).toContain("&lt;img src=x onerror=alert(1)&gt;");
    expect(mail?.html).not.toMatch(/<img|<script|<b>/);
  });

  test("the outbox brings back a mail whose job was lost", async () => {
    const { user } = await api.register();
    await ended();
    await sendMail(
      { ...api, queue: { ...api.queue, enqueue: async () => {} } },
      { kind: "password-changed", userId: user.id },
    );
    await api.dataSource.query("UPDATE mails SET send_after = now() - interval '1 minute' WHERE settled_at IS NULL");
    await api.queue.enqueue("mail.sweep", {});
    await ended();
    expect(to(user.email).filter(({ subject }) => subject === "Su contraseña ha cambiado")).toHaveLength(1);
  });

  test("the outbox brings back a mail whose job has used its tries up", async () => {
    const { user } = await api.register();
    await ended();
    const mail = await storeMail(api.dataSource.manager, { kind: "password-changed", userId: user.id });
    // An invalid job fails at once and is not retried.
    await api.queue.enqueue("mail.send", { mailId: "none" }, { jobId: mail.id });
    await eventually(async () => (await api.queue.state("mail.send", mail.id)) === "failed");
    await api.dataSource.query("UPDATE mails SET send_after = now() - interval '1 minute' WHERE id = $1", [mail.id]);
    await api.queue.enqueue("mail.sweep", {});
    await ended();
    expect(to(user.email).map(({ id }) => id)).toContain(mail.id);
  });

  test("the outbox sends a deleted account nothing but the mail that says so", async () => {
    const { user, token } = await api.register();
    await ended();
    const before = to(user.email).length;
    const body = { password: "una clave larga" };
    expect((await api.call("DELETE", "/api/auth/account", { as: { token }, body })).status).toBe(200);
    await ended();
    expect(
      to(user.email)
        .slice(before)
        .map(({ subject }) => subject),
    ).toEqual(["Su cuenta se ha eliminado"]);
  });
});

describe("a mail of the outbox", () => {
  const services = testServices("postgres");
  let api: TestApp;
  beforeAll(async () => {
    api = await openApp(services);
  });
  afterAll(() => api.close());

  /** Stores a mail without a job. */
  const stored = async (mail: NewMail): Promise<string> => (await storeMail(api.dataSource.manager, mail)).id;
  const send = (mailId: string, mailer: Pick<Mailer, "send">, isLastAttempt = false) =>
    mailSend({ ...api, ...workerParts(api.env), mailer, pool: undefined as never })({
      id: mailId,
      data: { mailId },
      attempt: 1,
      isLastAttempt,
      signal: new AbortController().signal,
    });
  const rowOf = async (id: string) =>
    (await api.dataSource.query("SELECT outcome, attempts FROM mails WHERE id = $1", [id]))[0];
  const failing = (error: Error) => ({ send: vi.fn(() => Promise.reject(error)) });
  const taking = () => ({ send: vi.fn<Mailer["send"]>(async () => undefined) });

  test("a mail outlasts its job while the server is away, and is given up with the last try of one after days", async () => {
    const { user } = await api.register();
    const id = await stored({ kind: "password-changed", userId: user.id });
    const away = failing(new Error("mail server: ESOCKET CONN"));
    await expect(send(id, away)).rejects.toThrow("ESOCKET");
    await expect(send(id, away, true)).rejects.toThrow("ESOCKET");
    await api.dataSource.query("UPDATE mails SET send_after = now() - interval '4 days' WHERE id = $1", [id]);
    await expect(send(id, away)).rejects.toThrow("ESOCKET");
    expect(await rowOf(id)).toEqual({ outcome: null, attempts: 3 });
    await expect(send(id, away, true)).rejects.toBeInstanceOf(UnrecoverableError);
    expect(await rowOf(id)).toEqual({ outcome: "failed", attempts: 4 });
  });

  test("a mail that is refused for good is given up at once", async () => {
    const { user } = await api.register();
    const id = await stored({ kind: "password-changed", userId: user.id });
    await expect(send(id, failing(new MailRefused("550")))).rejects.toBeInstanceOf(UnrecoverableError);
    expect(await rowOf(id)).toEqual({ outcome: "failed", attempts: 1 });
  });

  test("a mail is not sent again once it has an outcome", async () => {
    const { user } = await api.register();
    const id = await stored({ kind: "password-changed", userId: user.id });
    const mailer = taking();
    await send(id, mailer);
    await send(id, mailer);
    expect(mailer.send).toHaveBeenCalledTimes(1);
    expect(await rowOf(id)).toEqual({ outcome: "sent", attempts: 1 });
  });

  test.each([
    ["read", "UPDATE notifications SET read_at = now() WHERE user_id = $1"],
    ["heard by a browser", "UPDATE notifications SET delivered_at = now() WHERE user_id = $1"],
    ["of a kind its user has switched off", "UPDATE users SET notify_by_email = false WHERE id = $1"],
  ])("a mail of a notification that was %s is needless", async (_case, sql) => {
    const { user } = await api.register();
    const news = { userId: user.id, kind: "simulation.completed", subjectId: randomUUID(), occasion: "1" } as const;
    const [mail] = await notify(api.dataSource.manager, news, 0);
    await api.dataSource.query(sql, [user.id]);
    const mailer = taking();
    await send(mail?.id as string, mailer);
    expect(mailer.send).not.toHaveBeenCalled();
    expect(await rowOf(mail?.id as string)).toMatchObject({ outcome: "needless" });
  });

  test("a mail that warns of the end of an account is needless once its user is back", async () => {
    const { user } = await api.register();
    const warn = async () => {
      const mailer = taking();
      await send(await stored({ kind: "retention-warning", userId: user.id }), mailer);
      return mailer.send.mock.calls.map(([{ to, subject }]) => ({ to, subject }));
    };
    expect(await warn()).toEqual([]);
    await api.dataSource.query("UPDATE users SET retention_warned_at = '2026-01-10T12:00Z' WHERE id = $1", [user.id]);
    expect(await warn()).toEqual([{ to: user.email, subject: "Su cuenta se eliminará el 9 de febrero de 2026" }]);
  });

  test("a subject is one line that reads as it is written, also of a name stored before that was the rule", async () => {
    const ana = await api.register();
    await api.dataSource.query("UPDATE users SET first_name = $2, last_name = $3 WHERE id = $1", [
      ana.user.id,
      "Ana\u202e",
      "zi\u2067uR\r\nBcc: eva@example.org",
    ]);
    const answer = await api.call("POST", "/api/simulations", { as: ana, body: { inputParameters: newInput() } });
    const subjectId = answer.json().data.id;
    const address = "lee@example.org";
    await api.call("POST", `/api/user-simulations/${subjectId}/associate`, { as: ana, body: { email: address } });
    const mailer = taking();
    await send(await stored({ kind: "share-invitation", address, subjectId }), mailer);
    expect(mailer.send.mock.calls.map(([{ subject }]) => subject)).toEqual([
      "Ana ziuR Bcc: eva@example.org ha compartido una simulación con usted",
    ]);
  });

  test("a mail that invites somebody says who invites, unless the invitation was taken back", async () => {
    const ana = await api.register({ firstName: "Ana", lastName: "<i>Ruiz</i>" });
    const answer = await api.call("POST", "/api/simulations", { as: ana, body: { inputParameters: newInput() } });
    const { id: subjectId } = answer.json().data;
    const address = "invitado@example.org";
    const share = { associationType: "shared", email: address };
    await api.call("POST", `/api/user-simulations/${subjectId}/associate`, { as: ana, body: share });
    const invite = async () => {
      const mailer = taking();
      await send(await stored({ kind: "share-invitation", address, subjectId }), mailer);
      return mailer.send.mock.calls.map(([mail]) => mail);
    };
    const [mail] = await invite();
    expect(mail?.to).toBe(address);
    expect(mail?.text).toContain("Ana <i>Ruiz</i> le da acceso");
    expect(mail?.html).toContain("Ana &lt;i&gt;Ruiz&lt;/i&gt; le da acceso");
    await api.call("DELETE", `/api/simulations/${subjectId}/shares/${address}`, { as: ana });
    expect(await invite()).toEqual([]);
  });
});
