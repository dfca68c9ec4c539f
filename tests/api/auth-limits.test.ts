import { createLinkToken } from "@ecotrim/server/mail/link-tokens";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectRefusal, newPerson, openApp, type TestApp } from "../support/app.ts";
import { FULL } from "../support/full.ts";
import { testServices } from "../support/services.ts";

const services = testServices("postgres");
const settings = { TRUST_PROXY: "1", RATE_LIMIT_ACCOUNTS_PER_HOUR: "3", RATE_LIMIT_LOGINS_PER_HOUR: "10" };
let api: TestApp;
let other: TestApp;
beforeAll(async () => {
  [api, other] = [await openApp(services, { settings }), await openApp(services, { settings })];
});
afterAll(async () => {
  await api.close();
  await other.close();
});

type Options = Parameters<TestApp["call"]>[2];

let addresses = 0;
/** An address that has made no call yet, so that no rate limit counts it. */
const newAddress = () => `203.0.113.${++addresses}`;
const from = (ip: string, options: Options = {}) => ({ ...options, headers: { "x-forwarded-for": ip } });

async function open(): Promise<{ token: string; email: string; password: string }> {
  const body = newPerson();
  const answer = await api.call("POST", "/api/auth/register", from(newAddress(), { body }));
  expect(answer.status).toBe(201);
  return { token: answer.json().data.token, email: body.email, password: body.password };
}
const login = (ip: string, email: string, password = "la mala clave", through = api) =>
  through.call("POST", "/api/auth/login", from(ip, { body: { email, password } }));

/** @returns the seconds to wait. */
function expectLimited(answer: Awaited<ReturnType<TestApp["call"]>>): number {
  expectRefusal(answer, { status: 429, code: "RATE_LIMITED", error: /^Ha hecho demasiadas peticiones/ });
  return Number(answer.headers["retry-after"]);
}

/** An unknown account is counted as a known one, so that limits tell nobody which it is. */
const ACCOUNTS = FULL ? ["a known", "an unknown"] : ["an unknown"];

describe("logins", () => {
  test("logins are five a minute from one address to one account, whichever process answers", async () => {
    const { email, password } = await open();
    const ip = newAddress();
    for (const through of [api, other, api, other, api])
      expect((await login(ip, email, "la mala clave", through)).status).toBe(401);
    const wait = expectLimited(await login(ip, email.toUpperCase(), password, other));
    expect(wait).toBeGreaterThan(50);
    expect(wait).toBeLessThanOrEqual(60);
    expect((await login(newAddress(), email, password)).status).toBe(200);
    expect((await login(ip, "nobody@example.org")).status).toBe(401);
    await api.dataSource.query("UPDATE rate_counts SET resets_at = now() WHERE hits > 5");
    expect((await login(ip, email, password)).status).toBe(200);
  });

  test("logins are five a minute also when they come at once", async () => {
    const ip = newAddress();
    const answers = await Promise.all(Array.from({ length: 8 }, () => login(ip, "at-once@example.org")));
    expect(answers.map(({ status }) => status).sort()).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
  });

  test.each(ACCOUNTS)("logins to %s account are twenty an hour from all addresses", async (which) => {
    const email = which === "a known" ? (await open()).email : "nobody-here@example.org";
    for (let count = 0; count < 20; count++) expect((await login(newAddress(), email)).status).toBe(401);
    expect(expectLimited(await login(newAddress(), email))).toBeGreaterThan(3500);
  });

  test("strangers who use up an account's attempts keep nobody out who opened it from there before", async () => {
    const { email, password } = await open();
    const home = newAddress();
    expect((await login(home, email, password)).status).toBe(200);
    for (let count = 0; count < 20; count++) expect((await login(newAddress(), email)).status).toBe(401);
    expectLimited(await login(newAddress(), email, password));
    expect((await login(home, email, password)).status).toBe(200);
    for (let count = 0; count < 5; count++)
      await api.call("POST", "/api/auth/forgot-password", from(newAddress(), { body: { email } }));
    expectLimited(await api.call("POST", "/api/auth/forgot-password", from(newAddress(), { body: { email } })));
    expect((await api.call("POST", "/api/auth/forgot-password", from(home, { body: { email } }))).status).toBe(200);
  });

  test("a right login counts as no attempt on its account", async () => {
    const { email, password } = await open();
    for (let count = 0; count < 19; count++) expect((await login(newAddress(), email)).status).toBe(401);
    for (let count = 0; count < 3; count++) expect((await login(newAddress(), email, password)).status).toBe(200);
    expect((await login(newAddress(), email)).status).toBe(401);
    expectLimited(await login(newAddress(), email));
  });

  test("a new password by link opens the account, however many attempts failed before", async () => {
    const { email } = await open();
    for (let count = 0; count < 20; count++) await login(newAddress(), email);
    expectLimited(await login(newAddress(), email));
    const [{ id }] = await api.dataSource.query("SELECT id FROM users WHERE email = $1", [email]);
    const token = await createLinkToken(api.dataSource.manager, { userId: id, purpose: "reset-password" });
    const body = { token, newPassword: "otra clave distinta" };
    expect((await api.call("POST", "/api/auth/reset-password", from(newAddress(), { body }))).status).toBe(200);
    expect((await login(newAddress(), email, "otra clave distinta")).status).toBe(200);
  });

  test("logins from one address are limited per hour over all accounts, and a right one resets nothing", async () => {
    const { email, password } = await open();
    const ip = newAddress();
    for (let count = 0; count < 9; count++) expect((await login(ip, `sprayed-${count}@example.org`)).status).toBe(401);
    expect((await login(ip, email, password)).status).toBe(200);
    expect((await login(ip, "sprayed-tenth@example.org")).status).toBe(401);
    const refused = await login(ip, "sprayed-last@example.org", "x", other);
    expect(expectLimited(refused)).toBeGreaterThan(3500);
    expect(refused.json().error).toMatch(/Espere unos (59|60) minutos y vuelva a intentarlo\.$/);
    expect((await login(newAddress(), email, password)).status).toBe(200);
  });

  test("a login with a password or an address longer than any is refused unread", async () => {
    for (const [field, body] of [
      ["password", { email: "a@example.org", password: "x".repeat(1025) }],
      ["email", { email: "x".repeat(255), password: "x" }],
    ] as const)
      expectRefusal(await api.call("POST", "/api/auth/login", { body }), { status: 400, code: "INVALID_INPUT", field });
  });

  test("the rate limit of logins does not follow an address that a caller makes up behind the proxy", async () => {
    const ip = newAddress();
    const attempt = (claimed: string) =>
      api.call("POST", "/api/auth/login", {
        body: { email: "made-up@example.org", password: "x" },
        headers: { "x-forwarded-for": `${claimed}, ${ip}` },
      });
    for (let count = 0; count < 5; count++) expect((await attempt(newAddress())).status).toBe(401);
    expectLimited(await attempt(newAddress()));
  });
});

describe("the password that is asked again", () => {
  test("the password that is asked again may be tried twenty times an hour", async () => {
    const { token, password } = await open();
    const attempt = (currentPassword: string) =>
      api.call("POST", "/api/auth/change-password", {
        as: { token },
        body: { currentPassword, newPassword: "la clave nueva" },
      });
    for (let count = 0; count < 20; count++) expect((await attempt("la mala clave")).status).toBe(400);
    expectLimited(await attempt(password));
    expectLimited(await api.call("DELETE", "/api/auth/account", { as: { token }, body: { password } }));
  });
});

describe("an address may ask only so often in an hour", () => {
  const CALLS: Record<string, () => { body?: object; status: number }> = {
    "/api/auth/register": () => ({ body: newPerson(), status: 201 }),
    "/api/auth/forgot-password": () => ({ body: { email: "nobody@example.org" }, status: 200 }),
    "/api/auth/reset-password": () => ({ body: { token: "invented", newPassword: "otra distinta" }, status: 400 }),
    "/api/auth/resend-confirmation": () => ({ status: 200 }),
  };

  test.each(Object.entries(CALLS))("one address may call %s only so often in an hour", async (url, next) => {
    const { token } = await open();
    const ip = newAddress();
    const ask = (address: string) => {
      const { body } = next();
      return api.call("POST", url, from(address, { as: { token }, ...(body && { body }) }));
    };
    for (let count = 0; count < 3; count++) expect((await ask(ip)).status).toBe(next().status);
    expect(expectLimited(await ask(ip))).toBeGreaterThan(3500);
    expect((await ask(newAddress())).status).toBe(next().status);
  });

  test("one address may ask for a new password only so often in an hour, also for an account that exists", async () => {
    const [{ email }, ip] = [await open(), newAddress()];
    const ask = () => api.call("POST", "/api/auth/forgot-password", from(ip, { body: { email } }));
    for (let count = 0; count < 3; count++) expect((await ask()).status).toBe(200);
    expectLimited(await ask());
  });
});

describe("mails one person may be sent, from wherever they are asked for", () => {
  test.each(ACCOUNTS)("%s address is sent five links for a new password an hour", async (which) => {
    const email = which === "a known" ? (await open()).email : "nobody-forgot@example.org";
    const ask = () => api.call("POST", "/api/auth/forgot-password", from(newAddress(), { body: { email } }));
    for (let count = 0; count < 5; count++) expect((await ask()).status).toBe(200);
    expect(expectLimited(await ask())).toBeGreaterThan(3500);
  });

  test("one person is sent at most five links of confirmation an hour", async () => {
    const { token } = await open();
    const ask = () => api.call("POST", "/api/auth/resend-confirmation", from(newAddress(), { as: { token } }));
    for (let count = 0; count < 5; count++) expect((await ask()).status).toBe(200);
    expectLimited(await ask());
  });

  test("one user may send thirty invitations an hour", async () => {
    const who = await api.register();
    const body = { inputParameters: { demand_value: 5 } };
    const share = async (email: string) => {
      const { id } = (await api.call("POST", "/api/simulations", { as: who, body })).json().data;
      return api.call("POST", `/api/user-simulations/${id}/associate`, { as: who, body: { email } });
    };
    for (let count = 0; count < 30; count++) expect((await share(`invited-${count}@example.org`)).status).toBe(200);
    expectLimited(await share("one-too-many@example.org"));
  });

  const WRITTEN_TO_OFTEN = { status: 429, code: "RATE_LIMITED", error: /^A esta dirección ya le hemos escrito/ };
  test("one person is sent at most five invitations an hour, from however many accounts", async () => {
    const body = { inputParameters: { demand_value: 5 } };
    const share = async () => {
      const who = await open();
      const { id } = (await api.call("POST", "/api/simulations", { as: who, body })).json().data;
      return api.call("POST", `/api/user-simulations/${id}/associate`, { as: who, body: { email: "lee@example.org" } });
    };
    for (let count = 0; count < 5; count++) expect((await share()).status).toBe(200);
    expectRefusal(await share(), WRITTEN_TO_OFTEN);
  });

  test("one person is sent at most five mails an hour of accounts opened and deleted in their name", async () => {
    const person = newPerson();
    const register = () => api.call("POST", "/api/auth/register", from(newAddress(), { body: person }));
    for (let count = 0; count < 5; count++) {
      const { token } = (await register()).json().data;
      const body = { password: person.password };
      expect((await api.call("DELETE", "/api/auth/account", { as: { token }, body })).status).toBe(200);
    }
    expectRefusal(await register(), WRITTEN_TO_OFTEN);
  });
});

describe("requests", () => {
  const ask = (through: TestApp, ip: string) => through.call("GET", "/api/shared/nothing", from(ip));
  const strict = () => openApp(services, { settings: { ...settings, RATE_LIMIT_SIMULATIONS_PER_MINUTE: "4" } });

  test("requests of one address are counted for all processes together, each call on its own", async () => {
    const [one, two] = [await strict(), await strict()];
    const ip = newAddress();
    try {
      for (const through of [one, two, one, two]) expect((await ask(through, ip)).status).toBe(404);
      for (const through of [one, two]) expect(expectLimited(await ask(through, ip))).toBeGreaterThan(50);
      expect((await ask(two, newAddress())).status).toBe(404);
      expect((await one.call("GET", "/api/ecotrim/analysis?demand_value=x", from(ip))).status).toBe(400);
    } finally {
      await one.close();
      await two.close();
    }
  });

  test("requests over the limit reach the database no more", async () => {
    const one = await strict();
    const ip = newAddress();
    const most = async () => (await api.dataSource.query("SELECT max(hits)::int AS most FROM rate_counts"))[0].most;
    try {
      await api.dataSource.query("DELETE FROM rate_counts");
      for (let count = 0; count < 20; count++) await ask(one, ip);
      expect(await most()).toBe(5);
    } finally {
      await one.close();
    }
  });

  test("requests that cannot be counted are answered all the same", async () => {
    const one = await strict();
    await api.dataSource.query("ALTER TABLE rate_counts RENAME TO elsewhere");
    try {
      for (let count = 0; count < 6; count++) expect((await ask(one, newAddress())).status).toBe(404);
    } finally {
      await api.dataSource.query("ALTER TABLE elsewhere RENAME TO rate_counts");
      await one.close();
    }
  });
});

test("one's data are given out ten times an hour", async () => {
  const { token } = await open();
  const ask = () => api.call("GET", "/api/auth/export", { as: { token } });
  for (let count = 0; count < 10; count++) expect((await ask()).status).toBe(200);
  expect(expectLimited(await ask())).toBeGreaterThan(3500);
});

test("messages of the contact page are five a minute from one address", async () => {
  const ip = newAddress();
  const body = { name: "Ana", email: "ana@example.org", company: "Ana", message: "Hola", privacyAccepted: true };
  const send = (address: string) => api.call("POST", "/api/auth/message", from(address, { body }));
  for (let count = 0; count < 5; count++) expect((await send(ip)).status).toBe(200);
  expect(expectLimited(await send(ip))).toBeGreaterThan(0);
  expect((await send(newAddress())).status).toBe(200);
});

test("rate limits are counted without storing whose requests they are", async () => {
  const keys: { key: string }[] = await api.dataSource.query("SELECT key FROM rate_counts");
  expect(keys.length).toBeGreaterThan(0);
  for (const { key } of keys) expect(key).toMatch(/^[0-9a-f]{64}$/);
});
