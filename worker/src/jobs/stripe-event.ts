import { AppError } from "@ecotrim/contracts/errors";
import { settleCheckout, settleDeclined, settleInvoice, settleRefund } from "@ecotrim/server/billing/settle";
import { settleSubscription } from "@ecotrim/server/billing/subscriptions";
import { type StripeEvent, StripeEventEntity } from "@ecotrim/server/db/entities/billing";
import { UnrecoverableError } from "@ecotrim/server/queue/queue";
import type { JobDeps, JobFactory } from "./job.ts";
import { KillsWorkers, PATIENCE_MS, refuseKiller } from "./tries.ts";

/** Handlers by the prefix of the event's type; other events have no effect. */
const EFFECTS: [type: string, settle: (deps: JobDeps, objectId: string) => Promise<unknown>][] = [
  ["checkout.session.", settleCheckout],
  ["customer.subscription.", settleSubscription],
  ["invoice.", settleInvoice],
  ["charge.refunded", settleRefund],
  ["payment_intent.payment_failed", settleDeclined],
];

/** Whether the provider is temporarily away: the sweep then requeues the event. */
const isAwaited = ({ receivedAt }: StripeEvent, error: unknown): boolean =>
  error instanceof AppError &&
  error.code === "PAYMENT_PROVIDER_UNAVAILABLE" &&
  Date.now() - receivedAt.getTime() < PATIENCE_MS;

/** Handles an event by reading its object again; idempotent and independent of order. */
export const stripeEvent: JobFactory<"stripe.event"> = (deps) => async (job) => {
  const events = deps.dataSource.getRepository(StripeEventEntity);
  await deps.dataSource.query(
    `UPDATE stripe_events SET attempts = attempts + 1, unended_tries = unended_tries + 1
      WHERE id = $1 AND processed_at IS NULL`,
    [job.data.eventId],
  );
  const event = await events.findOneBy({ id: job.data.eventId });
  if (!event || event.processedAt) return;
  try {
    refuseKiller(event.unendedTries);
    const [, settle] = EFFECTS.find(([type]) => event.type.startsWith(type)) ?? [];
    await settle?.(deps, event.objectId);
    await events.update({ id: event.id }, { processedAt: new Date(), deadAt: null, lastError: null, unendedTries: 0 });
  } catch (error) {
    const { message, cause } = error as Error;
    const lastError = cause instanceof Error ? `${message} (${cause.message})` : message;
    const givenUp = error instanceof KillsWorkers || (job.isLastAttempt && !isAwaited(event, error));
    await events.update({ id: event.id }, { lastError, unendedTries: 0, ...(givenUp && { deadAt: new Date() }) });
    if (!givenUp) throw error;
    deps.logger.error({ err: error, event: event.id, type: event.type }, "event of the payment provider given up");
    throw new UnrecoverableError("the event could not be handled");
  }
};
