import { createLinkToken } from "@ecotrim/server/mail/link-tokens";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectRefusal, newPerson, openApp, someoneWaits, type TestApp } from "../support/app.ts";
import { testServices } from "../support/services.ts";
import { eventually } from "../support/simulations.ts";
import { testLogger } from "../support/test-log.ts";

const services = testServices("postgres");
const written: string[] = [];
let api: TestApp;
beforeAll(async () => {
  api = await openApp(services, { logger: testLogger("api", (line) => written.push(line)) });
});
afterAll(() => api.close());

const login = (email: string, password: string) => api.call("POST", "/api/auth/login", { body: { email, password } });
const verify = (as: { token: string }) => api.call("GET", "/api/auth/verify-token", { as });
const UNAUTHENTICATED = { status: 401, code: "UNAUTHENTICATED" };
const mailsOf = async (userId: string): Promise<string[]> =>
  (await api.dataSource.query("SELECT kind FROM mails WHERE user_id = $1 ORDER BY created_at", [userId])).map(
    ({ kind }: { kind: string }) => kind,
  );

describe("registration", () => {
  test("a registration opens an account, logs in, stores the consent and mails a confirmation", async () => {
    const person = { ...newPerson(), email: "  Nuria.PONS@Example.org ", phone: "600 000 000" };
    const answer = await api.call("POST", "/api/auth/register", { body: person });
    expect(answer.status).toBe(201);
    const { token, user } = answer.json().data;
    expect(user).toMatchObject({
      firstName: "Núria",
      email: "nuria.pons@example.org",
      company: person.company,
      phone: "600 000 000",
      emailConfirmed: false,
    });
    expect(answer.text).not.toContain("argon2");
    expect((await verify({ token })).json().data.user).toEqual(user);
    const [row] = await api.dataSource.query("SELECT * FROM users WHERE id = $1", [user.id]);
    expect(row).toMatchObject({ privacy_version: expect.any(String), privacy_accepted_at: expect.any(Date) });
    expect(row.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await mailsOf(user.id)).toEqual(["confirm-email"]);
  });

  test("a registration with the specification's six fields stores no acceptance of the privacy policy", async () => {
    const { privacyAccepted: _, ...person } = { phone: "", ...newPerson() };
    const answer = await api.call("POST", "/api/auth/register", { body: person });
    expect(answer.status).toBe(201);
    const [row] = await api.dataSource.query("SELECT * FROM users WHERE email = $1", [person.email]);
    expect(row).toMatchObject({ privacy_version: null, privacy_accepted_at: null });
  });

  test("a registration of an address in use is 409, also at the same time and in other letters", async () => {
    const person = newPerson();
    const register = (email: string) => api.call("POST", "/api/auth/register", { body: { ...person, email } });
    const answers = await Promise.all([register(person.email), register(person.email.toUpperCase())]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expectRefusal(await register(person.email), { status: 409, code: "EMAIL_TAKEN", field: "email" });
  });

  test.each([
    [{ password: "corta12" }, "password", "La contraseña debe tener al menos 8 caracteres"],
    [{ password: "x".repeat(200) }, "password", "128 caracteres"],
    [{ email: "nadie" }, "email", "correo válida"],
    [{ firstName: "" }, "firstName", "nombre"],
    [{ firstName: "   " }, "firstName", "campos obligatorios"],
    [{ lastName: "" }, "lastName", "Falta un dato obligatorio: el apellido"],
    [{ privacyAccepted: false }, "privacyAccepted", "Falta .*: la aceptación de la política de privacidad"],
    [{ role: "admin" }, "role", "no se admite"],
  ])("a registration refuses %o", async (fault, field, error) => {
    const answer = await api.call("POST", "/api/auth/register", { body: { ...newPerson(), ...fault } });
    expectRefusal(answer, { status: 400, code: "INVALID_INPUT", field, error: new RegExp(error) });
  });

  test.each([[{}], [{ company: "", phone: "" }], [{ company: "  ", phone: " " }]])(
    "a registration without company and phone keeps none: %o",
    async (fields) => {
      const { company: _, ...person } = newPerson();
      const answer = await api.call("POST", "/api/auth/register", { body: { ...person, ...fields } });
      expect(answer.json().data.user).toMatchObject({ company: null, phone: null });
    },
  );
});

describe("login", () => {
  test.each(["contraseña con acentos y ñ", "clave 🔋⚡️ con emoji", "x".repeat(128), " con espacios "])(
    "a login takes the password %j",
    async (password) => {
      const { user } = await api.register({ password });
      expect((await login(user.email, password)).status).toBe(200);
    },
  );

  test("a login takes accents however the device types them", async () => {
    const { user } = await api.register({ password: "cañón élite".normalize("NFC") });
    expect((await login(user.email, "cañón élite".normalize("NFD"))).status).toBe(200);
  });

  test("a login tells an unknown address and a wrong password alike", async () => {
    const { user } = await api.register();
    const [wrong, unknown] = [await login(user.email, "otra clave"), await login("nobody@example.org", "otra clave")];
    for (const answer of [wrong, unknown]) expectRefusal(answer, { status: 401, code: "INVALID_CREDENTIALS" });
    expect(wrong.json().error).toBe(unknown.json().error);
  });

  test.each([
    ["nobody@example.org", "x".repeat(1024)],
    ["x".repeat(254), "una clave larga"],
    ["not an address", "corta"],
  ])("a login looks at nothing but whether the fields fit: %s", async (email, password) => {
    expectRefusal(await login(email, password), { status: 401, code: "INVALID_CREDENTIALS" });
  });

  test.each([
    [{ email: "a@b.es" }, "password"],
    [{ email: "a@b.es", password: "" }, "password"],
    [{ password: "una clave larga" }, "email"],
  ])("a login needs both fields: %o", async (body, field) => {
    expectRefusal(await api.call("POST", "/api/auth/login", { body }), { status: 400, code: "INVALID_INPUT", field });
  });

  test("a login reads the address as it was registered, with blanks and in other letters", async () => {
    const person = newPerson();
    await api.register(person);
    expect((await login(` ${person.email.toUpperCase()} `, person.password)).status).toBe(200);
  });

  test("a login with a password that is changed at that moment opens nothing", async () => {
    const [person, other] = [newPerson(), await api.register({ password: "la clave de antes" })];
    const { user } = await api.register(person);
    const runner = api.dataSource.createQueryRunner();
    await runner.startTransaction();
    await runner.query(
      "UPDATE users SET password_hash = (SELECT password_hash FROM users WHERE id = $2) WHERE id = $1",
      [user.id, other.user.id],
    );
    const answer = login(person.email, person.password);
    await eventually(() => someoneWaits(api));
    await runner.commitTransaction();
    await runner.release();
    expectRefusal(await answer, { status: 401, code: "INVALID_CREDENTIALS" });
  });

  test("logins are limited for an account and an address, and a success begins anew", async () => {
    const { user } = await api.register({ password: "la buena clave" });
    const attempt = () => login(user.email, "la mala clave");
    for (let count = 0; count < 4; count++) expect((await attempt()).status).toBe(401);
    expect((await login(user.email, "la buena clave")).status).toBe(200);
    for (let count = 0; count < 5; count++) expect((await attempt()).status).toBe(401);
    const limited = await attempt();
    expectRefusal(limited, { status: 429, code: "RATE_LIMITED" });
    expect(Number(limited.headers["retry-after"])).toBeGreaterThan(0);
    expect((await login(user.email, "la buena clave")).status).toBe(429);
  });
});

describe("a session", () => {
  test("a session ends with its logout, and no other does", async () => {
    const person = newPerson();
    const first = await api.register(person);
    const second = (await login(person.email, person.password)).json().data;
    expect((await api.call("POST", "/api/auth/logout", { as: first })).status).toBe(200);
    expectRefusal(await verify(first), UNAUTHENTICATED);
    expect((await verify(second)).status).toBe(200);
  });

  test("a session ends at its time, which use moves on", async () => {
    const session = await api.register();
    const expire = (when: string) =>
      api.dataSource.query(`UPDATE sessions SET expires_at = now() + interval '${when}' WHERE user_id = $1`, [
        session.user.id,
      ]);
    await expire("1 day");
    expect((await verify(session)).status).toBe(200);
    const [{ days }] = await api.dataSource.query(
      "SELECT extract(day FROM expires_at - now())::int AS days FROM sessions WHERE user_id = $1",
      [session.user.id],
    );
    expect(days).toBe(6);
    await expire("-1 second");
    expectRefusal(await verify(session), UNAUTHENTICATED);
  });

  test.each(["", "nonsense", "eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0."])("the token %j opens nothing", async (token) => {
    const headers = { authorization: `Bearer ${token}` };
    expectRefusal(await api.call("GET", "/api/auth/profile", { headers }), UNAUTHENTICATED);
  });

  test("a token signed by somebody else, or changed, opens no session", async () => {
    const { token } = await api.register();
    const [head, body, signature] = token.split(".") as [string, string, string];
    const other = Buffer.from(JSON.stringify({ sub: crypto.randomUUID(), jti: crypto.randomUUID() })).toString(
      "base64url",
    );
    for (const forged of [`${head}.${other}.${signature}`, `${head}.${body}.${signature.slice(1)}A`])
      expectRefusal(await verify({ token: forged }), UNAUTHENTICATED);
  });

  test("a session that is not alive is refused also where none is needed", async () => {
    const answer = await api.call("POST", "/api/simulations", {
      body: { inputParameters: { demand_value: 5 } },
      headers: { authorization: "Bearer gone" },
    });
    expectRefusal(answer, UNAUTHENTICATED);
  });
});

describe("the profile", () => {
  test("the profile is changed field by field; empty ones keep their value", async () => {
    const session = await api.register();
    const body = { firstName: "Ana", lastName: "", company: "  ", phone: "612" };
    const { data } = (await api.call("PUT", "/api/auth/profile", { as: session, body })).json();
    expect(data.user).toEqual({ ...session.user, emailConfirmed: true, firstName: "Ana", phone: "612" });
  });

  test("a change of the profile lets nothing else be changed", async () => {
    const session = await api.register();
    for (const body of [{ email: "x@example.org" }, { id: crypto.randomUUID() }, { emailConfirmed: true }])
      expectRefusal(await api.call("PUT", "/api/auth/profile", { as: session, body }), {
        status: 400,
        code: "INVALID_INPUT",
      });
  });
});

describe("a new password", () => {
  test("a new password ends the other sessions, and is the one that logs in", async () => {
    const person = newPerson();
    const session = await api.register(person);
    const other = (await login(person.email, person.password)).json().data;
    const change = (currentPassword: string) =>
      api.call("POST", "/api/auth/change-password", {
        as: session,
        body: { currentPassword, newPassword: "la clave nueva" },
      });
    expectRefusal(await change("equivocada"), { status: 400, code: "WRONG_PASSWORD", field: "currentPassword" });
    expect((await change(person.password)).status).toBe(200);
    expect((await verify(session)).status).toBe(200);
    expectRefusal(await verify(other), UNAUTHENTICATED);
    expect((await login(person.email, person.password)).status).toBe(401);
    expect((await login(person.email, "la clave nueva")).status).toBe(200);
    expect(await mailsOf(session.user.id)).toContain("password-changed");
  });

  test("a new password ends also the session of a login that is about to be through", async () => {
    const person = newPerson();
    const session = await api.register(person);
    const runner = api.dataSource.createQueryRunner();
    await runner.startTransaction();
    await runner.query("UPDATE users SET last_seen_at = now() WHERE id = $1", [session.user.id]);
    const token = await api.app.sessions.open(runner.manager, session.user.id);
    const body = { currentPassword: person.password, newPassword: "la clave nueva" };
    const answer = api.call("POST", "/api/auth/change-password", { as: session, body });
    await eventually(() => someoneWaits(api));
    await runner.commitTransaction();
    await runner.release();
    expect((await answer).status).toBe(200);
    expectRefusal(await verify({ token }), UNAUTHENTICATED);
  });

  test("a new password makes the links mailed before it useless", async () => {
    const person = newPerson();
    const session = await api.register(person);
    const token = await createLinkToken(api.dataSource.manager, {
      userId: session.user.id,
      purpose: "reset-password",
    });
    const change = { currentPassword: person.password, newPassword: "la clave nueva" };
    await api.call("POST", "/api/auth/change-password", { as: session, body: change });
    const body = { token, newPassword: "otra distinta" };
    expectRefusal(await api.call("POST", "/api/auth/reset-password", { body }), { status: 400, code: "LINK_INVALID" });
  });

  test.each([
    ["corta12", "La nueva contraseña debe tener al menos 8 caracteres"],
    ["x".repeat(129), "La nueva contraseña no puede superar los 128 caracteres"],
  ])("the new password %s is refused with its limit", async (newPassword, error) => {
    const person = newPerson();
    const session = await api.register(person);
    expectRefusal(
      await api.call("POST", "/api/auth/change-password", {
        as: session,
        body: { currentPassword: person.password, newPassword },
      }),
      { status: 400, code: "INVALID_INPUT", field: "newPassword", error: new RegExp(error) },
    );
  });

  test("a new password ends the sockets of the sessions it ends, at once", async () => {
    const person = newPerson();
    const session = await api.register(person);
    const other = (await login(person.email, person.password)).json().data;
    const connect = ({ token }: { token: string }) => api.connect({ auth: { token } });
    const [mine, theirs] = [await connect(session), await connect(other)];
    const ended = (socket: typeof mine) => new Promise((resolve) => socket.once("disconnect", resolve));
    const theirEnd = ended(theirs);
    await api.call("POST", "/api/auth/change-password", {
      as: session,
      body: { currentPassword: person.password, newPassword: "la clave nueva" },
    });
    await theirEnd;
    expect(mine.connected).toBe(true);
    const myEnd = ended(mine);
    const token = await createLinkToken(api.dataSource.manager, { userId: session.user.id, purpose: "reset-password" });
    await api.call("POST", "/api/auth/reset-password", { body: { token, newPassword: "otra distinta" } });
    await myEnd;
  });

  test("a new password is asked for with one answer, whether the address is known or not", async () => {
    const { user } = await api.register();
    const ask = (email: string) => api.call("POST", "/api/auth/forgot-password", { body: { email } });
    const [known, unknown] = [await ask(user.email), await ask("nobody@example.org")];
    expect([known.status, known.json()]).toEqual([unknown.status, unknown.json()]);
    expect(await mailsOf(user.id)).toEqual(["confirm-email", "reset-password"]);
    // The API stores a mail for an unknown address too, so that both cost the same; the worker drops it.
    const mails = await api.dataSource.query("SELECT user_id, address FROM mails WHERE kind = 'reset-password'");
    expect(mails).toHaveLength(2);
    expect(mails).toContainEqual({ user_id: null, address: null });
  });

  test("a link that is used twice at once sets a new password once", async () => {
    const { user } = await api.register();
    const token = await createLinkToken(api.dataSource.manager, { userId: user.id, purpose: "reset-password" });
    const reset = (newPassword: string) =>
      api.call("POST", "/api/auth/reset-password", { body: { token, newPassword } });
    const answers = await Promise.all([reset("otra distinta"), reset("otra distinta")]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test("a link sets a new password once, ends every session and confirms the address", async () => {
    const session = await api.register({ confirmed: false });
    const token = await createLinkToken(api.dataSource.manager, {
      userId: session.user.id,
      purpose: "reset-password",
    });
    const spare = await createLinkToken(api.dataSource.manager, {
      userId: session.user.id,
      purpose: "reset-password",
    });
    const reset = (given: string) =>
      api.call("POST", "/api/auth/reset-password", { body: { token: given, newPassword: "otra distinta" } });
    // A mail scanner that opens the link changes nothing.
    for (let count = 0; count < 3; count++) await api.call("GET", `/restablecer?token=${token}`);
    expect((await reset(token)).status).toBe(200);
    for (const given of [token, spare, "invented"])
      expectRefusal(await reset(given), { status: 400, code: "LINK_INVALID" });
    expectRefusal(await verify(session), UNAUTHENTICATED);
    const { user } = (await login(session.user.email, "otra distinta")).json().data;
    expect(user.emailConfirmed).toBe(true);
  });

  test("a link for a new password is refused past its hour", async () => {
    const { user } = await api.register();
    const token = await createLinkToken(api.dataSource.manager, { userId: user.id, purpose: "reset-password" });
    await api.dataSource.query("UPDATE link_tokens SET expires_at = now() WHERE user_id = $1", [user.id]);
    expectRefusal(
      await api.call("POST", "/api/auth/reset-password", { body: { token, newPassword: "otra distinta" } }),
      { status: 400, code: "LINK_INVALID" },
    );
  });
});

describe("an address", () => {
  test("an address is confirmed by its link, and stays so when the link is used again", async () => {
    const session = await api.register({ confirmed: false });
    const { id: userId } = session.user;
    const token = await createLinkToken(api.dataSource.manager, { userId, purpose: "confirm-email" });
    const confirm = (given: string) => api.call("POST", "/api/auth/confirm-email", { body: { token: given } });
    expect((await confirm(token)).status).toBe(200);
    expect((await confirm(token)).status).toBe(200);
    expect((await verify(session)).json().data.user.emailConfirmed).toBe(true);
    expectRefusal(await confirm("invented"), { status: 400, code: "LINK_INVALID" });
    const reset = await createLinkToken(api.dataSource.manager, { userId, purpose: "reset-password" });
    expectRefusal(await confirm(reset), { status: 400, code: "LINK_INVALID" });
  });

  test("an address is not confirmed by a link past its week, nor by one that is only opened", async () => {
    const session = await api.register({ confirmed: false });
    const { id: userId } = session.user;
    const token = await createLinkToken(api.dataSource.manager, { userId, purpose: "confirm-email" });
    const [{ days }] = await api.dataSource.query(
      "SELECT round(extract(epoch FROM expires_at - now()) / 86400)::int AS days FROM link_tokens WHERE user_id = $1",
      [userId],
    );
    expect(days).toBe(7);
    await api.call("GET", `/confirmar-correo?token=${token}`);
    await api.dataSource.query("UPDATE link_tokens SET expires_at = now() WHERE user_id = $1", [userId]);
    const answer = await api.call("POST", "/api/auth/confirm-email", { body: { token } });
    expectRefusal(answer, { status: 400, code: "LINK_INVALID" });
    expect((await verify(session)).json().data.user.emailConfirmed).toBe(false);
  });

  test("an address that is confirmed is sent no further link", async () => {
    const confirmed = await api.register();
    const open = await api.register({ confirmed: false });
    for (const as of [confirmed, open])
      expect((await api.call("POST", "/api/auth/resend-confirmation", { as })).status).toBe(200);
    expect(await mailsOf(confirmed.user.id)).toEqual(["confirm-email"]);
    expect(await mailsOf(open.user.id)).toEqual(["confirm-email", "confirm-email"]);
  });
});

describe("a message of the contact page", () => {
  const message = {
    name: "Núria Pons",
    email: "nuria@example.org",
    company: "Cerámicas",
    message: "Buenos días",
    privacyAccepted: true,
  };
  const send = (body: object, as?: { token: string }) =>
    api.call("POST", "/api/auth/message", { body, ...(as && { as }) });

  test("a message of the contact page is stored, mailed to the company and linked to its account", async () => {
    const session = await api.register();
    const answer = await send(message, session);
    expect(answer.json()).toMatchObject({
      message: "Tu mensaje ha sido enviado correctamente.",
      data: { hasUser: true, user: { firstName: "Núria", lastName: "Pons" } },
    });
    const [row] = await api.dataSource.query("SELECT * FROM contact_messages WHERE user_id = $1", [session.user.id]);
    expect(row).toMatchObject({ message: "Buenos días", phone: null, privacy_accepted_at: expect.any(Date) });
    const mails = await api.dataSource.query("SELECT address FROM mails WHERE subject_id = $1", [row.id]);
    expect(mails).toEqual([{ address: api.env.CONTACT_EMAIL }]);
  });

  test("a message with the specification's five fields is stored without an acceptance", async () => {
    const { privacyAccepted: _, ...five } = { ...message, phone: "600 000 000", email: "solo-cinco@example.org" };
    expect((await send(five)).json().data).toEqual({ hasUser: false });
    const [row] = await api.dataSource.query("SELECT * FROM contact_messages WHERE email = $1", [five.email]);
    expect(row).toMatchObject({ phone: "600 000 000", privacy_accepted_at: null, privacy_version: null });
  });

  test("a message of the contact page without a required field is refused with its name", async () => {
    expectRefusal(await send({ ...message, message: undefined }), {
      ...{ status: 400, code: "INVALID_INPUT", field: "message" },
      error: /^Por favor completa todos los campos obligatorios\.$/,
    });
    expectRefusal(await send({ ...message, privacyAccepted: false }), {
      ...{ status: 400, code: "INVALID_INPUT", field: "privacyAccepted" },
    });
  });
});

test("a message by a program that fills in the hidden field is dropped, as if it were sent", async () => {
  const count = async () => (await api.dataSource.query("SELECT count(*)::int AS n FROM contact_messages"))[0].n;
  const before = await count();
  const body = { name: "x", email: "x@x.es", company: "x", message: "x", privacyAccepted: true, website: "spam" };
  expect((await api.call("POST", "/api/auth/message", { body })).status).toBe(200);
  expect(await count()).toBe(before);
});

test("the log of accounts holds no password, token or address, also of failed calls", async () => {
  await api.dataSource.query("ALTER TABLE users RENAME COLUMN phone TO elsewhere");
  const failed = await api.call("POST", "/api/auth/register", { body: newPerson() });
  await api.dataSource.query("ALTER TABLE users RENAME COLUMN elsewhere TO phone");
  expectRefusal(failed, { status: 500, code: "INTERNAL" });
  const log = written.join("");
  expect(log).toContain("request answered");
  expect(log).toContain("request failed");
  expect(log).not.toMatch(/clave|distinta|@example\.org|eyJ|argon2/);
});
