import type Stripe from "stripe";

/** The properties `K` of the SDK's type, always present and with references as ids, as Stripe stores and sends them. */
type Kept<T, K extends keyof T> = { -readonly [P in K]-?: Exclude<T[P], { id: string } | undefined> };

export interface List<T> {
  object: "list";
  data: T[];
  has_more: boolean;
  url: string;
}

type Base = "id" | "object" | "created" | "livemode" | "metadata";

export type Customer = Kept<
  Stripe.Customer,
  Base | "address" | "description" | "email" | "name" | "phone" | "preferred_locales"
>;

export type Product = Kept<Stripe.Product, Base | "active" | "default_price" | "description" | "images" | "name">;

export type Price = Kept<
  Stripe.Price,
  Base | "active" | "currency" | "lookup_key" | "nickname" | "product" | "recurring" | "tax_behavior" | "type"
> & { unit_amount: number };

export type LineItem = Kept<
  Stripe.LineItem,
  "id" | "object" | "amount_discount" | "amount_subtotal" | "amount_tax" | "amount_total" | "currency" | "description"
> & { price: Price; quantity: number };

type SessionCollects =
  | "automatic_tax"
  | "billing_address_collection"
  | "client_reference_id"
  | "consent"
  | "consent_collection"
  | "customer"
  | "customer_creation"
  | "customer_details"
  | "customer_email"
  | "tax_id_collection";

export type CheckoutSession = Kept<
  Stripe.Checkout.Session,
  | Exclude<Base, "metadata">
  | SessionCollects
  | "amount_subtotal"
  | "cancel_url"
  | "currency"
  | "expires_at"
  | "invoice"
  | "locale"
  | "mode"
  | "payment_intent"
  | "payment_link"
  | "payment_method_types"
  | "payment_status"
  | "status"
  | "subscription"
  | "success_url"
  | "total_details"
  | "url"
> & {
  amount_total: number;
  invoice_creation: { enabled: boolean; invoice_data: InvoiceData } | null;
  line_items: List<LineItem>;
  metadata: Stripe.Metadata;
};

export interface InvoiceData {
  description: string | null;
  footer: string | null;
  metadata: Stripe.Metadata | null;
}

export type PaymentLink = Kept<
  Stripe.PaymentLink,
  | Exclude<Base, "created">
  | "active"
  | "after_completion"
  | "automatic_tax"
  | "billing_address_collection"
  | "consent_collection"
  | "currency"
  | "customer_creation"
  | "inactive_message"
  | "restrictions"
  | "tax_id_collection"
  | "url"
> & {
  invoice_creation: { enabled: boolean; invoice_data: InvoiceData } | null;
  line_items: List<LineItem>;
  payment_intent_data: { description: string | null; metadata: Stripe.Metadata } | null;
  subscription_data: { description: string | null; metadata: Stripe.Metadata; trial_period_days: number | null } | null;
};

export type PaymentIntent = Kept<
  Stripe.PaymentIntent,
  | Base
  | "amount"
  | "amount_received"
  | "currency"
  | "customer"
  | "description"
  | "last_payment_error"
  | "latest_charge"
  | "payment_method_types"
  | "receipt_email"
  | "status"
>;

export type Charge = Kept<
  Stripe.Charge,
  | Base
  | "amount"
  | "amount_captured"
  | "amount_refunded"
  | "billing_details"
  | "captured"
  | "currency"
  | "customer"
  | "description"
  | "disputed"
  | "failure_code"
  | "failure_message"
  | "paid"
  | "payment_intent"
  | "receipt_url"
  | "refunded"
  | "status"
>;

export type Refund = Kept<
  Stripe.Refund,
  Exclude<Base, "livemode"> | "amount" | "charge" | "currency" | "payment_intent" | "reason" | "status"
>;

export type SubscriptionItem = Kept<
  Stripe.SubscriptionItem,
  "id" | "object" | "created" | "current_period_end" | "current_period_start" | "metadata" | "quantity" | "subscription"
> & { price: Price };

export type Subscription = Kept<
  Stripe.Subscription,
  | Base
  | "billing_cycle_anchor"
  | "cancel_at"
  | "cancel_at_period_end"
  | "canceled_at"
  | "cancellation_details"
  | "collection_method"
  | "currency"
  | "description"
  | "ended_at"
  | "latest_invoice"
  | "start_date"
  | "status"
  | "trial_end"
  | "trial_start"
> & { customer: string; items: List<SubscriptionItem> };

export type InvoiceLine = Kept<
  Stripe.InvoiceLineItem,
  "id" | "object" | "amount" | "currency" | "description" | "invoice" | "period" | "quantity" | "subscription"
>;

export type Invoice = Kept<
  Stripe.Invoice,
  | Base
  | "amount_due"
  | "amount_paid"
  | "amount_remaining"
  | "attempt_count"
  | "billing_reason"
  | "currency"
  | "customer"
  | "customer_address"
  | "customer_email"
  | "customer_name"
  | "description"
  | "footer"
  | "hosted_invoice_url"
  | "invoice_pdf"
  | "next_payment_attempt"
  | "number"
  | "parent"
  | "period_end"
  | "period_start"
  | "status"
  | "status_transitions"
  | "subtotal"
  | "total"
> & { lines: List<InvoiceLine>; payments: List<InvoicePayment> };

export type InvoicePayment = Kept<
  Stripe.InvoicePayment,
  "id" | "object" | "amount_paid" | "amount_requested" | "created" | "currency" | "livemode" | "payment" | "status"
> & { invoice: string };

export type PortalSession = Kept<
  Stripe.BillingPortal.Session,
  Exclude<Base, "metadata"> | "customer" | "locale" | "return_url" | "url"
>;

export type EventType =
  | "charge.refunded"
  | "checkout.session.async_payment_failed"
  | "checkout.session.async_payment_succeeded"
  | "checkout.session.completed"
  | "checkout.session.expired"
  | "customer.subscription.created"
  | "customer.subscription.deleted"
  | "customer.subscription.trial_will_end"
  | "customer.subscription.updated"
  | "invoice.paid"
  | "invoice.payment_failed"
  | "payment_intent.payment_failed"
  | "payment_intent.succeeded";

export type Event = Kept<
  Stripe.EventBase,
  Exclude<Base, "metadata"> | "api_version" | "pending_webhooks" | "request"
> & {
  type: EventType & Stripe.Event["type"];
  data: { object: unknown; previous_attributes?: Record<string, unknown> };
};

/** All kinds of object by the name Stripe gives them. */
export interface Objects {
  charge: Charge;
  "checkout.session": CheckoutSession;
  customer: Customer;
  event: Event;
  invoice: Invoice;
  invoice_payment: InvoicePayment;
  payment_intent: PaymentIntent;
  payment_link: PaymentLink;
  "billing_portal.session": PortalSession;
  price: Price;
  product: Product;
  refund: Refund;
  subscription: Subscription;
}

export type Kind = keyof Objects;
export type StripeObject = Objects[Kind];
