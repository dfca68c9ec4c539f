import { settleCheckout, settleDeclined, settleInvoice, settleRefund } from "@ecotrim/shared/server/billing/settle";
import { settleSubscription } from "@ecotrim/shared/server/billing/subscriptions";
import { StripeEventEntity } from "@ecotrim/shared/server/db/entities/billing";
import { UnrecoverableError } from "@ecotrim/shared/server/queue";
import type { JobDeps, JobFactory } from "./job.ts";

/** What an event comes to, by the begin of its type; others are none of our business. */
const EFFECTS: [type: string, settle: (deps: JobDeps, objectId: string) => Promise<unknown>][] = [
  ["checkout.session.", settleCheckout],
  ["customer.subscription.", settleSubscription],
  ["invoice.", settleInvoice],
  ["charge.refunded", settleRefund],
  ["payment_intent.payment_failed", settleDeclined],
];

/** Does what an event comes to, by reading its object again; done twice, late or out of order it comes to the same. */
export const stripeEvent: JobFactory<"stripe.event"> = (deps) => async (job) => {
  const events = deps.dataSource.getRepository(StripeEventEntity);
  await events.increment({ id: job.data.eventId }, "attempts", 1);
  const event = await events.findOneBy({ id: job.data.eventId });
  if (!event || event.processedAt) return;
  try {
    const [, settle] = EFFECTS.find(([type]) => event.type.startsWith(type)) ?? [];
    await settle?.(deps, event.objectId);
    await events.update({ id: event.id }, { processedAt: new Date(), deadAt: null, lastError: null });
  } catch (error) {
    const { message, cause } = error as Error;
    const lastError = cause instanceof Error ? `${message} (${cause.message})` : message;
    await events.update({ id: event.id }, { lastError, ...(job.isLastAttempt && { deadAt: new Date() }) });
    if (!job.isLastAttempt) throw error;
    deps.logger.error({ err: error, event: event.id, type: event.type }, "event of the payment provider given up");
    throw new UnrecoverableError("the event could not be handled");
  }
};
