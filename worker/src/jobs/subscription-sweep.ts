import { settleCheckout } from "@ecotrim/server/billing/settle";
import { atStripe, ownId } from "@ecotrim/server/billing/stripe";
import { IS_ORPHAN, settleSubscription } from "@ecotrim/server/billing/subscriptions";
import { endOfAll, forEachOf } from "./each.ts";
import type { JobDeps, JobFactory } from "./job.ts";

const BATCH = 100;
/** A checkout lasts a day: one older than this that nobody paid is paid no more. */
const CHECKOUT_DAYS = 2;

/** Settles what goes on without an account, by our table and by the provider's list: either may know what the other does not. */
export const subscriptionSweep: JobFactory<"subscription.sweep"> = (deps) => async (job) => {
  await endOfAll([sweepKnown, sweepCheckouts, sweepProvider, closeUnpaid].map((sweep) => sweep(deps, job.signal)));
};

const closeUnpaid = ({ dataSource }: JobDeps): Promise<unknown> =>
  dataSource.query(
    `UPDATE subscriptions SET status = 'incomplete_expired', updated_at = now()
      WHERE user_id IS NULL AND status = 'pending' AND created_at < now() - $1 * interval '1 day'`,
    [CHECKOUT_DAYS],
  );

const ORPHANS = `FROM subscriptions WHERE ${IS_ORPHAN}`;
/** SQL: in no order, so that each has its turn. */
const SOME = `ORDER BY random() LIMIT ${BATCH}`;

async function sweepKnown(deps: JobDeps, signal: AbortSignal): Promise<void> {
  const known: { id: string }[] = await deps.dataSource.query(
    `SELECT stripe_subscription_id AS id ${ORPHANS} AND stripe_subscription_id IS NOT NULL ${SOME}`,
  );
  await forEachOf(deps, "subscription.sweep", known, signal, ({ id }) => settleSubscription(deps, id));
}

async function sweepCheckouts(deps: JobDeps, signal: AbortSignal): Promise<void> {
  const open: { id: string }[] = await deps.dataSource.query(
    `SELECT stripe_session_id AS id ${ORPHANS}
        AND stripe_subscription_id IS NULL AND stripe_session_id IS NOT NULL ${SOME}`,
  );
  await forEachOf(deps, "subscription.sweep", open, signal, ({ id }) => settleCheckout(deps, id));
}

/** Finds also those whose row was never told which subscription, or which checkout, is its own. */
async function sweepProvider(deps: JobDeps, signal: AbortSignal): Promise<void> {
  const orphans: { id: string }[] = [];
  let last: string | undefined;
  for (let more = true; more; ) {
    signal.throwIfAborted();
    const page = await atStripe(
      deps.stripe.subscriptions.list({ limit: BATCH, ...(last !== undefined && { starting_after: last }) }),
    );
    const ours = page.data.map(({ id, metadata }) => ({ id, row: ownId(metadata, "subscription_id") }));
    const rows: { id: string; orphan: boolean }[] = await deps.dataSource.query(
      "SELECT id, user_id IS NULL AS orphan FROM subscriptions WHERE id = ANY($1)",
      [ours.flatMap(({ row }) => row ?? [])],
    );
    const orphan = new Map(rows.map((row) => [row.id, row.orphan]));
    const strangers = ours.filter(({ row }) => row !== null && !orphan.has(row)).map(({ id }) => id);
    if (strangers.length > 0) deps.logger.info({ subscriptions: strangers }, "subscriptions without a row, left alone");
    orphans.push(...ours.filter(({ row }) => row !== null && orphan.get(row)));
    last = page.data.at(-1)?.id;
    more = page.has_more;
  }
  await forEachOf(deps, "subscription.sweep", orphans, signal, ({ id }) => settleSubscription(deps, id));
}
