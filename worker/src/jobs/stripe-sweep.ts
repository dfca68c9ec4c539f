import { enqueueEvent } from "@ecotrim/server/billing/events";
import { settleCheckout, settleLink } from "@ecotrim/server/billing/settle";
import { settleSubscription } from "@ecotrim/server/billing/subscriptions";
import { bringBack } from "./bring-back.ts";
import type { JobDeps, JobFactory } from "./job.ts";

/** An event younger than this may still be on its way to the queue, s. */
const GRACE_S = 10;
/** The provider is polled after this time without an event; a checkout is given up after a few days. */
const SILENCE_MINUTES = 10;
const PATIENCE_DAYS = 3;
const BATCH = 100;

export const stripeSweep: JobFactory<"stripe.sweep"> = (deps) => async (job) => {
  // In parallel: no part may use up the time of another, nor make it fail.
  const parts = [
    sweepEvents(deps),
    sweepPayments(deps, job.signal),
    sweepCheckouts(deps, job.signal),
    sweepSubscriptions(deps, job.signal),
  ];
  for (const part of await Promise.allSettled(parts)) if (part.status === "rejected") throw part.reason;
};

async function sweepEvents(deps: JobDeps): Promise<void> {
  const open = await deps.dataSource.query(
    `SELECT id FROM stripe_events
      WHERE processed_at IS NULL AND dead_at IS NULL AND received_at < now() - $1 * interval '1 second'
   ORDER BY received_at LIMIT $2`,
    [GRACE_S, BATCH],
  );
  for (const { id } of open) await bringBack(deps, "stripe.event", id, () => enqueueEvent(deps.queue, id));
}

/** SQL: checkouts that have been open for a while; in random order, so that each has its turn. */
const SILENT = `created_at BETWEEN now() - interval '${PATIENCE_DAYS} days' AND now() - interval '${SILENCE_MINUTES} minutes'
  ORDER BY random() LIMIT ${BATCH}`;

/** Settles report orders whose buyer did not return and whose events did not come. */
async function sweepPayments(deps: JobDeps, signal: AbortSignal): Promise<void> {
  const open = await deps.dataSource.query(
    `SELECT payment_link_id AS id FROM payments
      WHERE status IN ('pending', 'failed') AND payment_link_id IS NOT NULL AND ${SILENT}`,
  );
  await askOfEach(open, signal, (id) => settleLink(deps, id));
}

/** Settles subscription checkouts whose buyer did not return and whose events did not come. */
async function sweepCheckouts(deps: JobDeps, signal: AbortSignal): Promise<void> {
  const open = await deps.dataSource.query(
    `SELECT stripe_session_id AS id FROM subscriptions
      WHERE status = 'pending' AND stripe_session_id IS NOT NULL AND ${SILENT}`,
  );
  await askOfEach(open, signal, (id) => settleCheckout(deps, id));
}

/** Settles subscriptions that are past their period or whose renewal failed, without a recent event. */
async function sweepSubscriptions(deps: JobDeps, signal: AbortSignal): Promise<void> {
  const overdue = await deps.dataSource.query(
    `SELECT stripe_subscription_id AS id FROM subscriptions
      WHERE status IN ('trialing', 'active', 'past_due') AND (current_period_end < now() OR status = 'past_due')
        AND updated_at < now() - interval '${SILENCE_MINUTES} minutes' ORDER BY updated_at LIMIT ${BATCH}`,
  );
  await askOfEach(overdue, signal, (id) => settleSubscription(deps, id));
}

/** Polls the provider for each row, even after a failure. @throws the first failure, after all rows */
export async function askOfEach(
  rows: { id: string }[],
  signal: AbortSignal,
  ask: (id: string) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const { id } of rows) {
    signal.throwIfAborted();
    await ask(id).catch((error) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}
