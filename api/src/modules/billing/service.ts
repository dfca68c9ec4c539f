import type {
  CreatePaymentLink,
  Payment,
  PaymentLink,
  PaymentStats,
  PurchaseHistory,
  PurchaseHistoryQuery,
  VerifiedPayment,
} from "@ecotrim/contracts/billing/payment";
import { PURCHASES_PAGE_SIZE } from "@ecotrim/contracts/billing/prices";
import {
  isProduct,
  type ProductSlug,
  type Subscription,
  type ToolAccess,
} from "@ecotrim/contracts/billing/subscription";
import { AppError } from "@ecotrim/contracts/errors";
import type { WithdrawalRight } from "@ecotrim/contracts/withdrawal/right";
import { settleCheckout } from "@ecotrim/server/billing/settle";
import { grantsAccess, liveSubscription, subscribe, viewOf } from "@ecotrim/server/billing/subscriptions";
import { withdrawalRights } from "@ecotrim/server/billing/withdrawal";
import { PaymentEntity, type Payment as PaymentRow, SubscriptionEntity } from "@ecotrim/server/db/entities/billing";
import { UserEntity } from "@ecotrim/server/db/entities/user";
import { siteNameOf, type UserSimulation } from "@ecotrim/server/db/entities/user-simulation";
import type { Deps } from "../../deps.ts";
import { openRow } from "../simulations/service.ts";
import { orderPremiumReport } from "./report-orders.ts";

export { closeOrdersOf } from "./report-orders.ts";

/** @throws AppError SIMULATION_NOT_FOUND, NOT_REPORTABLE, ALREADY_PAID, PAYMENT_PROVIDER_UNAVAILABLE. */
export async function orderReport(
  deps: Deps,
  userId: string,
  { reportId, reportTitle, immediateDelivery = false }: CreatePaymentLink,
): Promise<PaymentLink> {
  const { manager } = deps.dataSource;
  const row = await openRow(manager, { id: reportId, userId });
  const { email } = await manager.getRepository(UserEntity).findOneByOrFail({ id: userId });
  const title = reportTitle?.trim() || `Informe premium · ${row.held?.ownName ?? row.name}`;
  return orderPremiumReport(deps, { userId, email, simulationId: reportId, title, immediateDelivery });
}

/**
 * The state of a checkout, read at the provider, so that it does not matter whether its events have arrived.
 * @throws AppError PAYMENT_NOT_FOUND, also for payments of other users.
 */
export async function verifyPayment(deps: Deps, userId: string, sessionId: string): Promise<VerifiedPayment> {
  const id = await settleCheckout(deps, sessionId);
  const payment = id && (await deps.dataSource.getRepository(PaymentEntity).findOneBy({ id, userId }));
  if (!payment) throw new AppError("PAYMENT_NOT_FOUND");
  const { amount, currency, status, simulationId } = payment;
  return { id: sessionId, amount_total: amount, currency, status, reportId: simulationId };
}

const paymentView = (
  row: PaymentRow,
  withdrawal: WithdrawalRight | null,
  held: Pick<UserSimulation, "name" | "site"> | undefined,
): Payment => ({
  id: row.id,
  kind: row.kind,
  amount: row.amount,
  currency: row.currency,
  status: row.status,
  createdAt: row.createdAt.toISOString(),
  paidAt: row.paidAt?.toISOString() ?? null,
  stripeSessionId: row.stripeSessionId,
  invoiceUrl: row.invoiceUrl,
  productInfo: { reportTitle: row.title },
  simulation:
    row.simulationId === null
      ? null
      : { id: row.simulationId, title: held?.name ?? row.title, site: held?.site ?? null },
  customerInfo: { email: row.customerEmail },
  withdrawal,
});

export async function listPurchases(
  { dataSource }: Deps,
  userId: string,
  { page = 1, limit = PURCHASES_PAGE_SIZE, status }: PurchaseHistoryQuery,
): Promise<PurchaseHistory> {
  const [rows, total] = await dataSource.getRepository(PaymentEntity).findAndCount({
    where: { userId, ...(status && { status }) },
    order: { createdAt: "DESC", id: "DESC" },
    skip: (page - 1) * limit,
    take: limit,
  });
  const rights = await withdrawalRights(
    dataSource.manager,
    rows.map(({ id }) => id),
  );
  const held: Pick<UserSimulation, "simulationId" | "name" | "site">[] = await dataSource.query(
    `SELECT simulation_id AS "simulationId", name, ${siteNameOf("held")} AS site FROM user_simulations held
      WHERE user_id = $1 AND simulation_id = ANY($2)`,
    [userId, rows.flatMap(({ simulationId }) => simulationId ?? [])],
  );
  const heldOf = (row: PaymentRow) => held.find(({ simulationId }) => simulationId === row.simulationId);
  return {
    payments: rows.map((row) => paymentView(row, rights.get(row.id) ?? null, heldOf(row))),
    pagination: { page, limit, total, pages: Math.max(1, Math.ceil(total / limit)) },
  };
}

export async function purchaseStats({ dataSource }: Deps, userId: string): Promise<PaymentStats> {
  const stats: { status: Payment["status"]; count: number; revenue: number }[] = await dataSource.query(
    `SELECT status, count(*)::int AS count, sum(amount - refunded_amount)::int AS revenue
       FROM payments WHERE user_id = $1 GROUP BY status ORDER BY status`,
    [userId],
  );
  return {
    totalPayments: stats.reduce((sum, { count }) => sum + count, 0),
    totalRevenue: stats.find(({ status }) => status === "paid")?.revenue ?? 0,
    stats: stats.map(({ status, count }) => ({ status, count })),
  };
}

/** The newest subscription of each product that was not abandoned in its checkout. */
export async function listSubscriptions({ dataSource }: Deps, userId: string): Promise<Subscription[]> {
  const rows = await dataSource
    .getRepository(SubscriptionEntity)
    .find({ where: { userId }, order: { createdAt: "DESC", id: "DESC" } });
  const begun = rows.filter(({ status }) => !["pending", "incomplete", "incomplete_expired"].includes(status));
  const newest = begun.filter((row, index) => begun.findIndex((one) => one.productSlug === row.productSlug) === index);
  return newest.map((row) => viewOf(row, new Date()));
}

/** Nobody has access to a product that does not exist. */
export async function toolAccess(deps: Deps, userId: string, slug: string): Promise<ToolAccess> {
  if (!isProduct(slug)) return { hasAccess: false, url: null };
  const live = await liveSubscription(deps, { userId, slug });
  const hasAccess = live !== null && grantsAccess(live, new Date());
  return { hasAccess, url: hasAccess ? deps.env.GEOTRIM_URL : null };
}

/** @returns the address of the next step. @throws AppError ALREADY_SUBSCRIBED, PAYMENT_PROVIDER_UNAVAILABLE. */
export async function startSubscription(deps: Deps, userId: string, slug: ProductSlug): Promise<string> {
  const { email, firstName, lastName } = await deps.dataSource
    .getRepository(UserEntity)
    .findOneByOrFail({ id: userId });
  return subscribe(deps, { userId, email, name: `${firstName} ${lastName}` }, slug);
}

/**
 * The subscription that a checkout led to.
 * @throws AppError SUBSCRIPTION_NOT_FOUND, also for subscriptions of other users.
 */
export async function verifySubscription(deps: Deps, userId: string, sessionId: string): Promise<Subscription> {
  const id = await settleCheckout(deps, sessionId);
  const row = id && (await deps.dataSource.getRepository(SubscriptionEntity).findOneBy({ id, userId }));
  if (!row) throw new AppError("SUBSCRIPTION_NOT_FOUND");
  return viewOf(row, new Date());
}
