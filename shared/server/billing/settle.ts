import { randomUUID } from "node:crypto";
import type { PaymentStatus } from "@ecotrim/contracts/billing/payment";
import { PRODUCTS } from "@ecotrim/contracts/billing/subscription";
import { type EntityManager, Equal, In, IsNull, Not, Or } from "typeorm";
import { type Payment, PaymentEntity, type Subscription, SubscriptionEntity } from "../db/entities/billing.ts";
import { notify } from "../events/notify.ts";
import { sendSignal } from "../events/signals.ts";
import { dispatchMails, type StoredMail, storeMail } from "../mail/outbox.ts";
import { makeReport, storeReport } from "../reports/reports.ts";
import type { BillingDeps } from "./deps.ts";
import { atStripe, dateOf, found, idOf, ownId, type Stripe } from "./stripe.ts";
import { refundOnce, settleSubscription } from "./subscriptions.ts";

/**
 * Settles payments after the provider's events. Each function reads its object at the provider and stores the result.
 * So events may come twice, late, in any order, or after the buyer's own return.
 */

/** States of an unpaid order. */
const UNPAID: PaymentStatus[] = ["pending", "failed", "cancelled"];

/**
 * Settles a checkout of either kind, in whatever state.
 * @returns the id of its payment or subscription; null for a checkout that is not ours
 */
export async function settleCheckout(deps: BillingDeps, sessionId: string): Promise<string | null> {
  const session = await found(
    deps.stripe.checkout.sessions.retrieve(sessionId, { expand: ["payment_intent", "invoice"] }),
  );
  if (!session) return null;
  if (session.mode === "subscription") return settleSubscriptionCheckout(deps, session);
  const id = ownId(session.metadata, "payment_id");
  const payment = id && (await deps.dataSource.getRepository(PaymentEntity).findOneBy({ id }));
  if (!payment) return null;
  if (!isOwnCheckout(payment, session)) {
    deps.logger.error({ payment: payment.id, session: session.id }, "checkout names an order and is not its own");
    return null;
  }
  if (session.payment_status === "paid") await settlePaid(deps, payment, session);
  else if (session.status === "expired") await cancelOrder(deps, payment, session.id);
  return payment.id;
}

/** Whether a checkout that names an order is the one we asked for: anybody with the provider's key can name it. */
const isOwnCheckout = (
  { amount, currency, paymentLinkId }: Payment,
  session: Pick<Stripe.Checkout.Session, "amount_total" | "currency" | "payment_link">,
): boolean =>
  session.amount_total === amount &&
  session.currency === currency &&
  paymentLinkId !== null &&
  idOf(session.payment_link) === paymentLinkId;

/** Settles every ended checkout of a payment link. */
export async function settleLink(deps: BillingDeps, linkId: string): Promise<void> {
  const sessions = await found(deps.stripe.checkout.sessions.list({ payment_link: linkId, limit: 100 }));
  for (const { id, status } of sessions?.data ?? []) if (status !== "open") await settleCheckout(deps, id);
}

/** Locks the orders of one report until the end of the transaction, so that at most one of them is paid. */
export async function lockOrders(
  manager: EntityManager,
  { userId, simulationId }: Pick<Payment, "userId" | "simulationId">,
): Promise<void> {
  await manager.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [`order ${userId} ${simulationId}`]);
}

async function settlePaid(deps: BillingDeps, payment: Payment, session: Stripe.Checkout.Session): Promise<void> {
  const invoice = typeof session.invoice === "object" ? session.invoice : null;
  const facts = {
    stripeSessionId: session.id,
    stripePaymentIntentId: idOf(session.payment_intent),
    stripeInvoiceId: idOf(session.invoice),
    invoiceUrl: invoice?.hosted_invoice_url ?? null,
    paidAt: new Date(),
  };
  const mails = await deps.dataSource.transaction(async (manager) => {
    await lockOrders(manager, payment);
    const { status, userId, simulationId } = await manager
      .getRepository(PaymentEntity)
      .findOneByOrFail({ id: payment.id });
    if (!UNPAID.includes(status)) return [];
    if (!userId || !simulationId) return null;
    const rivals = await manager
      .getRepository(PaymentEntity)
      .findBy({ userId, simulationId, id: Not(payment.id), status: In(["pending", "failed", "paid"]) });
    if (rivals.some((rival) => rival.status === "paid")) return null;
    // A newer open order gives way, since this one is paid.
    for (const { id } of rivals) await move(manager, id, ["pending", "failed"], "cancelled", {});
    const customerEmail = session.customer_details?.email ?? null;
    await move(manager, payment.id, UNPAID, "paid", { ...facts, customerEmail });
    await sendSignal(manager, { type: "payment", userId, id: payment.id });
    return [
      ...(await tell(deps, manager, payment, "payment.paid")),
      await storeMail(manager, { kind: "receipt", userId, subjectId: payment.id }),
    ];
  });
  if (!mails) return giveBack(deps, payment, facts);
  await dispatchMails(deps, mails);
  await deliver(deps, payment);
}

/** Has the paid report made. */
async function deliver(deps: BillingDeps, { userId, simulationId }: Payment): Promise<void> {
  if (!userId || !simulationId) return;
  const report = await storeReport(deps.dataSource.manager, { userId, simulationId, kind: "premium" });
  if (report) await makeReport(deps, report);
}

/** Refunds a second payment for a report, or a payment for a deleted account, at once. */
async function giveBack(
  deps: BillingDeps,
  payment: Payment,
  facts: Partial<Payment> & Pick<Payment, "stripePaymentIntentId">,
): Promise<void> {
  if (facts.stripePaymentIntentId) await refundOnce(deps, payment.id, facts.stripePaymentIntentId);
  const mails = await deps.dataSource.transaction(async (manager) => {
    const given = { ...facts, ...(!payment.userId && { invoiceUrl: null }), refundedAmount: payment.amount };
    if (!(await move(manager, payment.id, UNPAID, "refunded", given)) || !payment.userId) return [];
    await sendSignal(manager, { type: "payment", userId: payment.userId, id: payment.id });
    return tell(deps, manager, payment, "payment.refunded");
  });
  await dispatchMails(deps, mails);
}

/** Cancels an order that expired unpaid and deactivates its link. */
async function cancelOrder(deps: BillingDeps, payment: Payment, sessionId: string): Promise<void> {
  if (payment.status !== "pending" && payment.status !== "failed") return;
  if (payment.paymentLinkId) {
    // Another checkout of the same link may be paid or open: that one decides.
    const sessions = await found(
      deps.stripe.checkout.sessions.list({ payment_link: payment.paymentLinkId, limit: 100 }),
    );
    if (sessions?.data.some(({ id, status }) => id !== sessionId && status !== "expired")) return;
    await found(deps.stripe.paymentLinks.update(payment.paymentLinkId, { active: false }));
  }
  await deps.dataSource.transaction(async (manager) => {
    const changed = await move(manager, payment.id, ["pending", "failed"], "cancelled", { stripeSessionId: sessionId });
    if (changed && payment.userId)
      await sendSignal(manager, { type: "payment", userId: payment.userId, id: payment.id });
  });
}

/** Notes a declined card; the order stays open and can be paid by the same link. */
export async function settleDeclined(deps: BillingDeps, paymentIntentId: string): Promise<void> {
  const intent = await found(deps.stripe.paymentIntents.retrieve(paymentIntentId));
  if (!intent || intent.status === "succeeded" || !intent.last_payment_error) return;
  const id = ownId(intent.metadata, "payment_id");
  const payment = id && (await deps.dataSource.getRepository(PaymentEntity).findOneBy({ id }));
  if (!payment || intent.amount !== payment.amount || intent.currency !== payment.currency) return;
  const mails = await deps.dataSource.transaction(async (manager) => {
    const changed = await move(manager, payment.id, ["pending"], "failed", { stripePaymentIntentId: intent.id });
    if (!changed || !payment.userId) return [];
    await sendSignal(manager, { type: "payment", userId: payment.userId, id: payment.id });
    return tell(deps, manager, payment, "payment.failed", intent.id);
  });
  await dispatchMails(deps, mails);
}

/** Stores a refund, in whole or in part. */
export async function settleRefund(deps: BillingDeps, chargeId: string): Promise<void> {
  const charge = await found(deps.stripe.charges.retrieve(chargeId));
  const intentId = idOf(charge?.payment_intent);
  if (!charge || !intentId || charge.amount_refunded === 0) return;
  await settlePurchase(deps, intentId);
  const mails = await deps.dataSource.transaction(async (manager) => {
    const payments = manager.getRepository(PaymentEntity);
    const payment = await payments.findOne({
      where: { stripePaymentIntentId: intentId },
      lock: { mode: "pessimistic_write" },
    });
    if (!payment || payment.refundedAmount >= charge.amount_refunded) return [];
    await payments.update({ id: payment.id }, { refundedAmount: charge.amount_refunded });
    const ended = charge.refunded && (await move(manager, payment.id, ["paid"], "refunded", {}));
    if (!payment.userId) return [];
    await sendSignal(manager, { type: "payment", userId: payment.userId, id: payment.id });
    if (!ended) return [];
    return tell(deps, manager, payment, "payment.refunded");
  });
  await dispatchMails(deps, mails);
}

/** Settles the purchase of a payment intent first, since the event of its refund may come earlier. */
async function settlePurchase(deps: BillingDeps, payment_intent: string): Promise<void> {
  const { checkout, invoicePayments } = deps.stripe;
  const sessions = await atStripe(checkout.sessions.list({ payment_intent, limit: 1 }));
  for (const { id } of sessions.data) await settleCheckout(deps, id);
  const payment = { type: "payment_intent" as const, payment_intent };
  const invoices = await atStripe(invoicePayments.list({ payment, limit: 1 }));
  for (const { invoice } of invoices.data) await settleInvoice(deps, idOf(invoice) as string);
}

/** Settles a subscription's invoice: a purchase once paid; otherwise the subscription's state decides. */
export async function settleInvoice(deps: BillingDeps, invoiceId: string): Promise<void> {
  const invoice = await found(deps.stripe.invoices.retrieve(invoiceId, { expand: ["payments"] }));
  const subscriptionId = idOf(invoice?.parent?.subscription_details?.subscription);
  if (!invoice || !subscriptionId) return;
  await settleSubscription(deps, subscriptionId);
  const subscription = await deps.dataSource
    .getRepository(SubscriptionEntity)
    .findOneBy({ stripeSubscriptionId: subscriptionId });
  if (subscription && invoice.status === "paid" && invoice.amount_paid > 0)
    await storeSubscriptionPayment(deps, subscription, invoice);
}

async function storeSubscriptionPayment(
  deps: BillingDeps,
  { userId, productSlug }: Subscription,
  invoice: Stripe.Invoice,
): Promise<void> {
  const paidAt = dateOf(invoice.status_transitions.paid_at) ?? dateOf(invoice.created);
  const mails = await deps.dataSource.transaction(async (manager) => {
    const id = randomUUID();
    const [stored] = await manager.query(
      `INSERT INTO payments (id, user_id, kind, title, amount, currency, status, customer_email,
                             stripe_payment_intent_id, stripe_invoice_id, invoice_url, created_at, paid_at)
       VALUES ($1, $2, 'subscription', $3, $4, $5, 'paid', $6, $7, $8, $9, $10, $10)
       ON CONFLICT ON CONSTRAINT uq_payments_invoice DO NOTHING RETURNING id`,
      [
        id,
        userId,
        `Suscripción ${PRODUCTS[productSlug].name}`,
        invoice.amount_paid,
        invoice.currency,
        userId && invoice.customer_email,
        idOf(invoice.payments?.data[0]?.payment.payment_intent),
        invoice.id,
        userId && (invoice.hosted_invoice_url ?? null),
        paidAt,
      ],
    );
    if (!stored || !userId) return [];
    await sendSignal(manager, { type: "payment", userId, id });
    return [await storeMail(manager, { kind: "receipt", userId, subjectId: id })];
  });
  await dispatchMails(deps, mails);
}

async function settleSubscriptionCheckout(deps: BillingDeps, session: Stripe.Checkout.Session): Promise<string | null> {
  const id = ownId(session.metadata, "subscription_id");
  if (!id) return null;
  const subscriptionId = idOf(session.subscription);
  const rows = deps.dataSource.getRepository(SubscriptionEntity);
  if (subscriptionId) await settleSubscription(deps, subscriptionId);
  else if (session.status === "open" && (await rows.existsBy({ id, userId: IsNull() })))
    // Its end is told like any other, which settles the row.
    await atStripe(deps.stripe.checkout.sessions.expire(session.id));
  else if (session.status === "expired")
    await rows.update(
      { id, status: "pending", stripeSessionId: Or(IsNull(), Equal(session.id)) },
      { status: "incomplete_expired", updatedAt: new Date() },
    );
  return id;
}

/** Cancels an unpaid order. */
export const closeOrder = ({ dataSource }: Pick<BillingDeps, "dataSource">, id: string): Promise<boolean> =>
  move(dataSource.manager, id, ["pending", "failed"], "cancelled", {});

/**
 * Moves a payment from one of some states to another, with new facts.
 * @returns false when it was in none of those states.
 */
async function move(
  manager: EntityManager,
  id: string,
  from: PaymentStatus[],
  to: PaymentStatus,
  facts: Partial<Payment>,
): Promise<boolean> {
  const { affected } = await manager
    .createQueryBuilder()
    .update(PaymentEntity)
    .set({ ...facts, status: to })
    .where("id = :id AND status IN (:...from)", { id, from })
    .execute();
  return affected === 1;
}

async function tell(
  { env }: BillingDeps,
  manager: EntityManager,
  { id, userId, title, amount, currency }: Payment,
  kind: "payment.paid" | "payment.failed" | "payment.refunded",
  occasion = "",
): Promise<StoredMail[]> {
  if (!userId) return [];
  const notification = { userId, kind, subjectId: id, occasion, data: { name: title, amount, currency } };
  return notify(manager, notification, env.NOTIFICATION_MAIL_DELAY_S);
}
