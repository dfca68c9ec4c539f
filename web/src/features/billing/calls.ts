import type {
  PaymentLink,
  PaymentMode,
  PaymentStats,
  PaymentStatus,
  PurchaseHistory,
  VerifiedPayment,
} from "@ecotrim/contracts/billing/payment";
import { CURRENCY, PREMIUM_REPORT_CENTS } from "@ecotrim/contracts/billing/prices";
import type { ProductSlug, Subscription, ToolAccess } from "@ecotrim/contracts/billing/subscription";
import type { Brand, Proposal } from "@ecotrim/contracts/brands/brand";
import type { CreateReport, Report } from "@ecotrim/contracts/reports/report";
import { call } from "../../lib/http.ts";

/** The calls about money and reports; all need a session and throw `ApiError`. */

export async function createPaymentLink(simulationId: string, reportTitle: string): Promise<PaymentLink> {
  const body = {
    reportId: simulationId,
    amount: PREMIUM_REPORT_CENTS,
    currency: CURRENCY,
    reportTitle,
    immediateDelivery: true,
  };
  return (await call("createPaymentLink", "/api/payments/create-payment-link", { method: "POST", body }))
    .data as PaymentLink;
}

export async function verifyPayment(sessionId: string): Promise<VerifiedPayment> {
  const answer = await call("verifyPayment", "/api/payments/verify", { method: "POST", body: { sessionId } });
  return (answer.data as { session: VerifiedPayment }).session;
}

export async function fetchPurchases(
  page: number,
  status: PaymentStatus | null,
  signal: AbortSignal,
): Promise<PurchaseHistory> {
  const filter = status ? `&status=${status}` : "";
  return (await call("fetchPurchases", `/api/payments/history?page=${page}&limit=10${filter}`, { signal }))
    .data as PurchaseHistory;
}

export async function fetchPaymentMode(signal: AbortSignal): Promise<PaymentMode> {
  return (await call("fetchPaymentMode", "/api/payments/mode", { signal })).data as PaymentMode;
}

export async function fetchPaymentStats(signal: AbortSignal): Promise<PaymentStats> {
  return (await call("fetchPaymentStats", "/api/payments/stats", { signal })).data as PaymentStats;
}

export async function fetchSubscriptions(signal: AbortSignal): Promise<Subscription[]> {
  return (await call("fetchSubscriptions", "/api/payments/subscriptions", { signal })).data as Subscription[];
}

export async function checkAccess(slug: ProductSlug): Promise<ToolAccess> {
  return (await call("checkAccess", `/api/payments/subscriptions/${slug}/access`)).data as ToolAccess;
}

/** @returns the address of the checkout */
export async function createSubscription(productSlug: ProductSlug): Promise<string> {
  const answer = await call("createSubscription", "/api/payments/subscriptions/create", {
    method: "POST",
    body: { productSlug },
  });
  return (answer.data as { url: string }).url;
}

export async function verifySubscription(sessionId: string): Promise<Subscription> {
  const answer = await call("verifySubscription", "/api/payments/subscriptions/verify", {
    method: "POST",
    body: { sessionId },
  });
  return (answer.data as { subscription: Subscription }).subscription;
}

export async function cancelSubscription(productSlug: ProductSlug): Promise<Subscription[]> {
  const body = { productSlug };
  return (await call("cancelSubscription", "/api/payments/subscriptions/cancel", { method: "POST", body }))
    .data as Subscription[];
}

/** @returns the address of the provider's own pages */
export async function openPortal(): Promise<string> {
  return ((await call("openPortal", "/api/payments/portal", { method: "POST" })).data as { url: string }).url;
}

export async function requestReport(simulationId: string, kind: CreateReport["kind"]): Promise<Report> {
  const path = `/api/simulations/${encodeURIComponent(simulationId)}/reports`;
  return (await call("requestReport", path, { method: "POST", body: { kind } })).data as Report;
}

export async function requestProposal(simulationId: string, body: Proposal): Promise<Report> {
  const path = `/api/simulations/${encodeURIComponent(simulationId)}/proposal`;
  return (await call("requestProposal", path, { method: "POST", body })).data as Report;
}

export async function fetchBrand(signal: AbortSignal): Promise<Brand | null> {
  return (await call("fetchBrand", "/api/brand", { signal })).data as Brand | null;
}

export async function saveBrand(body: Brand): Promise<Brand> {
  return (await call("saveBrand", "/api/brand", { method: "PUT", body })).data as Brand;
}

export async function fetchReport(id: string): Promise<Report> {
  return (await call("fetchReport", `/api/reports/${id}`)).data as Report;
}
