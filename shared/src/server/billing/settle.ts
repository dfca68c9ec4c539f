import { randomUUID } from "node:crypto";
import type { EntityManager } from "typeorm";
import type { PaymentStatus } from "../../billing/payment.ts";
import { PRODUCTS } from "../../billing/subscription.ts";
import { type Payment, PaymentEntity, type Subscription, SubscriptionEntity } from "../db/entities/billing.ts";
import { notify } from "../notify.ts";
import { dispatchMails, type StoredMail, storeMail } from "../outbox.ts";
import { enqueueReport, storeReport } from "../reports.ts";
import { sendSignal } from "../signals.ts";
import type { BillingDeps } from "./deps.ts";
import { atStripe, dateOf, found, idOf, type Stripe } from "./stripe.ts";
import { settleSubscription } from "./subscriptions.ts";

/**
 * What the provider's events come to. Each function reads its object again at the provider and stores what it finds, so
 * that events may come twice, late and in any order, or be replaced by a buyer's own return.
 */

/** A checkout of either kind, whatever became of it. */
export async function settleCheckout(deps: BillingDeps, sessionId: string): Promise<void> {
  const session = await found(
    deps.stripe.checkout.sessions.retrieve(sessionId, { expand: ["payment_intent", "invoice"] }),
  );
  if (!session) return;
  if (session.mode === "subscription") return settleSubscriptionCheckout(deps, session);
  const payment = await paymentOf(deps, session);
  if (!payment) return;
  if (session.payment_status === "paid") return settlePaid(deps, payment, session);
  if (session.status === "expired") return cancelOrder(deps, payment, session.id);
}

async function paymentOf({ dataSource }: BillingDeps, session: Stripe.Checkout.Session): Promise<Payment | null> {
  const { metadata } = session;
  const id = metadata?.payment_id;
  const linkId = idOf(session.payment_link);
  if (id) return dataSource.getRepository(PaymentEntity).findOneBy({ id });
  return linkId ? dataSource.getRepository(PaymentEntity).findOneBy({ paymentLinkId: linkId }) : null;
}

async function settlePaid(deps: BillingDeps, payment: Payment, session: Stripe.Checkout.Session): Promise<void> {
  const intentId = idOf(session.payment_intent);
  const invoice = typeof session.invoice === "object" ? session.invoice : null;
  const facts = {
    stripeSessionId: session.id,
    stripePaymentIntentId: intentId,
    stripeInvoiceId: idOf(session.invoice),
    invoiceUrl: invoice?.hosted_invoice_url ?? null,
    customerEmail: session.customer_details?.email ?? payment.customerEmail,
  };
  if (await isPaidTwice(deps, payment)) return refund(deps, payment, facts);

  const mails = await deps.dataSource.transaction(async (manager) => {
    // An order opened since then gives way: the money is here.
    await manager.query(
      `UPDATE payments SET status = 'cancelled'
        WHERE kind = 'premium-report' AND user_id = $1 AND simulation_id = $2 AND id <> $3
          AND status IN ('pending', 'failed')`,
      [payment.userId, payment.simulationId, payment.id],
    );
    const changed = await move(manager, payment.id, ["pending", "failed", "cancelled"], "paid", {
      ...facts,
      paidAt: new Date(),
    });
    if (!changed || !payment.userId) return [];
    await sendSignal(manager, { type: "payment", userId: payment.userId, id: payment.id });
    return [
      ...(await tell(deps, manager, payment, "payment.paid")),
      await storeMail(manager, { kind: "receipt", userId: payment.userId, subjectId: payment.id }),
    ];
  });
  await dispatchMails(deps, mails);
  await deliver(deps, payment);
}

/** Has the report that is paid for made; a queue that is down leaves it to the sweep. */
async function deliver({ dataSource, queue, logger }: BillingDeps, { userId, simulationId }: Payment): Promise<void> {
  if (!userId || !simulationId) return;
  const report = await storeReport(dataSource.manager, { userId, simulationId, kind: "premium" });
  try {
    if (report) await enqueueReport(queue, report);
  } catch (error) {
    logger.warn({ err: error, report: report?.id }, "not enqueued, left to the sweep");
  }
}

async function isPaidTwice({ dataSource }: BillingDeps, { id, userId, simulationId }: Payment): Promise<boolean> {
  if (!userId || !simulationId) return false;
  const rows = await dataSource.query(
    `SELECT 1 FROM payments
      WHERE kind = 'premium-report' AND status = 'paid' AND user_id = $1 AND simulation_id = $2 AND id <> $3`,
    [userId, simulationId, id],
  );
  return rows.length > 0;
}

/** A second payment of the same report is given back at once. */
async function refund(
  deps: BillingDeps,
  payment: Payment,
  facts: Partial<Payment> & Pick<Payment, "stripePaymentIntentId">,
): Promise<void> {
  if (facts.stripePaymentIntentId)
    await atStripe(
      deps.stripe.refunds.create(
        { payment_intent: facts.stripePaymentIntentId, reason: "duplicate" },
        { idempotencyKey: `refund-${payment.id}` },
      ),
    );
  const mails = await deps.dataSource.transaction(async (manager) => {
    const changed = await move(manager, payment.id, ["pending", "failed", "cancelled"], "refunded", {
      ...facts,
      paidAt: new Date(),
      refundedAmount: payment.amount,
    });
    return changed ? tell(deps, manager, payment, "payment.refunded") : [];
  });
  await dispatchMails(deps, mails);
}

/** An order that expired unpaid; its link takes no payment any more. */
async function cancelOrder(deps: BillingDeps, payment: Payment, sessionId: string): Promise<void> {
  if (payment.status !== "pending" && payment.status !== "failed") return;
  if (payment.paymentLinkId) {
    // Another checkout of the same link may have been paid, or be under way: that one decides.
    const { data } = await atStripe(
      deps.stripe.checkout.sessions.list({ payment_link: payment.paymentLinkId, limit: 100 }),
    );
    if (data.some(({ id, status }) => id !== sessionId && status !== "expired")) return;
    await atStripe(deps.stripe.paymentLinks.update(payment.paymentLinkId, { active: false }));
  }
  await deps.dataSource.transaction(async (manager) => {
    const changed = await move(manager, payment.id, ["pending", "failed"], "cancelled", { stripeSessionId: sessionId });
    if (changed && payment.userId)
      await sendSignal(manager, { type: "payment", userId: payment.userId, id: payment.id });
  });
}

/** A card that was declined; the order stays open, and can be paid by the same link. */
export async function settleDeclined(deps: BillingDeps, paymentIntentId: string): Promise<void> {
  const intent = await found(deps.stripe.paymentIntents.retrieve(paymentIntentId));
  if (!intent || intent.status === "succeeded" || !intent.last_payment_error) return;
  const payment = intent.metadata.payment_id
    ? await deps.dataSource.getRepository(PaymentEntity).findOneBy({ id: intent.metadata.payment_id })
    : null;
  if (!payment) return;
  const mails = await deps.dataSource.transaction(async (manager) => {
    const changed = await move(manager, payment.id, ["pending"], "failed", { stripePaymentIntentId: intent.id });
    if (!changed || !payment.userId) return [];
    await sendSignal(manager, { type: "payment", userId: payment.userId, id: payment.id });
    return tell(deps, manager, payment, "payment.failed", intent.id);
  });
  await dispatchMails(deps, mails);
}

/** Money given back, in whole or in part. */
export async function settleRefund(deps: BillingDeps, chargeId: string): Promise<void> {
  const charge = await found(deps.stripe.charges.retrieve(chargeId));
  const intentId = idOf(charge?.payment_intent);
  if (!charge || !intentId || charge.amount_refunded === 0) return;
  const mails = await deps.dataSource.transaction(async (manager) => {
    const payments = manager.getRepository(PaymentEntity);
    const payment = await payments.findOneBy({ stripePaymentIntentId: intentId });
    if (!payment || payment.refundedAmount >= charge.amount_refunded) return [];
    await payments.update({ id: payment.id }, { refundedAmount: charge.amount_refunded });
    if (!charge.refunded || !(await move(manager, payment.id, ["paid"], "refunded", {}))) return [];
    if (!payment.userId) return [];
    await sendSignal(manager, { type: "payment", userId: payment.userId, id: payment.id });
    return tell(deps, manager, payment, "payment.refunded");
  });
  await dispatchMails(deps, mails);
}

/** An invoice of a subscription: a purchase once it is paid; otherwise the subscription says what follows. */
export async function settleInvoice(deps: BillingDeps, invoiceId: string): Promise<void> {
  const invoice = await found(deps.stripe.invoices.retrieve(invoiceId));
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
  { dataSource }: BillingDeps,
  { userId, productSlug }: Subscription,
  invoice: Stripe.Invoice,
): Promise<void> {
  const paidAt = dateOf(invoice.status_transitions.paid_at) ?? dateOf(invoice.created);
  await dataSource.transaction(async (manager) => {
    const id = randomUUID();
    const [stored] = await manager.query(
      `INSERT INTO payments (id, user_id, kind, title, amount, currency, status, customer_email, stripe_invoice_id,
                             invoice_url, created_at, paid_at)
       VALUES ($1, $2, 'subscription', $3, $4, $5, 'paid', $6, $7, $8, $9, $9)
       ON CONFLICT ON CONSTRAINT uq_payments_invoice DO NOTHING RETURNING id`,
      [
        id,
        userId,
        `Suscripción ${PRODUCTS[productSlug].name}`,
        invoice.amount_paid,
        invoice.currency,
        invoice.customer_email,
        invoice.id,
        invoice.hosted_invoice_url ?? null,
        paidAt,
      ],
    );
    if (stored && userId) await sendSignal(manager, { type: "payment", userId, id });
  });
}

async function settleSubscriptionCheckout(deps: BillingDeps, session: Stripe.Checkout.Session): Promise<void> {
  const subscriptions = deps.dataSource.getRepository(SubscriptionEntity);
  const row = await subscriptions.findOneBy({ stripeSessionId: session.id });
  const subscriptionId = idOf(session.subscription);
  if (subscriptionId) return settleSubscription(deps, subscriptionId);
  if (row?.status !== "pending" || session.status !== "expired") return;
  await subscriptions.update(
    { id: row.id, status: "pending" },
    { status: "incomplete_expired", updatedAt: new Date() },
  );
}

/** Moves a payment from one of some states to another, with what is now known of it. @returns false when it was in none. */
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
