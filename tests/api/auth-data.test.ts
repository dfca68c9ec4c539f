import { randomUUID } from "node:crypto";
import { createLinkToken } from "@ecotrim/server/mail/link-tokens";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectRefusal, newPerson, openApp, someoneWaits, type TestApp } from "../support/app.ts";
import { hoursOf2025 } from "../support/curves.ts";
import { testServices } from "../support/services.ts";
import { eventually, newInput } from "../support/simulations.ts";
import { ANSWERS } from "../support/sites.ts";

const services = testServices("postgres");
let api: TestApp;
beforeAll(async () => {
  api = await openApp(services);
});
afterAll(() => api.close());

type Who = Awaited<ReturnType<TestApp["register"]>>;
type Mail = { kind: string; user_id: string | null };

const query = (sql: string, parameters: unknown[] = []) => api.dataSource.query(sql, parameters);

/** Field of the export that shows a table's data of a person; null where the table adds nothing to the others. */
const SHOWN_IN: Record<string, string | null> = {
  sessions: "sessions",
  user_simulations: "simulations",
  share_invitations: "sharedWith",
  share_links: "shareLinks",
  notifications: "notifications",
  mails: "mails",
  contact_messages: "contactMessages",
  billing_customers: "billingCustomer",
  payments: "payments",
  subscriptions: "subscriptions",
  reports: "reports",
  withdrawals: "withdrawals",
  offers: "offers",
  curves: "curves",
  installations: "installations",
  brands: "brand",
  link_tokens: null,
};

/** Every table that refers to users, and by which column. */
const referring = (): Promise<{ table: string; column: string }[]> =>
  query(
    `SELECT c.conrelid::regclass::text AS "table", a.attname AS "column"
       FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
      WHERE c.contype = 'f' AND c.confrelid = 'users'::regclass`,
  );

const create = async (as: Who): Promise<string> =>
  (await api.call("POST", "/api/simulations", { as, body: { inputParameters: newInput() } })).json().data.id;

const shareWith = (as: Who, id: string, email: string) =>
  api.call("POST", `/api/user-simulations/${id}/associate`, { as, body: { associationType: "shared", email } });

const OFFERABLE = `status = 'completed', results = '${JSON.stringify({
  ...{ summary: { npv: 1 }, engine_version: "2.0.0", tariff_version: "1" },
  ...{ warnings: [], null_reasons: {}, contract_range: [] },
})}'`;
const OFFER = { name: "Núria", company: "C", message: "Tenemos prisa", consent: true };

/** A person with a row in every table. */
async function richPerson() {
  const person = { ...newPerson(), phone: `+${randomUUID()}`, company: `Cerámicas ${randomUUID()}` };
  const session = await api.register(person);
  const { id: userId } = session.user;
  const friend = await api.register();
  const [own, shared] = [await create(session), await create(session)];
  await query(
    "UPDATE user_simulations SET own_name = 'Nave 2', site = 'Polígono Sur' WHERE user_id = $1 AND simulation_id = $2",
    [userId, own],
  );
  // An offer is asked for on what is completed.
  const offered = await create(session);
  await api.alterComputationOf(offered, OFFERABLE);
  await shareWith(session, own, "later@example.org");
  await shareWith(session, shared, friend.user.email);
  await shareWith(friend, await create(friend), person.email);
  await api.call("POST", `/api/simulations/${own}/share-link`, { as: session });
  await createLinkToken(api.dataSource.manager, { userId, purpose: "reset-password" });
  await api.call("POST", "/api/auth/message", {
    as: session,
    body: { name: "Núria", email: person.email, company: "C", message: "Buenos días", privacyAccepted: true },
  });
  await api.call("POST", "/api/curves", { as: session, body: hoursOf2025() });
  await api.call("POST", "/api/installations", { as: session, body: { name: "Nave 2", answers: ANSWERS } });
  await query(
    "INSERT INTO brands (user_id, company, accent, text, logo) VALUES ($1, 'Ñandú', '#7A1F2B', 'Gracias', '\\x89')",
    [userId],
  );
  await api.call("POST", "/api/withdrawals", {
    as: session,
    body: { name: "Núria", email: person.email, contract: "Informe premium" },
  });
  await api.call("POST", "/api/offers", {
    as: session,
    body: { ...OFFER, simulationId: offered, email: person.email },
  });
  await query("INSERT INTO billing_customers (user_id, stripe_customer_id) VALUES ($1, $2)", [
    userId,
    `cus_${randomUUID()}`,
  ]);
  await query(
    `INSERT INTO payments (id, user_id, kind, simulation_id, title, amount, currency, status, customer_email,
                           invoice_url, payment_link_url, paid_at)
     VALUES (gen_random_uuid(), $1, 'premium-report', $2, 'Informe de ' || $3, 999, 'eur', 'paid', $3,
             'https://pay.example/invoice?' || $3, 'https://pay.example/link?' || $3, now())`,
    [userId, own, person.email],
  );
  await query(
    `INSERT INTO subscriptions (id, user_id, product_slug, status) VALUES (gen_random_uuid(), $1, 'geotrim', 'canceled')`,
    [userId],
  );
  await query(
    `INSERT INTO reports (id, user_id, simulation_id, simulation_created_at, input_parameters, computation_id, kind, status)
     SELECT gen_random_uuid(), $1, id, created_at, input_parameters, computation_id, 'basic', 'completed'
       FROM simulations WHERE id = $2`,
    [userId, own],
  );
  return { person, session, friend, own, shared };
}

const exported = async (as: Who) => (await api.call("GET", "/api/auth/export", { as })).json();
const close = (as: Who, password: string) => api.call("DELETE", "/api/auth/account", { as, body: { password } });

describe("one's own data", () => {
  test("one's own data are given out as a file: every table that holds something of a person is shown or decided on", async () => {
    const { person, session, own, shared } = await richPerson();
    const answer = await api.call("GET", "/api/auth/export", { as: session });
    expect(answer.headers["content-disposition"]).toBe('attachment; filename="mis-datos-ecotrim.json"');
    expect(answer.headers["content-type"]).toContain("application/json");
    expect(answer.headers["cache-control"]).toBe("no-store");
    const data = answer.json();
    const tables = await referring();
    expect(tables.map(({ table }) => table).sort()).toEqual(Object.keys(SHOWN_IN).sort());
    for (const { table, column } of tables) {
      const [{ rows }] = await query(`SELECT count(*)::int AS rows FROM ${table} WHERE ${column} = $1`, [
        session.user.id,
      ]);
      expect(rows, table).toBeGreaterThan(0);
      const part = SHOWN_IN[table];
      if (part) expect(data[part], table).toHaveLength(rows);
    }
    expect(data.account).toMatchObject([
      { email: person.email, company: person.company, phone: person.phone, privacyVersion: expect.any(String) },
    ]);
    expect(data.simulations).toHaveLength(4);
    expect(data.simulations).toContainEqual(
      expect.objectContaining({ id: own, associationType: "creator", ownName: "Nave 2", site: "Polígono Sur" }),
    );
    expect(data.simulations).toContainEqual(
      expect.objectContaining({ id: shared, inputParameters: expect.anything() }),
    );
    expect(data.sharedWith).toMatchObject([{ simulationId: own, email: "later@example.org" }]);
    expect(data.contactMessages).toMatchObject([{ message: "Buenos días" }]);
    expect(data.offers).toMatchObject([{ message: "Tenemos prisa", sent: { line: expect.any(String) } }]);
    expect(data.payments).toMatchObject([{ amount: 999, customerEmail: person.email, status: "paid" }]);
  });

  test("one's own data are given out whole and in order, however many simulations there are", async () => {
    const session = await api.register();
    await query(
      `WITH made AS (
         INSERT INTO simulations (id, capability_hash, input_parameters, created_at)
         SELECT gen_random_uuid(), 'many ' || number, '{}', '2024-01-01'::timestamptz + number * interval '1 minute'
           FROM generate_series(1, 250) number RETURNING id)
       INSERT INTO user_simulations (user_id, simulation_id) SELECT $1, id FROM made`,
      [session.user.id],
    );
    const times = (await exported(session)).simulations.map(({ createdAt }: { createdAt: string }) => createdAt);
    expect(times).toHaveLength(250);
    expect(times).toEqual([...new Set(times)].sort());
  });

  test("one's own data are given out without secrets and without anybody else's", async () => {
    const { session, friend } = await richPerson();
    const text = JSON.stringify(await exported(session));
    const [row] = await query("SELECT password_hash FROM users WHERE id = $1", [session.user.id]);
    const tokens: { token: string }[] = await query("SELECT token FROM share_links WHERE user_id = $1", [
      session.user.id,
    ]);
    for (const secret of [row.password_hash, session.token, tokens[0]?.token, friend.user.email])
      expect(text).not.toContain(secret);
    expect(text).not.toMatch(/argon2|capability|accessToken/i);
  });

  test("somebody who has only opened an account is given their data too", async () => {
    const session = await api.register();
    expect(await exported(session)).toMatchObject({
      account: [{ id: session.user.id }],
      simulations: [],
      payments: [],
    });
  });
});

describe("an account", () => {
  test("an account is deleted with all that is the person's, and payments no longer say whose they are", async () => {
    const { person, session, friend, own, shared } = await richPerson();
    const [{ computation_id: computation }] = await query("SELECT computation_id FROM simulations WHERE id = $1", [
      own,
    ]);
    expect((await close(session, person.password)).status).toBe(200);

    for (const { table, column } of await referring())
      expect(await query(`SELECT * FROM ${table} WHERE ${column} = $1`, [session.user.id]), table).toEqual([]);
    const left = await query("SELECT id FROM simulations WHERE id = ANY($1)", [[own, shared]]);
    expect(left).toEqual([{ id: shared }]);
    expect((await api.call("GET", `/api/simulations/${shared}`, { as: friend })).status).toBe(200);
    // No simulation waits for the computation any more.
    expect(await query("SELECT status FROM computations WHERE id = $1", [computation])).toEqual([{ status: "failed" }]);
    expect(await query("SELECT user_id, status, amount, title FROM payments WHERE simulation_id = $1", [own])).toEqual([
      { user_id: null, status: "paid", amount: 999, title: "premium-report" },
    ]);

    const tables: { name: string }[] = await query(
      "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'",
    );
    for (const { name } of tables) {
      const where = `strpos(kept::text, $1) > 0 OR strpos(kept::text, $2) > 0 OR strpos(kept::text, $3) > 0`;
      const rows = await query(`SELECT * FROM ${name} kept WHERE ${where}`, [
        person.email,
        person.phone,
        person.company,
      ]);
      // A withdrawal is kept as proof. Its receipt and the mail about the deletion are the last mails sent.
      if (name === "mails")
        expect(rows.map(({ kind, user_id: owner }: Mail) => [kind, owner]).sort()).toEqual([
          ["account-deleted", null],
          ["withdrawal-receipt", null],
        ]);
      else if (name === "withdrawals") expect(rows).toMatchObject([{ user_id: null, contract: "Informe premium" }]);
      else expect(rows, name).toEqual([]);
    }
  });

  test("an offer asked for without logging in is data of the account whose confirmed address it names", async () => {
    const [person, unconfirmed] = [newPerson(), newPerson()];
    const accounts = [await api.register(person), await api.register({ ...unconfirmed, confirmed: false })];
    for (const { email } of [person, unconfirmed]) {
      const body = { inputParameters: newInput() };
      const { id, accessToken } = (await api.call("POST", "/api/simulations", { body })).json().data;
      await api.alterComputationOf(id, OFFERABLE);
      const asked = { ...OFFER, simulationId: id, email };
      expect((await api.call("POST", "/api/offers", { token: accessToken, body: asked })).status).toBe(200);
    }
    const shown = await Promise.all(accounts.map(async (as) => (await exported(as)).offers));
    expect(shown).toMatchObject([[{ email: person.email }], []]);
    for (const [index, { password }] of [person, unconfirmed].entries())
      expect((await close(accounts[index] as Who, password)).status).toBe(200);
    const kept = (email: string) =>
      query(
        "SELECT email FROM offers WHERE email = $1 UNION SELECT address FROM mails WHERE address = $1 AND kind = 'offer-copy'",
        [email],
      );
    expect(await kept(person.email)).toEqual([]);
    expect(await kept(unconfirmed.email)).toHaveLength(1);
  });

  test("an account is deleted only with its password, and only once", async () => {
    const person = newPerson();
    const session = await api.register(person);
    expectRefusal(await close(session, "equivocada"), { status: 400, code: "WRONG_PASSWORD", field: "password" });
    expect((await api.call("GET", "/api/auth/profile", { as: session })).status).toBe(200);
    const answers = await Promise.all([close(session, person.password), close(session, person.password)]);
    expect(answers.map(({ status }) => status)).toContain(200);
    for (const { status } of answers) expect([200, 400, 401]).toContain(status);
    expect(await query("SELECT kind FROM mails WHERE address = $1", [person.email])).toEqual([
      { kind: "account-deleted" },
    ]);
  });

  test("a deleted account opens no login, ends its sockets, and leaves its address free", async () => {
    const person = newPerson();
    const session = await api.register(person);
    const socket = await api.connect({ auth: { token: session.token } });
    const ended = new Promise((resolve) => socket.once("disconnect", resolve));
    await close(session, person.password);
    await ended;
    expectRefusal(await api.call("GET", "/api/auth/profile", { as: session }), {
      status: 401,
      code: "UNAUTHENTICATED",
    });
    const { email, password } = person;
    expectRefusal(await api.call("POST", "/api/auth/login", { body: { email, password } }), {
      status: 401,
      code: "INVALID_CREDENTIALS",
    });
    expect((await api.register(person)).user.email).toBe(email);
  });

  test("an account whose address is being confirmed is given the simulations shared with it meanwhile", async () => {
    const [owner, guest] = [await api.register(), await api.register({ confirmed: false })];
    const id = await create(owner);
    const runner = api.dataSource.createQueryRunner();
    await runner.startTransaction();
    await runner.query("UPDATE users SET email_confirmed_at = now() WHERE id = $1", [guest.user.id]);
    const sharing = shareWith(owner, id, guest.user.email);
    await eventually(() => someoneWaits(api));
    await runner.commitTransaction();
    await runner.release();
    expect((await sharing).status).toBe(200);
    expect((await exported(guest)).simulations).toMatchObject([{ id, associationType: "shared" }]);
  });

  test("an account whose address is confirmed by a new password takes over the simulations shared with it", async () => {
    const [owner, guest] = [await api.register(), await api.register({ confirmed: false })];
    const id = await create(owner);
    await shareWith(owner, id, guest.user.email);
    const token = await createLinkToken(api.dataSource.manager, { userId: guest.user.id, purpose: "reset-password" });
    const body = { token, newPassword: "otra distinta" };
    expect((await api.call("POST", "/api/auth/reset-password", { body })).status).toBe(200);
    const login = await api.call("POST", "/api/auth/login", {
      body: { email: guest.user.email, password: body.newPassword },
    });
    const as = login.json().data;
    expect((await exported(as)).simulations).toMatchObject([{ id, associationType: "shared" }]);
    const told = (await api.call("GET", "/api/notifications", { as })).json().data;
    expect(told.notifications).toMatchObject([{ kind: "simulation.shared", subjectId: id }]);
  });
});
