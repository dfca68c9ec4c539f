import { CURVE_LIMITS } from "@ecotrim/contracts/curves/reading";
import {
  PAYMENT_RECORD_YEARS,
  RETENTION_MONTHS,
  RETENTION_WARNING_DAYS,
  TRACES_DAYS,
} from "@ecotrim/contracts/retention";
import { deleteAccount } from "@ecotrim/server/accounts/accounts";
import { endSubscriptionsOf } from "@ecotrim/server/billing/subscriptions";
import { UNUSED_CURVE } from "@ecotrim/server/curves/curves";
import { dispatchMails, type StoredMail, storeMail } from "@ecotrim/server/mail/outbox";
import { forEachOf } from "./each.ts";
import type { JobDeps, JobFactory } from "./job.ts";

const BATCH = 500;
const DAY_MS = 24 * 3_600_000;
/** Greatest difference of clocks at which data may be deleted, s. */
const CLOCKS_APART_S = 3600;

/** SQL: the account is unused since `$1` and has no paid subscription. */
const UNUSED = `last_seen_at < $1 AND NOT EXISTS (SELECT 1 FROM subscriptions
  WHERE subscriptions.user_id = users.id AND status IN ('active', 'trialing', 'past_due'))`;

/** SQL: the account is unused since `$1`, and was warned before `$2`. */
const OVERDUE = `${UNUSED} AND retention_warned_at <= $2`;

/** Conditions by table: rows unused since `$1`. */
const OUTDATED: Record<string, string> = {
  simulations: `created_at < $1
    AND NOT EXISTS (SELECT 1 FROM user_simulations WHERE simulation_id = simulations.id)`,
  computations: `finished_at < $1 AND status IN ('completed', 'failed')
    AND NOT EXISTS (SELECT 1 FROM simulations WHERE computation_id = computations.id)
    AND NOT EXISTS (SELECT 1 FROM reports WHERE computation_id = computations.id)`,
  contact_messages: "created_at < $1",
  withdrawals: "created_at < $1",
  offers: "created_at < $1",
  share_invitations: "created_at < $1",
  notifications: "created_at < $1",
};

/** Rows that no law requires any more, created before `$1`. */
const OVER: Record<string, string> = { payments: "user_id IS NULL AND created_at < $1" };

/** Curves last sent before `$1`, without an account or unused in theirs. */
const UNUSED_CURVES: Record<string, string> = { curves: `created_at < $1 AND ${UNUSED_CURVE}` };

/** Contents that no curve holds, last sent before `$1`; a run under way keeps its own. */
const UNHELD: Record<string, string> = {
  curve_contents: `created_at < $1 AND NOT EXISTS (SELECT 1 FROM curves WHERE curves.hash = curve_contents.hash)
    AND NOT EXISTS (SELECT 1 FROM computations WHERE status IN ('pending', 'processing')
                       AND curve_contents.hash IN (input_case #>> '{curve,hash}', input_case #>> '{pvCurve,hash}'))`,
};

/** Technical traces that expired before `$1`. */
const TRACES: Record<string, string> = {
  sessions: "expires_at < $1",
  link_tokens: "expires_at < $1",
  rate_counts: "resets_at < $1",
  mails: "settled_at < $1",
};

/** Deletes personal data after the retention period, and warns account holders a month before. Idempotent. */
export const retentionPurge: JobFactory<"retention.purge"> = (deps) => async (job) => {
  await checkClock(deps);
  const limit = monthsBefore(deps.now(), RETENTION_MONTHS);
  const since = [limit, daysBefore(deps.now(), RETENTION_WARNING_DAYS)];
  const accounts: { id: string }[] = await deps.dataSource.query(`SELECT id FROM users WHERE ${OVERDUE}`, since);
  const of = (conditions: Record<string, string>, before: Date) =>
    Object.entries(conditions).map(([table, condition]) => ({
      id: table,
      purge: () => purge(deps, table, condition, before, job.signal),
    }));
  const parts = [
    { id: "warnings", purge: () => warn(deps, job.signal) },
    ...accounts.map(({ id }) => ({ id, purge: () => purgeAccount(deps, id, since) })),
    ...of(OUTDATED, limit),
    ...of(OVER, monthsBefore(deps.now(), 12 * PAYMENT_RECORD_YEARS)),
    ...of(UNUSED_CURVES, daysBefore(deps.now(), CURVE_LIMITS.unused_days)),
    ...of(UNHELD, daysBefore(deps.now(), 1)),
    ...of(TRACES, daysBefore(deps.now(), TRACES_DAYS)),
  ];
  await forEachOf(deps, "retention.purge", parts, job.signal, (part) => part.purge());
};

/**
 * A deletion by a wrong clock cannot be undone.
 * @throws Error where this machine's clock differs from the database's.
 */
async function checkClock({ dataSource }: JobDeps): Promise<void> {
  const [{ apart }] = await dataSource.query(
    "SELECT abs(extract(epoch FROM now() - $1::timestamptz))::float8 AS apart",
    [new Date()],
  );
  if (apart > CLOCKS_APART_S) throw new Error(`the clocks of worker and database are ${Math.round(apart)} s apart`);
}

const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS);

function monthsBefore(now: Date, months: number): Date {
  const date = new Date(now);
  date.setUTCMonth(date.getUTCMonth() - months);
  return date;
}

/** Warns account holders a month before the end of the retention period. */
async function warn(deps: JobDeps, signal: AbortSignal): Promise<void> {
  const { dataSource, now, logger } = deps;
  const soon = new Date(monthsBefore(now(), RETENTION_MONTHS).getTime() + RETENTION_WARNING_DAYS * DAY_MS);
  for (let count = BATCH; count === BATCH; ) {
    signal.throwIfAborted();
    const mails = await dataSource.transaction(async (manager) => {
      const [warned] = await manager.query(
        `UPDATE users SET retention_warned_at = $2 WHERE id IN (
           SELECT id FROM users WHERE ${UNUSED} AND retention_warned_at IS NULL LIMIT ${BATCH} FOR UPDATE) RETURNING id`,
        [soon, now()],
      );
      const stored: StoredMail[] = [];
      for (const { id } of warned) stored.push(await storeMail(manager, { kind: "retention-warning", userId: id }));
      return stored;
    });
    count = mails.length;
    if (count > 0) logger.info({ accounts: count }, "warned that their time is up in a month");
    await dispatchMails(deps, mails);
  }
}

async function purgeAccount(deps: JobDeps, id: string, since: Date[]): Promise<void> {
  // A paused or unpaid subscription could be charged again later.
  await endSubscriptionsOf(deps, id);
  const purged = await deps.dataSource.transaction(async (manager) => {
    // A concurrent login keeps the account.
    const [still] = await manager.query(`SELECT 1 FROM users WHERE ${OVERDUE} AND id = $3 FOR UPDATE`, [...since, id]);
    if (still) await deleteAccount(manager, id);
    return Boolean(still);
  });
  if (purged) deps.logger.info({ user: id }, "account purged");
}

/** Deletes in batches, so that no lock is held for long; rows that somebody holds wait for the next run: no deadlock. */
async function purge(
  { dataSource, logger }: JobDeps,
  table: string,
  condition: string,
  limit: Date,
  signal: AbortSignal,
): Promise<void> {
  let total = 0;
  for (let count = BATCH; count === BATCH; total += count) {
    signal.throwIfAborted();
    const [, deleted]: [unknown, number] = await dataSource.query(
      `DELETE FROM ${table} WHERE ctid IN (SELECT ctid FROM ${table} WHERE ${condition} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`,
      [limit],
    );
    count = deleted;
  }
  if (total > 0) logger.info({ table, rows: total }, "purged");
}
