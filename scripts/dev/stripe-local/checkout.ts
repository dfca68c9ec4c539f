import type Stripe from "stripe";
import {
  type Due,
  fail,
  NO_ONE,
  newInvoice,
  newPaymentIntent,
  payInvoice,
  startSubscription,
  succeed,
} from "./billing.ts";
import { invalid } from "./errors.ts";
import type { Charge, CheckoutSession, Customer, LineItem, PaymentIntent, PaymentLink, Price } from "./objects.ts";
import { emit, type Stand } from "./stand.ts";
import { listOf, newId } from "./store.ts";

const HOUR = 3600;
/** Rate of the tax that an inclusive price contains. */
const SPANISH_VAT = 0.21;

/** Settings of a session for the time after its payment. */
interface Intentions {
  payment?: { description?: string; metadata?: Record<string, string> };
  subscription?: { description?: string; metadata?: Record<string, string>; trialDays?: number };
}

const intentionsOf = ({ store }: Stand, { id }: CheckoutSession) => store.intentions.get(id) as Intentions | undefined;

/** Data that the payer enters on the page. */
export interface Payer {
  email?: string;
  name?: string;
  taxId?: string;
  line1?: string;
  postalCode?: string;
  city?: string;
  country?: string;
  acceptsTerms?: boolean;
}

export const lineItem = (price: Price, quantity: number, description: string, taxed: boolean): LineItem => {
  const amount = price.unit_amount * quantity;
  const tax = taxed && price.tax_behavior === "inclusive" ? Math.round(amount - amount / (1 + SPANISH_VAT)) : 0;
  return {
    id: newId("li"),
    object: "item",
    amount_discount: 0,
    amount_subtotal: amount - tax,
    amount_tax: tax,
    amount_total: amount,
    currency: price.currency,
    description,
    price,
    quantity,
  };
};

export const modeOf = (lines: LineItem[]) => (lines.some(({ price }) => price.recurring) ? "subscription" : "payment");

type Given = Pick<CheckoutSession, "mode" | "metadata" | "success_url" | "cancel_url"> & Partial<CheckoutSession>;

/** Creates an open session, payable at its `url`. */
export function openSession(stand: Stand, lines: LineItem[], given: Given, intended: Intentions): CheckoutSession {
  const now = stand.store.now();
  const id = newId("cs_test");
  const sum = (name: "amount_subtotal" | "amount_tax" | "amount_total") =>
    lines.reduce((total, line) => total + line[name], 0);
  const session = stand.store.add<CheckoutSession>({
    id,
    object: "checkout.session",
    amount_subtotal: sum("amount_subtotal"),
    amount_total: sum("amount_total"),
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    client_reference_id: null,
    consent: null,
    consent_collection: null,
    created: now,
    currency: lines[0]?.currency ?? "eur",
    customer: null,
    customer_creation: given.mode === "payment" ? "if_required" : null,
    customer_details: null,
    customer_email: null,
    expires_at: now + 24 * HOUR,
    invoice: null,
    invoice_creation: given.mode === "payment" ? { enabled: false, invoice_data: NO_INVOICE_DATA } : null,
    line_items: listOf(lines, `/v1/checkout/sessions/${id}/line_items`),
    livemode: false,
    locale: null,
    payment_intent: null,
    payment_link: null,
    payment_method_types: ["card"],
    payment_status: "unpaid",
    status: "open",
    subscription: null,
    tax_id_collection: { enabled: false, required: "never" },
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: sum("amount_tax") },
    url: `${stand.publicUrl()}/checkout/${id}`,
    ...given,
  });
  stand.store.intentions.set(id, intended);
  return session;
}

export const NO_INVOICE_DATA = { description: null, footer: null, metadata: {} };

export const isExhausted = ({ restrictions }: PaymentLink) =>
  restrictions !== null && restrictions.completed_sessions.count >= restrictions.completed_sessions.limit;

/** Creates a session for a payer who opens the link; it inherits the link's metadata. */
export function openLink(
  stand: Stand,
  link: PaymentLink,
  given: { client_reference_id?: string; prefilled_email?: string; locale?: string } = {},
): CheckoutSession {
  if (!link.active || isExhausted(link)) throw invalid("This payment link is no longer active.");
  const mode = modeOf(link.line_items.data);
  const { payment_intent_data: payment, subscription_data: subscription } = link;
  return openSession(
    stand,
    link.line_items.data.map((line) => ({ ...line, id: newId("li") })),
    {
      mode,
      metadata: { ...link.metadata },
      // Stripe fills in the same address for links; the link itself says where the payer goes.
      success_url: "https://stripe.com",
      cancel_url: "https://stripe.com",
      payment_link: link.id,
      automatic_tax: { enabled: link.automatic_tax.enabled, liability: null, provider: null, status: null },
      billing_address_collection: link.billing_address_collection,
      client_reference_id: given.client_reference_id ?? null,
      consent_collection: link.consent_collection,
      customer_creation: mode === "payment" ? link.customer_creation : null,
      customer_email: given.prefilled_email ?? null,
      invoice_creation: link.invoice_creation,
      locale: (given.locale ?? "auto") as Stripe.Checkout.Session.Locale,
      tax_id_collection: link.tax_id_collection,
    },
    {
      ...(payment && {
        payment: {
          metadata: payment.metadata,
          ...(payment.description !== null && { description: payment.description }),
        },
      }),
      ...(subscription && {
        subscription: {
          metadata: subscription.metadata,
          ...(subscription.trial_period_days !== null && { trialDays: subscription.trial_period_days }),
          ...(subscription.description !== null && { description: subscription.description }),
        },
      }),
    },
  );
}

export const linkOf = (stand: Stand, session: CheckoutSession): PaymentLink | undefined =>
  session.payment_link === null ? undefined : stand.store.get("payment_link", session.payment_link);

/** The page a payer goes to after paying; without one the page itself says thank you. */
export function returnUrl(stand: Stand, session: CheckoutSession): string | undefined {
  const link = linkOf(stand, session);
  const url = link ? link.after_completion.redirect?.url : session.success_url;
  return url?.replaceAll("{CHECKOUT_SESSION_ID}", session.id);
}

function requireOpen(stand: Stand, session: CheckoutSession): void {
  if (session.status !== "open") throw invalid(`This Checkout Session is ${session.status}.`);
  const link = linkOf(stand, session);
  if (link && isExhausted(link)) throw invalid("This payment link has reached its limit of completed sessions.");
}

const addressOf = (payer: Payer): Customer["address"] =>
  payer.line1 === undefined
    ? null
    : {
        city: payer.city ?? null,
        country: payer.country ?? "ES",
        line1: payer.line1,
        line2: null,
        postal_code: payer.postalCode ?? null,
        state: null,
      };

export const emailOf = (stand: Stand, session: CheckoutSession): string | null =>
  (session.customer === null ? null : stand.store.find("customer", session.customer)?.email) ?? session.customer_email;

/** Notes the payer's data; returns the customer where the session creates or has one. */
function identify(stand: Stand, session: CheckoutSession, payer: Payer): Customer | undefined {
  const { store } = stand;
  const email = emailOf(stand, session) ?? payer.email ?? "pruebas@example.com";
  const name = payer.name ?? null;
  const address = addressOf(payer);
  session.customer_details = {
    address,
    business_name: null,
    email,
    individual_name: null,
    name,
    phone: null,
    tax_exempt: "none",
    tax_ids: payer.taxId ? [{ type: "es_cif", value: payer.taxId }] : [],
  };
  if (session.consent_collection !== null) {
    const asked = session.consent_collection.terms_of_service === "required";
    session.consent = { promotions: null, terms_of_service: asked ? "accepted" : null };
  }
  const makesOne =
    session.mode === "subscription" || session.customer_creation === "always" || session.invoice_creation?.enabled;
  if (session.customer === null && !makesOne) return undefined;
  if (session.customer !== null) {
    const customer = store.get("customer", session.customer);
    Object.assign(customer, { address: address ?? customer.address, name: name ?? customer.name });
    return customer;
  }
  const customer = newCustomer(stand, { email, name, address });
  session.customer = customer.id;
  return customer;
}

export const newCustomer = ({ store }: Stand, given: Partial<Customer>): Customer =>
  store.add({
    id: newId("cus"),
    object: "customer",
    address: null,
    created: store.now(),
    description: null,
    email: null,
    livemode: false,
    metadata: {},
    name: null,
    phone: null,
    preferred_locales: [],
    ...given,
  });

const billingOf = ({ customer_details: details }: CheckoutSession): Charge["billing_details"] => ({
  ...NO_ONE,
  address: details?.address ?? null,
  email: details?.email ?? null,
  name: details?.name ?? null,
});

/** The one payment intent of a session in mode payment, created at the first attempt to pay. */
function intentOf(stand: Stand, session: CheckoutSession): PaymentIntent {
  if (session.payment_intent !== null) return stand.store.get("payment_intent", session.payment_intent);
  const { payment } = intentionsOf(stand, session) ?? {};
  const intent = newPaymentIntent(stand, {
    amount: session.amount_total,
    currency: session.currency!,
    customer: session.customer,
    description: payment?.description ?? null,
    metadata: payment?.metadata ?? {},
    billing: billingOf(session),
  });
  session.payment_intent = intent.id;
  return intent;
}

function complete(stand: Stand, session: CheckoutSession, status: CheckoutSession["payment_status"]): void {
  Object.assign(session, { status: "complete", payment_status: status, url: null });
  const link = linkOf(stand, session);
  if (link?.restrictions) {
    link.restrictions.completed_sessions.count += 1;
    if (isExhausted(link)) link.active = false;
  }
  emit(stand, "checkout.session.completed", session);
}

function invoiceFor(stand: Stand, session: CheckoutSession, customer: Customer, intent: PaymentIntent): void {
  const invoice = newInvoice(stand, {
    customer,
    items: session.line_items.data,
    reason: "manual",
    data: session.invoice_creation?.invoice_data,
  });
  session.invoice = invoice.id;
  payInvoice(stand, invoice, intent);
}

/** Pays an open session with a card that works. */
export function pay(stand: Stand, session: CheckoutSession, payer: Payer = {}): void {
  requireOpen(stand, session);
  const customer = identify(stand, session, payer);
  if (session.mode === "subscription") {
    const { subscription: plan = {} } = intentionsOf(stand, session) ?? {};
    const { subscription, invoice } = startSubscription(stand, {
      customer: customer!,
      lines: session.line_items.data,
      description: plan.description ?? null,
      metadata: plan.metadata ?? {},
      trialDays: plan.trialDays ?? null,
    });
    Object.assign(session, { subscription: subscription.id, invoice: invoice.id });
    complete(stand, session, invoice.amount_due === 0 ? "no_payment_required" : "paid");
    return;
  }
  const intent = intentOf(stand, session);
  intent.customer = session.customer;
  succeed(stand, intent, billingOf(session));
  if (customer && session.invoice_creation?.enabled) invoiceFor(stand, session, customer, intent);
  complete(stand, session, "paid");
}

/** Attempts to pay with a card that is declined: the session stays open. */
export function decline(stand: Stand, session: CheckoutSession): void {
  requireOpen(stand, session);
  const isPayment = session.mode === "payment";
  fail(
    stand,
    isPayment
      ? intentOf(stand, session)
      : newPaymentIntent(stand, {
          amount: session.amount_total,
          currency: session.currency!,
          customer: session.customer,
          description: "Subscription creation",
          metadata: {},
          billing: NO_ONE,
        }),
  );
}

/** Completes a session with a delayed payment method; `settle` ends it with or without the money. */
export function payLater(stand: Stand, session: CheckoutSession, payer: Payer = {}): void {
  requireOpen(stand, session);
  if (session.mode !== "payment") throw invalid("Only sessions in mode payment can be paid later here.");
  identify(stand, session, payer);
  const intent = intentOf(stand, session);
  Object.assign(intent, { customer: session.customer, status: "processing" });
  complete(stand, session, "unpaid");
}

export function settle(stand: Stand, session: CheckoutSession, succeeds: boolean): void {
  const intent = intentOf(stand, session);
  if (intent.status !== "processing") throw invalid("This Checkout Session does not wait for money.");
  if (!succeeds) {
    fail(stand, intent, billingOf(session));
    emit(stand, "checkout.session.async_payment_failed", session);
    return;
  }
  succeed(stand, intent, billingOf(session));
  if (session.customer !== null && session.invoice_creation?.enabled) {
    invoiceFor(stand, session, stand.store.get("customer", session.customer), intent);
  }
  session.payment_status = "paid";
  emit(stand, "checkout.session.async_payment_succeeded", session);
}

/** Expires a session; throws unless it is open. */
export function expire(stand: Stand, session: CheckoutSession): void {
  if (session.status !== "open") {
    throw invalid(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
    );
  }
  Object.assign(session, { status: "expired", url: null });
  emit(stand, "checkout.session.expired", session);
}

export const dueOfSession = (stand: Stand, session: CheckoutSession): Due[] =>
  session.status === "open" ? [{ at: session.expires_at, run: () => expire(stand, session) }] : [];
