import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createMailer } from "../../worker/src/mail/mailer.ts";
import { openShop, type Shop } from "../support/billing.ts";
import { startProcess } from "../support/processes.ts";
import { TEST_SETTINGS, testServices } from "../support/services.ts";
import { eventually, newInput } from "../support/simulations.ts";
import { testLogger } from "../support/test-log.ts";

/** Personal data of one user, found nowhere else, so that the log can be searched for them. */
const PERSON = {
  firstName: "Canaria-Nombre",
  lastName: "Canaria-Apellido",
  email: "canaria-correo@example.org",
  password: "canaria-contraseña-1",
  company: "Canaria-Empresa",
  phone: "600-canaria",
};
const CANARIES = [
  ...Object.values(PERSON),
  "canaria-contraseña-2",
  "canaria-invitada@example.org",
  "Canaria-Mensaje",
  "canaria-clave-de-idempotencia",
  TEST_SETTINGS.JWT_SECRET,
  TEST_SETTINGS.STRIPE_SECRET_KEY,
  TEST_SETTINGS.STRIPE_WEBHOOK_SECRET,
];

const services = testServices("postgres");
const file = join(tmpdir(), `ecotrim-log-${process.pid}.log`);
const outer = process.env.TEST_LOG;
let shop: Shop;
beforeAll(async () => {
  process.env.TEST_LOG = file;
  shop = await openShop(services);
});
afterAll(async () => {
  await shop.close();
  if (outer === undefined) delete process.env.TEST_LOG;
  else process.env.TEST_LOG = outer;
  rmSync(file, { force: true });
});

const log = () => readFileSync(file, "utf8");

test("nothing of a person and no credential is logged, whatever one does and whatever fails", {
  timeout: 90_000,
}, async () => {
  const { api } = shop;
  const secrets = [...CANARIES, decodeURIComponent(new URL(services.DATABASE_URL).password)];
  const who = await api.register(PERSON);
  secrets.push(who.token);
  const call = (method: "POST" | "GET" | "PUT" | "DELETE", url: string, body?: object, options: object = {}) =>
    api.call(method, url, { as: who, ...(body && { body }), ...options });

  for (const password of ["canaria-contraseña-2", PERSON.password])
    await api.call("POST", "/api/auth/login", { body: { email: PERSON.email, password } });
  await call("PUT", "/api/auth/profile", { firstName: PERSON.firstName, phone: PERSON.phone });
  const body = { inputParameters: newInput() };
  const headers = { "idempotency-key": "canaria-clave-de-idempotencia" };
  const { data } = (await api.call("POST", "/api/simulations", { as: who, body, headers })).json();
  secrets.push(data.accessToken);
  await api.call("GET", `/api/simulations/${data.id}`, { token: data.accessToken });
  await call("POST", `/api/user-simulations/${data.id}/associate`, { email: "canaria-invitada@example.org" });
  await call("DELETE", `/api/simulations/${data.id}/shares/canaria-invitada%40example.org`);
  const { url } = (await call("POST", `/api/simulations/${data.id}/share-link`)).json().data;
  secrets.push(url.split("/").at(-1));
  await api.call("GET", `/api/shared/${url.split("/").at(-1)}`);
  await api.call("POST", "/api/auth/message", {
    body: {
      ...{ name: PERSON.firstName, email: PERSON.email, company: PERSON.company, phone: PERSON.phone },
      ...{ message: "Canaria-Mensaje", privacyAccepted: true },
    },
  });

  const run = await shop.worker.pool.nextRun();
  run.finish();
  await eventually(async () => (await shop.get(who, `/api/simulations/${data.id}`)).status === "completed");
  const order = await shop.order(who, data.id);
  await shop.stripe.pay(order.payment_link_id);
  await shop.settled();

  await api.call("POST", "/api/auth/forgot-password", { body: { email: PERSON.email } });
  await eventually(async () => api.outbox.some(({ kind }) => kind === "reset-password"));
  const token = /token=([\w-]+)/.exec(api.outbox.find(({ kind }) => kind === "reset-password")?.text ?? "")?.[1];
  secrets.push(token as string);
  for (const newPassword of ["canaria-contraseña-2", "canaria-contraseña-2"])
    await api.call("POST", "/api/auth/reset-password", { body: { token, newPassword } });

  // These calls fail: their statements contain all personal data, and the mail server does not answer.
  await api.dataSource.query("ALTER TABLE users RENAME COLUMN phone TO elsewhere");
  await api.call("POST", "/api/auth/register", {
    body: { ...PERSON, email: "canaria-2@example.org", privacyAccepted: true },
  });
  await api.dataSource.query("ALTER TABLE users RENAME COLUMN elsewhere TO phone");
  const mailer = createMailer(
    { SMTP_URL: "smtp://canaria:canaria-clave@127.0.0.1:9", MAIL_FROM: "no@x.test", DATA_DIR: "" },
    testLogger("mail"),
  );
  const failure = await mailer.send(api.outbox[0] as never).catch((error) => error);
  testLogger("mail").error({ err: failure }, "mail given up");
  mailer.close();

  const written = log();
  expect(written).toContain("request failed");
  expect(written).toContain("mail given up");
  expect(written.split("\n").length).toBeGreaterThan(20);
  for (const secret of secrets) expect(written.includes(secret), `${secret.slice(0, 12)}… is in the log`).toBe(false);
  expect(written).not.toMatch(/canaria/i);
});

test("the output of a child process is in the log too, and of a refused password only the refusal", async () => {
  const url = new URL(services.DATABASE_URL);
  url.password = "canaria-de-la-base";
  const ended = once(startProcess("worker/dist/main.js", { DATABASE_URL: url.href }), "close");
  expect(await ended).toEqual([1, null]);
  expect(log()).toMatch(/"service":"worker".*password authentication failed.*"msg":"worker cannot start"/);
  expect(log()).not.toMatch(/canaria/i);
});
