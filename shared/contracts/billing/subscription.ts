import Type, { type Static } from "typebox";

/** Subscriptions to premium tools. */

const closed = { additionalProperties: false } as const;
const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const DateTime = Type.String({ format: "date-time" });

/** What one may subscribe to; the slug is the address of the calls. */
export const PRODUCTS = { geotrim: { name: "GeoTrim" } } as const;
export type ProductSlug = keyof typeof PRODUCTS;
export const ProductSlug = Type.Enum(Object.keys(PRODUCTS) as ProductSlug[], { title: "El producto" });

/** The provider's states; `pending` is ours, until the checkout is completed. */
export const SUBSCRIPTION_STATUSES = [
  "pending",
  "incomplete",
  "incomplete_expired",
  "trialing",
  "active",
  "past_due",
  "unpaid",
  "paused",
  "canceled",
] as const;
export const SubscriptionStatus = Type.Enum([...SUBSCRIPTION_STATUSES]);
export type SubscriptionStatus = Static<typeof SubscriptionStatus>;

export const Subscription = Type.Object({
  id: Type.String({ format: "uuid" }),
  status: SubscriptionStatus,
  product: Type.Object({ slug: ProductSlug, name: Type.String() }),
  isInTrial: Type.Boolean(),
  trialEnd: Nullable(DateTime),
  currentPeriodEnd: Nullable(DateTime),
  /** Cancelled: access ends with the period. */
  cancelAtPeriodEnd: Type.Boolean(),
  /** A renewal that failed: access ends then. */
  graceUntil: Nullable(DateTime),
  hasAccess: Type.Boolean(),
});
export type Subscription = Static<typeof Subscription>;

export const CreateSubscription = Type.Object({ productSlug: ProductSlug }, closed);
export const CancelSubscription = Type.Object({ productSlug: ProductSlug }, closed);

export const ToolAccess = Type.Object({
  hasAccess: Type.Boolean(),
  /** Where the tool is, for who has access. */
  url: Nullable(Type.String()),
});
export type ToolAccess = Static<typeof ToolAccess>;
