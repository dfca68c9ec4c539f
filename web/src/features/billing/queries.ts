import type { PaymentStatus } from "@ecotrim/contracts/billing/payment";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { previousWhileOnline } from "../../lib/connection.ts";
import { FORCED_RECHECKS_MS, PAYMENT_RETURN_RECHECK_MS } from "../../lib/timings.ts";
import { fetchBrand, fetchPaymentMode, fetchPaymentStats, fetchPurchases, fetchSubscriptions } from "./calls.ts";

export const billingKeys = {
  mode: ["billing", "mode"],
  purchases: ["billing", "purchases"],
  subscriptions: ["billing", "subscriptions"],
} as const;

export const purchasesQuery = (page: number, status: PaymentStatus | null) =>
  queryOptions({
    queryKey: [...billingKeys.purchases, page, status],
    queryFn: ({ signal }) => fetchPurchases(page, status, signal),
    placeholderData: previousWhileOnline,
  });

export const paymentStatsQuery = queryOptions({
  queryKey: [...billingKeys.purchases, "stats"],
  queryFn: ({ signal }) => fetchPaymentStats(signal),
});

export const paymentModeQuery = queryOptions({
  queryKey: billingKeys.mode,
  queryFn: ({ signal }) => fetchPaymentMode(signal),
  staleTime: Number.POSITIVE_INFINITY,
});

export const subscriptionsQuery = queryOptions({
  queryKey: billingKeys.subscriptions,
  queryFn: ({ signal }) => fetchSubscriptions(signal),
});

export const brandQuery = queryOptions({
  queryKey: ["billing", "brand"],
  queryFn: ({ signal }) => fetchBrand(signal),
});

const recheck = (client: QueryClient, delays: readonly number[]) => {
  const timers = delays.map((ms) =>
    setTimeout(() => void client.invalidateQueries({ queryKey: billingKeys.subscriptions }), ms),
  );
  return () => timers.forEach(clearTimeout);
};

/**
 * Reads subscriptions repeatedly for a few seconds, since a provider event may be on its way. @returns a function that
 * stops it
 */
export const forceRecheck = (client: QueryClient): (() => void) => recheck(client, FORCED_RECHECKS_MS);

/** Reads subscriptions again once, after the return from a payment. */
export const recheckAfterReturn = (client: QueryClient): (() => void) => recheck(client, [PAYMENT_RETURN_RECHECK_MS]);
