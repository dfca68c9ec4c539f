import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { GRACE_DAYS } from "@ecotrim/contracts/billing/prices";
import {
  PRODUCTS,
  type ProductSlug,
  SubscriptionStatus,
  type Subscription as SubscriptionView,
} from "@ecotrim/contracts/billing/subscription";
import { AppError } from "@ecotrim/contracts/errors";
import Value from "typebox/value";
import { BillingCustomerEntity, type Subscription, SubscriptionEntity } from "../db/entities/billing.ts";
import { publicUrl } from "../env/env.ts";
import { notify } from "../events/notify.ts";
import { sendSignal } from "../events/signals.ts";
import { dispatchMails } from "../mail/outbox.ts";
import { isPriceOf, priceOf, subscriptionArticle } from "./catalog.ts";
import type { BillingDeps } from "./deps.ts";
import { atStripe, dateOf, found, idOf, ownId, type Stripe } from "./stripe.ts";

export interface Buyer {
  userId: string;
  email: string;
  name: string;
}

/** States of a subscription that exists or may still come to exist. */
const LIVE: readonly SubscriptionStatus[] = [
  "pending",
  "incomplete",
  "trialing",
  "active",
  "past_due",
  "unpaid",
  "paused",
];
/** SQL condition: the row's account is gone and its subscription may still be charged. */
export const IS_ORPHAN = `user_id IS NULL AND status IN (${LIVE.map((status) => `'${status}'`).join(", ")})`;
/** The live states that a user regards as a subscription. */
const GOING: readonly SubscriptionStatus[] = ["trialing", "active", "past_due"];
const DAY_MS = 24 * 3_600_000;

const graceUntil = ({ pastDueSince }: Subscription): Date | null =>
  pastDueSince && new Date(pastDueSince.getTime() + GRACE_DAYS * DAY_MS);

/** Grants access while active or on trial, and for the grace period after a failed renewal. */
export function grantsAccess(subscription: Subscription, now: Date): boolean {
  const { status } = subscription;
  if (status === "active" || status === "trialing") return true;
  const end = graceUntil(subscription);
  return status === "past_due" && end !== null && now < end;
}

export function viewOf(subscription: Subscription, now: Date): SubscriptionView {
  const { id, status, productSlug, trialEnd, currentPeriodEnd, cancelAtPeriodEnd } = subscription;
  return {
    id,
    status,
    product: { slug: productSlug, name: PRODUCTS[productSlug].name },
    isInTrial: status === "trialing",
    trialEnd: trialEnd?.toISOString() ?? null,
    currentPeriodEnd: currentPeriodEnd?.toISOString() ?? null,
    cancelAtPeriodEnd,
    graceUntil: status === "past_due" ? (graceUntil(subscription)?.toISOString() ?? null) : null,
    hasAccess: grantsAccess(subscription, now),
  };
}

/** The live subscription of a user to a product. */
export const liveSubscription = (
  { dataSource }: Pick<BillingDeps, "dataSource">,
  { userId, slug }: { userId: string; slug: ProductSlug },
): Promise<Subscription | null> =>
  dataSource
    .createQueryBuilder(SubscriptionEntity, "subscription")
    .where({ userId, productSlug: slug })
    .andWhere("status IN (:...live)", { live: LIVE })
    .getOne();

/** The live subscription, refreshed from the provider, since its event may not have come yet. */
async function currentSubscription(
  deps: BillingDeps,
  of: { userId: string; slug: ProductSlug },
): Promise<Subscription | null> {
  const live = await liveSubscription(deps, of);
  if (!live?.stripeSubscriptionId) return live;
  await settleSubscription(deps, live.stripeSubscriptionId);
  return liveSubscription(deps, of);
}

/**
 * The page on which a user subscribes: one checkout as long as it is open. A cancelled subscription that has not ended
 * is resumed instead, and the user returns to the tools.
 * @throws AppError ALREADY_SUBSCRIBED, PAYMENT_PROVIDER_UNAVAILABLE.
 */
export async function subscribe(deps: BillingDeps, buyer: Buyer, slug: ProductSlug): Promise<string> {
  const { dataSource, stripe, env } = deps;
  const live = await currentSubscription(deps, { userId: buyer.userId, slug });
  if (live?.cancelAtPeriodEnd && live.stripeSubscriptionId) {
    await atStripe(stripe.subscriptions.update(live.stripeSubscriptionId, { cancel_at_period_end: false }));
    await settleSubscription(deps, live.stripeSubscriptionId);
    return `${publicUrl(env)}/mi-area?seccion=herramientas&payment_success=true`;
  }
  if (live && live.status !== "pending") throw new AppError("ALREADY_SUBSCRIBED");
  if (live?.stripeSessionId) {
    const session = await found(stripe.checkout.sessions.retrieve(live.stripeSessionId));
    if (session?.status === "open" && session.url) return session.url;
    if (session?.status === "complete") {
      const id = idOf(session.subscription);
      if (id) await settleSubscription(deps, id);
      throw new AppError("ALREADY_SUBSCRIBED");
    }
    await dataSource
      .getRepository(SubscriptionEntity)
      .update({ id: live.id, status: "pending" }, { status: "incomplete_expired", updatedAt: new Date() });
  }
  await dataSource.query(
    `INSERT INTO subscriptions (id, user_id, product_slug) VALUES ($1, $2, $3)
     ON CONFLICT (user_id, product_slug)
       WHERE status IN ('pending', 'incomplete', 'trialing', 'active', 'past_due', 'unpaid', 'paused') DO NOTHING`,
    [randomUUID(), buyer.userId, slug],
  );
  const opened = await liveSubscription(deps, { userId: buyer.userId, slug });
  if (!opened) throw new AppError("PAYMENT_PROVIDER_UNAVAILABLE");
  return openCheckout(deps, buyer, opened);
}

/** Opens the checkout; its idempotency key gives concurrent callers the same one. */
async function openCheckout(deps: BillingDeps, buyer: Buyer, { id, productSlug }: Subscription): Promise<string> {
  const { dataSource, stripe, env } = deps;
  const site = publicUrl(env);
  const customer = await customerOf(deps, buyer);
  const price = await priceOf(stripe, subscriptionArticle(productSlug));
  const metadata = { subscription_id: id };
  const session = await atStripe(
    stripe.checkout.sessions.create(
      {
        mode: "subscription",
        customer,
        customer_update: { name: "auto", address: "auto" },
        line_items: [{ price, quantity: 1 }],
        success_url: `${site}/subscription/success?session_id={CHECKOUT_SESSION_ID}&product=${productSlug}`,
        cancel_url: `${site}/mi-area?seccion=herramientas`,
        client_reference_id: id,
        locale: "es",
        billing_address_collection: "required",
        tax_id_collection: { enabled: true },
        metadata,
        subscription_data: {
          metadata,
          ...(env.SUBSCRIPTION_TRIAL_DAYS > 0 && { trial_period_days: env.SUBSCRIPTION_TRIAL_DAYS }),
        },
      },
      { idempotencyKey: `checkout-${id}` },
    ),
  );
  if (!session.url) throw new AppError("PAYMENT_PROVIDER_UNAVAILABLE");
  await dataSource
    .getRepository(SubscriptionEntity)
    .update({ id }, { stripeSessionId: session.id, updatedAt: new Date() });
  return session.url;
}

/** The user's customer at the provider, created on first use. */
async function customerOf({ dataSource, stripe }: BillingDeps, { userId, email, name }: Buyer): Promise<string> {
  const customers = dataSource.getRepository(BillingCustomerEntity);
  const known = await customers.findOneBy({ userId });
  if (known) return known.stripeCustomerId;
  const customer = await atStripe(
    stripe.customers.create(
      { email, name, preferred_locales: ["es"], metadata: { user_id: userId } },
      { idempotencyKey: `customer-${userId}` },
    ),
  );
  await dataSource.query(
    "INSERT INTO billing_customers (user_id, stripe_customer_id) VALUES ($1, $2) ON CONFLICT DO NOTHING",
    [userId, customer.id],
  );
  return customer.id;
}

/** Cancels at the end of the period, until which access lasts. @throws AppError SUBSCRIPTION_NOT_FOUND. */
export async function cancelSubscription(deps: BillingDeps, userId: string, slug: ProductSlug): Promise<void> {
  const live = await currentSubscription(deps, { userId, slug });
  if (!live?.stripeSubscriptionId) throw new AppError("SUBSCRIPTION_NOT_FOUND");
  await atStripe(deps.stripe.subscriptions.update(live.stripeSubscriptionId, { cancel_at_period_end: true }));
  await settleSubscription(deps, live.stripeSubscriptionId);
}

/** The provider's portal for payment methods, invoices and cancellation. @throws AppError SUBSCRIPTION_NOT_FOUND. */
export async function openPortal(deps: BillingDeps, userId: string): Promise<string> {
  const customer = await deps.dataSource.getRepository(BillingCustomerEntity).findOneBy({ userId });
  if (!customer) throw new AppError("SUBSCRIPTION_NOT_FOUND");
  const session = await atStripe(
    deps.stripe.billingPortal.sessions.create({
      customer: customer.stripeCustomerId,
      return_url: `${publicUrl(deps.env)}/mi-area?seccion=herramientas`,
      locale: "es",
    }),
  );
  return session.url;
}

/** Ends every subscription of an account at once, before its deletion. */
export async function endSubscriptionsOf(deps: BillingDeps, userId: string): Promise<void> {
  const live = await deps.dataSource
    .createQueryBuilder(SubscriptionEntity, "subscription")
    .where({ userId })
    .andWhere("status IN (:...live)", { live: LIVE })
    .getMany();
  const { checkout, subscriptions } = deps.stripe;
  for (const { stripeSubscriptionId, stripeSessionId } of live) {
    // A completed checkout may have created a subscription whose event has not come yet.
    const session = stripeSessionId && (await found(checkout.sessions.retrieve(stripeSessionId)));
    const id = stripeSubscriptionId ?? (session ? idOf(session.subscription) : null);
    if (session && session.status === "open") await atStripe(checkout.sessions.expire(session.id));
    if (id) await found(subscriptions.cancel(id));
  }
}

/** Refunds a payment intent; idempotent. @param key shared by all callers for this payment */
export async function refundOnce({ stripe }: BillingDeps, key: string, intentId: string): Promise<void> {
  const intent = await atStripe(stripe.paymentIntents.retrieve(intentId, { expand: ["latest_charge"] }));
  const charge = intent.latest_charge;
  if (typeof charge === "object" && charge?.refunded) return;
  await atStripe(stripe.refunds.create({ payment_intent: intentId }, { idempotencyKey: `refund-${key}` }));
}

/** Whether a subscription goes on without an account. While its first payment is under way it does not count. */
async function isOrphaned(
  { dataSource }: BillingDeps,
  { id, status, metadata }: Stripe.Subscription,
): Promise<boolean> {
  if (["canceled", "incomplete_expired", "incomplete"].includes(status)) return false;
  const rows = dataSource.getRepository(SubscriptionEntity);
  const ours = ownId(metadata, "subscription_id");
  const row =
    (ours ? await rows.findOneBy({ id: ours }) : null) ?? (await rows.findOneBy({ stripeSubscriptionId: id }));
  return row !== null && row.userId === null;
}

/** Refunds the last payment, then cancels: a subscription found cancelled needs nothing more. */
async function endOrphan(deps: BillingDeps, { id }: Stripe.Subscription): Promise<void> {
  const { invoices, invoicePayments, subscriptions } = deps.stripe;
  const paid = await atStripe(invoices.list({ subscription: id, status: "paid", limit: 1 }));
  for (const { id: invoice } of paid.data) {
    const payments = await atStripe(invoicePayments.list({ invoice: String(invoice), limit: 100 }));
    for (const { status, payment } of payments.data) {
      const intentId = status === "paid" && idOf(payment.payment_intent);
      if (intentId) await refundOnce(deps, intentId, intentId);
    }
  }
  // Unknown there: another has ended it meanwhile.
  if (await found(subscriptions.cancel(id)))
    deps.logger.warn({ subscription: id }, "subscription without an account ended, its last payment given back");
}

/** Whether a subscription that names a row is for what we asked: anybody with the provider's key can name it. */
function isAsAsked({ productSlug }: Subscription, { items: { data } }: Stripe.Subscription): boolean {
  const [item] = data;
  return data.length === 1 && item?.quantity === 1 && isPriceOf(productSlug, item.price);
}

/**
 * Stores the provider's state of a subscription and notifies its user of changes. A subscription whose account is gone is
 * refunded and cancelled first.
 */
export async function settleSubscription(deps: BillingDeps, stripeSubscriptionId: string): Promise<void> {
  const before = await deps.dataSource.getRepository(SubscriptionEntity).findOneBy({ stripeSubscriptionId });
  const read = () => found(deps.stripe.subscriptions.retrieve(stripeSubscriptionId));
  let subscription = await read();
  if (subscription && (await isOrphaned(deps, subscription))) {
    await endOrphan(deps, subscription);
    subscription = await read();
  }
  if (!subscription) return;
  const mails = await deps.dataSource.transaction(async (manager) => {
    const rows = manager.getRepository(SubscriptionEntity);
    const id = ownId(subscription.metadata, "subscription_id");
    const known = (where: { id: string } | { stripeSubscriptionId: string }) =>
      rows.findOne({ where, lock: { mode: "pessimistic_write" } });
    const row = (id ? await known({ id }) : null) ?? (await known({ stripeSubscriptionId }));
    if (!row || (row.stripeSubscriptionId ?? subscription.id) !== subscription.id) return [];
    // Once it is the row's own, operators may give it another price.
    if (row.stripeSubscriptionId === null && !isAsAsked(row, subscription)) {
      deps.logger.error({ row: row.id, subscription: subscription.id }, "subscription names a row and is not its own");
      return [];
    }
    // A concurrent call stored a state meanwhile that may be newer than the one read here: read it again.
    if (row.revision !== (before?.revision ?? 0)) return null;
    const facts = factsOf(subscription, row);
    await rows.update({ id: row.id }, { ...facts, revision: row.revision + 1, updatedAt: new Date() });
    if (!row.userId) return [];
    if (Object.entries(facts).some(([name, fact]) => !isDeepStrictEqual(fact, row[name as keyof typeof facts])))
      await sendSignal(manager, { type: "subscription", userId: row.userId });
    const kind = row.status === facts.status ? null : changeOf(row.status, facts.status);
    if (!kind) return [];
    return notify(
      manager,
      {
        userId: row.userId,
        kind,
        subjectId: row.id,
        occasion: idOf(subscription.latest_invoice) ?? subscription.id,
        data: { product: PRODUCTS[row.productSlug].name },
      },
      deps.env.NOTIFICATION_MAIL_DELAY_S,
    );
  });
  if (!mails) return settleSubscription(deps, stripeSubscriptionId);
  await dispatchMails(deps, mails);
}

function factsOf(subscription: Stripe.Subscription, before: Subscription) {
  // A state unknown to this version gives no access.
  const status = Value.Check(SubscriptionStatus, subscription.status) ? subscription.status : ("paused" as const);
  return {
    status,
    stripeSubscriptionId: subscription.id,
    currentPeriodEnd: dateOf(subscription.items.data[0]?.current_period_end),
    trialEnd: dateOf(subscription.trial_end),
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    pastDueSince: status === "past_due" ? (before.pastDueSince ?? new Date()) : null,
  };
}

function changeOf(before: SubscriptionStatus, now: SubscriptionStatus) {
  const had = GOING.includes(before);
  if (now === "past_due") return "subscription.past_due" as const;
  if (now === "active" || now === "trialing")
    return had && before !== "past_due" ? null : ("subscription.active" as const);
  return had ? ("subscription.ended" as const) : null;
}
