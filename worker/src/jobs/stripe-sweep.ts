import { enqueueEvent } from "@ecotrim/server/billing/events";
import { settleCheckout, settleLink } from "@ecotrim/server/billing/settle";
import { settleSubscription } from "@ecotrim/server/billing/subscriptions";
import { bringBack } from "./bring-back.ts";
import { endOfAll, forEachOf } from "./each.ts";
import type { JobDeps, JobFactory } from "./job.ts";

/** An event younger than this may still be on its way to the queue, s. */
const GRACE_S = 10;
/** The provider is polled after this time without an event; a checkout is given up after a few days. */
const SILENCE_MINUTES = 10;
const PATIENCE_DAYS = 3;
const BATCH = 100;

export const stripeSweep: JobFactory<"stripe.sweep"> = (deps) => async (job) => {
  // In parallel: no part may use up the time of another, nor make it fail.
  await endOfAll([
    sweepEvents(deps, job.signal),
    sweepPayments(deps, job.signal),
    sweepCheckouts(deps, job.signal),
    sweepSubscriptions(deps, job.signal),
  ]);
};

async function sweepEvents(deps: JobDeps, signal: AbortSignal): Promise<void> {
  const open: { id: string }[] = await deps.dataSource.query(
    // The order is random: events that cannot be brought back must not keep others from their turn.
    `SELECT id FROM stripe_events
      WHERE processed_at IS NULL AND dead_at IS NULL AND received_at < now() - $1 * interval '1 second'
   ORDER BY random() LIMIT $2`,
    [GRACE_S, BATCH],
  );
  await forEachOf(deps, "stripe.sweep", open, signal, ({ id }) =>
    bringBack(deps, "stripe.event", id, () => enqueueEvent(deps.queue, id)),
  );
}

/** SQL: checkouts that have been open for a while; in random order, so that each has its turn. */
const SILENT = `created_at BETWEEN now() - interval '${PATIENCE_DAYS} days' AND now() - interval '${SILENCE_MINUTES} minutes'
  ORDER BY random() LIMIT ${BATCH}`;

/** Settles report orders whose buyer did not return and whose events did not come. */
async function sweepPayments(deps: JobDeps, signal: AbortSignal): Promise<void> {
  const open: { id: string }[] = await deps.dataSource.query(
    `SELECT payment_link_id AS id FROM payments
      WHERE status IN ('pending', 'failed') AND payment_link_id IS NOT NULL AND ${SILENT}`,
  );
  await forEachOf(deps, "stripe.sweep", open, signal, ({ id }) => settleLink(deps, id));
}

/** Settles subscription checkouts whose buyer did not return and whose events did not come. */
async function sweepCheckouts(deps: JobDeps, signal: AbortSignal): Promise<void> {
  const open: { id: string }[] = await deps.dataSource.query(
    `SELECT stripe_session_id AS id FROM subscriptions
      WHERE status = 'pending' AND stripe_session_id IS NOT NULL AND ${SILENT}`,
  );
  await forEachOf(deps, "stripe.sweep", open, signal, ({ id }) => settleCheckout(deps, id));
}

/** Settles subscriptions that are past their period or whose renewal failed, without a recent event. */
async function sweepSubscriptions(deps: JobDeps, signal: AbortSignal): Promise<void> {
  const overdue: { id: string }[] = await deps.dataSource.query(
    `SELECT stripe_subscription_id AS id FROM subscriptions
      WHERE status IN ('trialing', 'active', 'past_due') AND (current_period_end < now() OR status = 'past_due')
        AND updated_at < now() - interval '${SILENCE_MINUTES} minutes' ORDER BY random() LIMIT ${BATCH}`,
  );
  await forEachOf(deps, "stripe.sweep", overdue, signal, ({ id }) => settleSubscription(deps, id));
}
