import type { PaymentKind, PaymentStatus } from "@ecotrim/contracts/billing/payment";
import type { ProductSlug, SubscriptionStatus } from "@ecotrim/contracts/billing/subscription";
import { EntitySchema } from "typeorm";
import type { User } from "./user.ts";

/** A user's customer at the payment provider. */
export interface BillingCustomer {
  userId: string;
  user: User;
  stripeCustomerId: string;
}

export const BillingCustomerEntity = new EntitySchema<BillingCustomer>({
  name: "BillingCustomer",
  tableName: "billing_customers",
  columns: {
    userId: { name: "user_id", type: "uuid", primary: true, primaryKeyConstraintName: "pk_billing_customers" },
    stripeCustomerId: { name: "stripe_customer_id", type: "text" },
  },
  relations: {
    user: {
      type: "many-to-one",
      target: "User",
      onDelete: "CASCADE",
      joinColumn: { name: "user_id", foreignKeyConstraintName: "fk_billing_customers_user" },
    },
  },
  uniques: [{ name: "uq_billing_customers_stripe", columns: ["stripeCustomerId"] }],
});

/** A purchase. It outlives its user for the legal period, without the user's identity. */
export interface Payment {
  id: string;
  userId: string | null;
  user: User | null;
  kind: PaymentKind;
  /** No foreign key: the simulation may leave its buyer's list. */
  simulationId: string | null;
  title: string;
  /** Minor units, as the server asked for; `refundedAmount` is the part given back. */
  amount: number;
  refundedAmount: number;
  currency: string;
  status: PaymentStatus;
  customerEmail: string | null;
  paymentLinkId: string | null;
  paymentLinkUrl: string | null;
  stripeSessionId: string | null;
  stripePaymentIntentId: string | null;
  stripeInvoiceId: string | null;
  invoiceUrl: string | null;
  /** Time of the request for immediate delivery, and version of the accepted terms. */
  consentAt: Date | null;
  termsVersion: string | null;
  createdAt: Date;
  paidAt: Date | null;
}

export const PaymentEntity = new EntitySchema<Payment>({
  name: "Payment",
  tableName: "payments",
  columns: {
    id: { type: "uuid", primary: true, primaryKeyConstraintName: "pk_payments" },
    userId: { name: "user_id", type: "uuid", nullable: true },
    kind: { type: "text" },
    simulationId: { name: "simulation_id", type: "uuid", nullable: true },
    title: { type: "text" },
    amount: { type: "integer" },
    refundedAmount: { name: "refunded_amount", type: "integer", default: 0 },
    currency: { type: "text" },
    status: { type: "text", default: "pending" },
    customerEmail: { name: "customer_email", type: "text", nullable: true },
    paymentLinkId: { name: "payment_link_id", type: "text", nullable: true },
    paymentLinkUrl: { name: "payment_link_url", type: "text", nullable: true },
    stripeSessionId: { name: "stripe_session_id", type: "text", nullable: true },
    stripePaymentIntentId: { name: "stripe_payment_intent_id", type: "text", nullable: true },
    stripeInvoiceId: { name: "stripe_invoice_id", type: "text", nullable: true },
    invoiceUrl: { name: "invoice_url", type: "text", nullable: true },
    consentAt: { name: "consent_at", type: "timestamptz", nullable: true },
    termsVersion: { name: "terms_version", type: "text", nullable: true },
    createdAt: { name: "created_at", type: "timestamptz", default: () => "now()" },
    paidAt: { name: "paid_at", type: "timestamptz", nullable: true },
  },
  relations: {
    user: {
      type: "many-to-one",
      target: "User",
      nullable: true,
      onDelete: "SET NULL",
      joinColumn: { name: "user_id", foreignKeyConstraintName: "fk_payments_user" },
    },
  },
  checks: [
    { name: "ck_payments_kind", expression: "kind IN ('premium-report', 'subscription')" },
    { name: "ck_payments_status", expression: "status IN ('pending', 'paid', 'failed', 'refunded', 'cancelled')" },
  ],
  uniques: [
    { name: "uq_payments_link", columns: ["paymentLinkId"] },
    { name: "uq_payments_session", columns: ["stripeSessionId"] },
    { name: "uq_payments_invoice", columns: ["stripeInvoiceId"] },
  ],
  indices: [
    {
      name: "uq_payments_live",
      columns: ["userId", "simulationId"],
      unique: true,
      where: "kind = 'premium-report' AND status IN ('pending', 'failed', 'paid')",
    },
    { name: "ix_payments_user", columns: ["userId", "createdAt"] },
    { name: "ix_payments_open", columns: ["createdAt"], where: "status IN ('pending', 'failed')" },
    { name: "ix_payments_intent", columns: ["stripePaymentIntentId"] },
  ],
});

/** A subscription of a user to a product, in the provider's last known state. */
export interface Subscription {
  id: string;
  userId: string | null;
  user: User | null;
  productSlug: ProductSlug;
  status: SubscriptionStatus;
  stripeSessionId: string | null;
  stripeSubscriptionId: string | null;
  currentPeriodEnd: Date | null;
  trialEnd: Date | null;
  cancelAtPeriodEnd: boolean;
  /** Start of failed renewals; access lasts for the grace period. */
  pastDueSince: Date | null;
  /** Version for optimistic locking: counts the updates from the provider. */
  revision: number;
  createdAt: Date;
  updatedAt: Date;
}

export const SubscriptionEntity = new EntitySchema<Subscription>({
  name: "Subscription",
  tableName: "subscriptions",
  columns: {
    id: { type: "uuid", primary: true, primaryKeyConstraintName: "pk_subscriptions" },
    userId: { name: "user_id", type: "uuid", nullable: true },
    productSlug: { name: "product_slug", type: "text" },
    status: { type: "text", default: "pending" },
    stripeSessionId: { name: "stripe_session_id", type: "text", nullable: true },
    stripeSubscriptionId: { name: "stripe_subscription_id", type: "text", nullable: true },
    currentPeriodEnd: { name: "current_period_end", type: "timestamptz", nullable: true },
    trialEnd: { name: "trial_end", type: "timestamptz", nullable: true },
    cancelAtPeriodEnd: { name: "cancel_at_period_end", type: "boolean", default: false },
    pastDueSince: { name: "past_due_since", type: "timestamptz", nullable: true },
    revision: { type: "integer", default: 0 },
    createdAt: { name: "created_at", type: "timestamptz", default: () => "now()" },
    updatedAt: { name: "updated_at", type: "timestamptz", default: () => "now()" },
  },
  relations: {
    user: {
      type: "many-to-one",
      target: "User",
      nullable: true,
      onDelete: "SET NULL",
      joinColumn: { name: "user_id", foreignKeyConstraintName: "fk_subscriptions_user" },
    },
  },
  uniques: [
    { name: "uq_subscriptions_session", columns: ["stripeSessionId"] },
    { name: "uq_subscriptions_stripe", columns: ["stripeSubscriptionId"] },
  ],
  indices: [
    {
      name: "uq_subscriptions_live",
      columns: ["userId", "productSlug"],
      unique: true,
      where: "status IN ('pending', 'incomplete', 'trialing', 'active', 'past_due', 'unpaid', 'paused')",
    },
    { name: "ix_subscriptions_user", columns: ["userId"] },
  ],
});

/** An event of the provider, stored once; the worker handles it from the queue and reads its object again. */
export interface StripeEvent {
  id: string;
  type: string;
  objectId: string;
  receivedAt: Date;
  attempts: number;
  /** Consecutive tries that have not ended: their worker died or is still running. */
  unendedTries: number;
  processedAt: Date | null;
  /** Set when the event is given up: visible to operators, who may replay it. */
  deadAt: Date | null;
  lastError: string | null;
}

export const StripeEventEntity = new EntitySchema<StripeEvent>({
  name: "StripeEvent",
  tableName: "stripe_events",
  columns: {
    id: { type: "text", primary: true, primaryKeyConstraintName: "pk_stripe_events" },
    type: { type: "text" },
    objectId: { name: "object_id", type: "text" },
    receivedAt: { name: "received_at", type: "timestamptz", default: () => "now()" },
    attempts: { type: "integer", default: 0 },
    unendedTries: { name: "unended_tries", type: "integer", default: 0 },
    processedAt: { name: "processed_at", type: "timestamptz", nullable: true },
    deadAt: { name: "dead_at", type: "timestamptz", nullable: true },
    lastError: { name: "last_error", type: "text", nullable: true },
  },
  indices: [{ name: "ix_stripe_events_open", columns: ["receivedAt"], where: "processed_at IS NULL" }],
});
