import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { retentionPurge } from "../../worker/src/jobs/retention-purge.ts";
import { openApp, type TestApp } from "../support/app.ts";
import { flush, testServices } from "../support/services.ts";
import { eventually, newInput } from "../support/simulations.ts";
import { type WorkerParts, workerParts } from "../support/worker-deps.ts";

const NOW = new Date("2026-11-28T03:00:00Z");
const services = testServices("postgres");
let api: TestApp;
beforeAll(async () => {
  api = await openApp(services);
});
beforeEach(() => flush(services));
afterAll(() => api.close());

const purge = (now = NOW, parts: Partial<WorkerParts> = {}) =>
  retentionPurge({ ...api, ...workerParts(api.env), ...parts, pool: undefined as never, now: () => now })({
    id: "purge",
    data: {},
    attempt: 1,
    isLastAttempt: true,
    signal: new AbortController().signal,
  });
const query = (sql: string, parameters: unknown[] = []) => api.dataSource.query(sql, parameters);
const monthsAgo = (months: number): Date => {
  const date = new Date(NOW);
  date.setUTCMonth(date.getUTCMonth() - months);
  return date;
};
const daysLater = (days: number) => new Date(NOW.getTime() + days * 24 * 3_600_000);
const exists = async (table: string, id: string) =>
  (await query(`SELECT 1 FROM ${table} WHERE id = $1`, [id])).length > 0;

async function simulationOf(months: number, as?: { token: string }): Promise<string> {
  const body = { inputParameters: newInput() };
  const { id } = (await api.call("POST", "/api/simulations", { body, ...(as && { as }) })).json().data;
  await query("UPDATE simulations SET created_at = $2 WHERE id = $1", [id, monthsAgo(months)]);
  await api.alterComputationOf(id, `status = 'completed', finished_at = '${monthsAgo(months).toISOString()}'`);
  return id;
}
const seen = (id: string, months: number) =>
  query("UPDATE users SET last_seen_at = $2 WHERE id = $1", [id, monthsAgo(months)]);

describe("what nobody has used for 24 months", () => {
  test("a simulation without an account is purged at 24 months, with its computation; at 23 months it stays", async () => {
    const [old, recent] = [await simulationOf(25), await simulationOf(23)];
    const held = await simulationOf(25, await api.register());
    await purge();
    expect([await exists("simulations", old), await exists("simulations", recent)]).toEqual([false, true]);
    expect(await exists("simulations", held)).toBe(true);
    const [{ count }] = await query("SELECT count(*)::int AS count FROM computations");
    expect(count).toBe(2);
  });

  test("a message is purged at 24 months; at 23 months it stays", async () => {
    const [old, recent] = [randomUUID(), randomUUID()];
    for (const [id, months] of [
      [old, 25],
      [recent, 23],
    ] as const)
      await query(
        `INSERT INTO contact_messages (id, name, email, company, message, privacy_accepted_at, privacy_version, created_at)
         VALUES ($1, '', '', '', '', now(), '', $2)`,
        [id, monthsAgo(months)],
      );
    await purge();
    expect([await exists("contact_messages", old), await exists("contact_messages", recent)]).toEqual([false, true]);
  });

  test("a payment of a deleted account stays six years, of an existing one for good", async () => {
    const { user } = await api.register();
    const [over, recent, owned] = [randomUUID(), randomUUID(), randomUUID()];
    for (const [id, owner, months] of [
      [over, null, 73],
      [recent, null, 71],
      [owned, user.id, 73],
    ] as const)
      await query(
        `INSERT INTO payments (id, user_id, kind, title, amount, currency, status, created_at)
         VALUES ($1, $2, 'subscription', '', 2900, 'eur', 'paid', $3)`,
        [id, owner, monthsAgo(months)],
      );
    await purge();
    const left = await Promise.all([over, recent, owned].map((id) => exists("payments", id)));
    expect(left).toEqual([false, true, true]);
  });

  test("a withdrawal is purged at 24 months; at 23 months it stays", async () => {
    const [old, recent] = [randomUUID(), randomUUID()];
    for (const [id, months] of [
      [old, 25],
      [recent, 23],
    ] as const)
      await query("INSERT INTO withdrawals (id, name, email, contract, created_at) VALUES ($1, '', '', '', $2)", [
        id,
        monthsAgo(months),
      ]);
    await purge();
    expect([await exists("withdrawals", old), await exists("withdrawals", recent)]).toEqual([false, true]);
  });

  test("a request for an offer is purged at 24 months; at 23 months it stays", async () => {
    const [old, recent] = [randomUUID(), randomUUID()];
    for (const [id, months] of [
      [old, 25],
      [recent, 23],
    ] as const)
      await query(
        `INSERT INTO offers (id, name, email, company, sent, token, consent_version, consent_at, created_at)
         VALUES ($1, '', '', '', '{}', $1::uuid::text, '', now(), $2)`,
        [id, monthsAgo(months)],
      );
    await purge();
    expect([await exists("offers", old), await exists("offers", recent)]).toEqual([false, true]);
  });

  test("an account is warned a month before and purged with all it holds when the month is over, not sooner", async () => {
    const { user, token } = await api.register();
    const id = await simulationOf(25, { token });
    await seen(user.id, 24);
    await purge();
    await purge();
    const mails = await query("SELECT kind FROM mails WHERE user_id = $1 AND kind = 'retention-warning'", [user.id]);
    expect(mails).toHaveLength(1);
    await seen(user.id, 25);
    await purge(daysLater(29));
    expect(await exists("users", user.id)).toBe(true);
    await purge(daysLater(30));
    expect([await exists("users", user.id), await exists("simulations", id)]).toEqual([false, false]);
  });

  test("an account whose owner logs in while it is being purged stays", async () => {
    const { user } = await api.register();
    await seen(user.id, 30);
    await purge();
    const login = api.dataSource.createQueryRunner();
    await login.startTransaction();
    await login.query("UPDATE users SET last_seen_at = $2, retention_warned_at = NULL WHERE id = $1", [user.id, NOW]);
    const purging = purge(daysLater(30));
    const waiting = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    await eventually(async () => (await query(waiting)).length > 0);
    await login.commitTransaction();
    await login.release();
    await purging;
    expect(await exists("users", user.id)).toBe(true);
  });

  test("an account whose time is long over, but that was never warned, is warned first", async () => {
    const { user } = await api.register();
    await seen(user.id, 40);
    await purge();
    expect(await exists("users", user.id)).toBe(true);
    await purge(daysLater(31));
    expect(await exists("users", user.id)).toBe(false);
  });

  test("an account seen 22 months ago, or again after its warning, stays", async () => {
    const [quiet, back] = [await api.register(), await api.register()];
    await seen(quiet.user.id, 22);
    await seen(back.user.id, 24);
    await purge();
    await api.call("POST", "/api/auth/login", { body: { email: back.user.email, password: "una clave larga" } });
    await purge(daysLater(31));
    expect([await exists("users", quiet.user.id), await exists("users", back.user.id)]).toEqual([true, true]);
  });

  test("an account that pays a subscription stays", async () => {
    const { user } = await api.register();
    await seen(user.id, 30);
    await query("INSERT INTO subscriptions (id, user_id, product_slug, status) VALUES ($1, $2, 'geotrim', 'active')", [
      randomUUID(),
      user.id,
    ]);
    await purge();
    await purge(daysLater(31));
    expect(await exists("users", user.id)).toBe(true);
  });

  test("a subscription that is no longer paid is ended at the provider before its account goes", async () => {
    const { user } = await api.register();
    await seen(user.id, 30);
    await query(
      `INSERT INTO subscriptions (id, user_id, product_slug, status, stripe_subscription_id)
       VALUES ($1, $2, 'geotrim', 'unpaid', 'sub_1')`,
      [randomUUID(), user.id],
    );
    await purge();
    const cancel = vi.fn(async () => ({}));
    await purge(daysLater(31), { stripe: { subscriptions: { cancel } } as never });
    expect(cancel).toHaveBeenCalledExactlyOnceWith("sub_1");
    expect(await exists("users", user.id)).toBe(false);
  });

  test("an invitation that was not taken up is purged at 24 months; at 23 months it stays", async () => {
    const ana = await api.register();
    const id = await simulationOf(1, ana);
    for (const months of [25, 23])
      await query(
        "INSERT INTO share_invitations (simulation_id, email, invited_by, created_at) VALUES ($1, $2, $3, $4)",
        [id, `${months}@example.org`, ana.user.id, monthsAgo(months)],
      );
    await purge();
    expect(await query("SELECT email FROM share_invitations")).toEqual([{ email: "23@example.org" }]);
  });

  test("a notification is purged at 24 months, read or not; at 23 months it stays", async () => {
    const { user } = await api.register();
    for (const months of [25, 23])
      await query(
        `INSERT INTO notifications (id, user_id, kind, subject_id, occasion, created_at)
         VALUES ($1, $2, 'simulation.completed', $3, $3, $4)`,
        [randomUUID(), user.id, String(months), monthsAgo(months)],
      );
    await purge();
    expect(await query("SELECT occasion FROM notifications")).toEqual([{ occasion: "23" }]);
  });

  test("more than one batch is purged at once", async () => {
    await query(
      `INSERT INTO contact_messages (id, name, email, company, message, privacy_accepted_at, privacy_version, created_at)
       SELECT gen_random_uuid(), '', '', '', '', now(), '', $1 FROM generate_series(1, 1001)`,
      [monthsAgo(25)],
    );
    await purge();
    expect(await query("SELECT count(*)::int AS left FROM contact_messages")).toEqual([{ left: 0 }]);
  });

  test("expired traces are purged: logins, links, counts and mails", async () => {
    const { user } = await api.register();
    await query("UPDATE sessions SET expires_at = $1", [monthsAgo(2)]);
    await query("UPDATE mails SET settled_at = $1, outcome = 'sent'", [monthsAgo(2)]);
    await query("UPDATE rate_counts SET resets_at = $1", [monthsAgo(2)]);
    await query(
      "INSERT INTO link_tokens (token_hash, user_id, purpose, expires_at) VALUES ('x', $1, 'confirm-email', $2)",
      [user.id, monthsAgo(2)],
    );
    await purge();
    for (const table of ["sessions", "mails", "rate_counts", "link_tokens"])
      expect(await query(`SELECT 1 FROM ${table}`), table).toEqual([]);
  });
});
