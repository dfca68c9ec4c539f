import { invalid } from "./errors.ts";
import type {
  Charge,
  Customer,
  Invoice,
  InvoiceData,
  LineItem,
  PaymentIntent,
  Price,
  Refund,
  Subscription,
} from "./objects.ts";
import { emit, type Stand, update } from "./stand.ts";
import { listOf, newId } from "./store.ts";

const DAY = 86_400;
/** Stripe warns three days before a trial ends. */
const TRIAL_WARNING = 3 * DAY;
/** Pauses between attempts to collect an open invoice; after the last the subscription is cancelled. */
const RETRIES = [3 * DAY, 5 * DAY, 7 * DAY];

type Payment = Pick<PaymentIntent, "amount" | "currency" | "customer" | "description" | "metadata"> & {
  billing: Charge["billing_details"];
};

export const NO_ONE: Charge["billing_details"] = { address: null, email: null, name: null, phone: null, tax_id: null };

const billingOf = (customer: Customer | undefined): Charge["billing_details"] => ({
  ...NO_ONE,
  address: customer?.address ?? null,
  email: customer?.email ?? null,
  name: customer?.name ?? null,
});

export const newPaymentIntent = ({ store }: Stand, { billing, ...payment }: Payment): PaymentIntent =>
  store.add({
    id: newId("pi"),
    object: "payment_intent",
    amount_received: 0,
    created: store.now(),
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    payment_method_types: ["card"],
    receipt_email: billing.email,
    status: "requires_payment_method",
    ...payment,
  });

const newCharge = (stand: Stand, intent: PaymentIntent, billing: Charge["billing_details"], paid: boolean): Charge => {
  const id = newId("ch");
  const { amount, currency, customer, description, metadata } = intent;
  return stand.store.add({
    id,
    object: "charge",
    amount,
    amount_captured: paid ? amount : 0,
    amount_refunded: 0,
    billing_details: billing,
    captured: paid,
    created: stand.store.now(),
    currency,
    customer,
    description,
    disputed: false,
    failure_code: paid ? null : "card_declined",
    failure_message: paid ? null : "Your card was declined.",
    livemode: false,
    metadata,
    paid,
    payment_intent: intent.id,
    receipt_url: paid ? `${stand.publicUrl()}/receipts/${id}` : null,
    refunded: false,
    status: paid ? "succeeded" : "failed",
  });
};

export function succeed(stand: Stand, intent: PaymentIntent, billing = NO_ONE): void {
  intent.latest_charge = newCharge(stand, intent, billing, true).id;
  Object.assign(intent, { amount_received: intent.amount, last_payment_error: null, status: "succeeded" });
  emit(stand, "payment_intent.succeeded", intent);
}

/** Declines the card; the payment intent waits for another payment method. */
export function fail(stand: Stand, intent: PaymentIntent, billing = NO_ONE): void {
  const charge = newCharge(stand, intent, billing, false);
  intent.latest_charge = charge.id;
  intent.status = "requires_payment_method";
  intent.last_payment_error = {
    type: "card_error",
    code: "card_declined",
    decline_code: "generic_decline",
    message: "Your card was declined.",
    charge: charge.id,
  };
  emit(stand, "payment_intent.payment_failed", intent);
}

/** Throws when less is left to refund than was asked. */
export function refund(
  stand: Stand,
  charge: Charge,
  asked: { amount?: number; reason: Refund["reason"]; metadata: Record<string, string> },
): Refund {
  const left = charge.amount_captured - charge.amount_refunded;
  if (left === 0) {
    throw invalid(`Charge ${charge.id} has already been refunded.`, undefined, "charge_already_refunded");
  }
  const amount = asked.amount ?? left;
  if (amount < 1)
    throw invalid("This value must be greater than or equal to 1.", "amount", "parameter_invalid_integer");
  if (amount > left) {
    throw invalid(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`, "amount");
  }
  const result = stand.store.add<Refund>({
    id: newId("re"),
    object: "refund",
    amount,
    charge: charge.id,
    created: stand.store.now(),
    currency: charge.currency,
    metadata: asked.metadata,
    payment_intent: charge.payment_intent,
    reason: asked.reason,
    status: "succeeded",
  });
  const refunded = charge.amount_refunded + amount;
  update(stand, "charge.refunded", charge, {
    amount_refunded: refunded,
    refunded: refunded === charge.amount_captured,
  });
  return result;
}

interface InvoiceSubject {
  customer: Customer;
  items: Pick<LineItem, "price" | "quantity" | "amount_total" | "description">[];
  reason: NonNullable<Invoice["billing_reason"]>;
  data?: InvoiceData | undefined;
  subscription?: Subscription;
}

/** Creates an open invoice; `payInvoice` or `failInvoice` goes on from there. */
export function newInvoice(stand: Stand, { customer, items, reason, data, subscription }: InvoiceSubject): Invoice {
  const { store } = stand;
  const id = newId("in");
  const now = store.now();
  const item = subscription?.items.data[0];
  const period = { start: item?.current_period_start ?? now, end: item?.current_period_end ?? now };
  const total = items.reduce((sum, { amount_total }) => sum + amount_total, 0);
  const currency = items[0]?.price.currency ?? "eur";
  const page = `${stand.publicUrl()}/receipts/${id}`;
  return store.add({
    id,
    object: "invoice",
    amount_due: total,
    amount_paid: 0,
    amount_remaining: total,
    attempt_count: 0,
    billing_reason: reason,
    created: now,
    currency,
    customer: customer.id,
    customer_address: customer.address,
    customer_email: customer.email,
    customer_name: customer.name,
    description: data?.description ?? null,
    footer: data?.footer ?? null,
    hosted_invoice_url: page,
    invoice_pdf: `${page}/pdf`,
    lines: listOf(
      items.map((line) => ({
        id: newId("il"),
        object: "line_item" as const,
        amount: line.amount_total,
        currency,
        description: line.description,
        invoice: id,
        period,
        quantity: line.quantity,
        subscription: subscription?.id ?? null,
      })),
      `/v1/invoices/${id}/lines`,
    ),
    livemode: false,
    metadata: data?.metadata ?? {},
    next_payment_attempt: null,
    number: `PRUEBA-${String(store.all("invoice").length + 1).padStart(4, "0")}`,
    parent: subscription
      ? {
          type: "subscription_details",
          quote_details: null,
          subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
        }
      : null,
    payments: listOf([], `/v1/invoice_payments`),
    period_end: now,
    period_start: now,
    status: "open",
    status_transitions: { finalized_at: now, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: total,
    total,
  });
}

/** Marks an invoice paid, by the given payment intent or a new one; a trial is not charged. */
export function payInvoice(stand: Stand, invoice: Invoice, paidBy?: PaymentIntent): void {
  const { store } = stand;
  const intent = paidBy ?? (invoice.amount_due > 0 ? intentOf(stand, invoice) : undefined);
  if (intent && !paidBy) succeed(stand, intent, billingOf(store.find("customer", String(invoice.customer))));
  if (intent) {
    const payment = store.add({
      id: newId("inpay"),
      object: "invoice_payment" as const,
      amount_paid: invoice.amount_due,
      amount_requested: invoice.amount_due,
      created: store.now(),
      currency: invoice.currency,
      invoice: invoice.id,
      livemode: false,
      payment: { type: "payment_intent" as const, payment_intent: intent.id },
      status: "paid",
    });
    invoice.payments.data.push(payment);
  }
  Object.assign(invoice, {
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    attempt_count: invoice.attempt_count + 1,
    next_payment_attempt: null,
    status: "paid",
    status_transitions: { ...invoice.status_transitions, paid_at: store.now() },
  });
  emit(stand, "invoice.paid", invoice);
}

function failInvoice(stand: Stand, invoice: Invoice): void {
  fail(stand, intentOf(stand, invoice), billingOf(stand.store.find("customer", String(invoice.customer))));
  const pause = RETRIES[invoice.attempt_count];
  invoice.attempt_count += 1;
  invoice.next_payment_attempt = pause === undefined ? null : stand.store.now() + pause;
  emit(stand, "invoice.payment_failed", invoice);
}

const intentOf = (stand: Stand, invoice: Invoice) =>
  newPaymentIntent(stand, {
    amount: invoice.amount_due,
    currency: invoice.currency,
    customer: invoice.customer,
    description: invoice.billing_reason === "subscription_create" ? "Subscription creation" : "Subscription update",
    metadata: {},
    billing: billingOf(stand.store.find("customer", String(invoice.customer))),
  });

/** The end of the period that holds `start`, counted from the anchor so that the 31st comes back after February. */
function periodEnd(anchor: number, start: number, { interval, interval_count }: NonNullable<Price["recurring"]>) {
  const first = new Date(anchor * 1000);
  for (let count = interval_count; ; count += interval_count) {
    let end = anchor + count * (interval === "week" ? 7 * DAY : DAY);
    if (interval === "month" || interval === "year") {
      const month = first.getUTCMonth() + count * (interval === "year" ? 12 : 1);
      const lastDay = new Date(Date.UTC(first.getUTCFullYear(), month + 1, 0)).getUTCDate();
      const date = new Date(first);
      date.setUTCMonth(month, Math.min(first.getUTCDate(), lastDay));
      end = date.getTime() / 1000;
    }
    if (end > start) return end;
  }
}

interface SubscriptionPlan {
  customer: Customer;
  lines: LineItem[];
  description: string | null;
  metadata: Record<string, string>;
  trialDays: number | null;
}

/** A subscription with its first invoice paid; the events are those of a successful checkout. */
export function startSubscription(
  stand: Stand,
  plan: SubscriptionPlan,
): { subscription: Subscription; invoice: Invoice } {
  const { store } = stand;
  const now = store.now();
  const id = newId("sub");
  const trialEnd = plan.trialDays === null ? null : now + plan.trialDays * DAY;
  const anchor = trialEnd ?? now;
  const subscription = store.add<Subscription>({
    id,
    object: "subscription",
    billing_cycle_anchor: anchor,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: "charge_automatically",
    created: now,
    currency: plan.lines[0]?.currency ?? "eur",
    customer: plan.customer.id,
    description: plan.description,
    ended_at: null,
    items: listOf(
      plan.lines
        .filter(({ price }) => price.recurring !== null)
        .map(({ price, quantity }) => ({
          id: newId("si"),
          object: "subscription_item" as const,
          created: now,
          current_period_start: now,
          current_period_end: trialEnd ?? periodEnd(anchor, now, price.recurring!),
          metadata: {},
          price,
          quantity,
          subscription: id,
        })),
      `/v1/subscription_items?subscription=${id}`,
    ),
    latest_invoice: null,
    livemode: false,
    metadata: plan.metadata,
    start_date: now,
    status: trialEnd === null ? "active" : "trialing",
    trial_end: trialEnd,
    trial_start: trialEnd === null ? null : now,
  });
  const charged = trialEnd === null ? plan.lines : plan.lines.map((line) => ({ ...line, amount_total: 0 }));
  const invoice = newInvoice(stand, {
    customer: plan.customer,
    items: charged,
    reason: "subscription_create",
    subscription,
  });
  subscription.latest_invoice = invoice.id;
  emit(stand, "customer.subscription.created", subscription);
  payInvoice(stand, invoice);
  return { subscription, invoice };
}

export const hasEnded = ({ status }: Subscription) => status === "canceled";

/** Sets or clears the cancellation at the end of the period. */
export function setCancelAtPeriodEnd(stand: Stand, subscription: Subscription, cancel: boolean): void {
  if (subscription.cancel_at_period_end === cancel) return;
  update(stand, "customer.subscription.updated", subscription, {
    cancel_at_period_end: cancel,
    cancel_at: cancel ? (subscription.items.data[0]?.current_period_end ?? null) : null,
    canceled_at: cancel ? stand.store.now() : null,
    cancellation_details: {
      ...subscription.cancellation_details!,
      reason: cancel ? "cancellation_requested" : null,
    },
  });
}

export function endSubscription(
  stand: Stand,
  subscription: Subscription,
  reason: "cancellation_requested" | "payment_failed",
): void {
  const now = stand.store.now();
  Object.assign(subscription, {
    status: "canceled",
    canceled_at: subscription.canceled_at ?? now,
    cancellation_details: { ...subscription.cancellation_details, reason },
    ended_at: now,
  });
  emit(stand, "customer.subscription.deleted", subscription);
}

function renew(stand: Stand, subscription: Subscription, succeeds: boolean): void {
  const { store } = stand;
  const before = structuredClone(subscription);
  for (const item of subscription.items.data) {
    item.current_period_start = item.current_period_end;
    item.current_period_end = periodEnd(
      subscription.billing_cycle_anchor,
      item.current_period_start,
      item.price.recurring!,
    );
  }
  const invoice = newInvoice(stand, {
    customer: store.get("customer", subscription.customer),
    items: subscription.items.data.map(({ price, quantity = 1 }) => ({
      price,
      quantity,
      amount_total: price.unit_amount * quantity,
      description: store.get("product", price.product).name,
    })),
    reason: "subscription_cycle",
    subscription,
  });
  subscription.latest_invoice = invoice.id;
  subscription.status = succeeds ? "active" : "past_due";
  emit(stand, "customer.subscription.updated", subscription, before);
  if (succeeds) payInvoice(stand, invoice);
  else failInvoice(stand, invoice);
}

function retry(stand: Stand, subscription: Subscription, invoice: Invoice, succeeds: boolean): void {
  if (succeeds) {
    payInvoice(stand, invoice);
    update(stand, "customer.subscription.updated", subscription, { status: "active" });
    return;
  }
  failInvoice(stand, invoice);
  if (invoice.next_payment_attempt === null) endSubscription(stand, subscription, "payment_failed");
}

export interface Due {
  at: number;
  run(succeeds: boolean): void;
}

/** The next change that time brings to a subscription. */
export function dueOf(stand: Stand, subscription: Subscription, warned: Set<string>): Due[] {
  const item = subscription.items.data[0];
  if (hasEnded(subscription) || !item) return [];
  const due: Due[] = [];
  const { id, trial_end } = subscription;
  if (subscription.status === "trialing" && trial_end !== null && !warned.has(id)) {
    due.push({
      at: Math.max(trial_end - TRIAL_WARNING, subscription.created),
      run() {
        warned.add(id);
        emit(stand, "customer.subscription.trial_will_end", subscription);
      },
    });
  }
  const invoice = stand.store.find("invoice", String(subscription.latest_invoice));
  if (invoice?.status === "open" && invoice.next_payment_attempt !== null) {
    due.push({ at: invoice.next_payment_attempt, run: (succeeds) => retry(stand, subscription, invoice, succeeds) });
  }
  due.push({
    at: item.current_period_end,
    run: (succeeds) =>
      subscription.cancel_at_period_end
        ? endSubscription(stand, subscription, "cancellation_requested")
        : renew(stand, subscription, succeeds),
  });
  return due;
}
