import { CURRENCY, PREMIUM_REPORT_CENTS, SUBSCRIPTION_CENTS_PER_MONTH } from "@ecotrim/contracts/billing/prices";
import { PRODUCTS, type ProductSlug } from "@ecotrim/contracts/billing/subscription";
import { atStripe, type Stripe } from "./stripe.ts";

/** A product as the provider must know it. A new price needs a new lookup key. */
interface Article {
  lookupKey: string;
  name: string;
  amount: number;
  recurring?: { interval: "month" };
}

export const PREMIUM_REPORT: Article = {
  lookupKey: `premium-report-${PREMIUM_REPORT_CENTS}`,
  name: "Informe premium de simulación",
  amount: PREMIUM_REPORT_CENTS,
};

export const subscriptionArticle = (slug: ProductSlug): Article => ({
  lookupKey: `${slug}-${SUBSCRIPTION_CENTS_PER_MONTH}-month`,
  name: `Suscripción ${PRODUCTS[slug].name}`,
  amount: SUBSCRIPTION_CENTS_PER_MONTH,
  recurring: { interval: "month" },
});

/** Whether the provider's price is, or once was, what we ask for a product: its key names its amount. */
export const isPriceOf = (
  slug: ProductSlug,
  {
    lookup_key,
    unit_amount,
    currency,
    recurring,
  }: Pick<Stripe.Price, "lookup_key" | "unit_amount" | "currency" | "recurring">,
): boolean => lookup_key === `${slug}-${unit_amount}-month` && currency === CURRENCY && recurring?.interval === "month";

/** The provider's price of an article, IVA included; created there on first use. */
export async function priceOf(stripe: Stripe, { lookupKey, name, amount, recurring }: Article): Promise<string> {
  const { data } = await atStripe(stripe.prices.list({ lookup_keys: [lookupKey], active: true, limit: 1 }));
  if (data[0]) return data[0].id;
  const price = await atStripe(
    stripe.prices.create(
      {
        lookup_key: lookupKey,
        // Takes the key over from a price that was archived at the provider.
        transfer_lookup_key: true,
        currency: CURRENCY,
        unit_amount: amount,
        tax_behavior: "inclusive",
        product_data: { name },
        ...(recurring && { recurring }),
      },
      { idempotencyKey: `price-${lookupKey}` },
    ),
  );
  return price.id;
}
