import Type, { type Static } from "typebox";

/** Subscriptions to premium tools. */

const closed = { additionalProperties: false } as const;
const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const DateTime = Type.String({ format: "date-time" });

/** Products that can be subscribed to; the slug is part of the API's paths. */
export const PRODUCTS = { geotrim: { name: "GeoTrim" } } as const;
export type ProductSlug = keyof typeof PRODUCTS;
export const isProduct = (slug: string): slug is ProductSlug => Object.hasOwn(PRODUCTS, slug);
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
  /** Cancelled: access ends with the current period. */
  cancelAtPeriodEnd: Type.Boolean(),
  /** End of access after a failed renewal. */
  graceUntil: Nullable(DateTime),
  hasAccess: Type.Boolean(),
});
export type Subscription = Static<typeof Subscription>;

export const CreateSubscription = Type.Object({ productSlug: ProductSlug }, closed);
export const CancelSubscription = Type.Object({ productSlug: ProductSlug }, closed);

export const ToolAccess = Type.Object({
  hasAccess: Type.Boolean(),
  /** Address of the tool, for subscribers with access. */
  url: Nullable(Type.String()),
});
export type ToolAccess = Static<typeof ToolAccess>;
