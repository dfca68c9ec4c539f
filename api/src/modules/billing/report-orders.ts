import { randomUUID } from "node:crypto";
import { type PaymentLink, TERMS_VERSION } from "@ecotrim/contracts/billing/payment";
import { CURRENCY, PREMIUM_REPORT_CENTS } from "@ecotrim/contracts/billing/prices";
import { AppError } from "@ecotrim/contracts/errors";
import { PREMIUM_REPORT, priceOf } from "@ecotrim/server/billing/catalog";
import type { BillingDeps } from "@ecotrim/server/billing/deps";
import { closeOrder, lockOrders, settleLink } from "@ecotrim/server/billing/settle";
import { atStripe, found } from "@ecotrim/server/billing/stripe";
import { type Payment, PaymentEntity } from "@ecotrim/server/db/entities/billing";
import { publicUrl } from "@ecotrim/server/env/env";
import { storeReport } from "@ecotrim/server/reports/reports";
import { In } from "typeorm";

export interface ReportOrder {
  userId: string;
  email: string;
  simulationId: string;
  title: string;
  immediateDelivery: boolean;
}

/**
 * The one payment link of a user's premium report, made if none can still be paid. Idempotent, also under concurrency,
 * and a link takes one payment: nobody pays twice.
 * @throws AppError ALREADY_PAID, NOT_REPORTABLE, PAYMENT_PROVIDER_UNAVAILABLE.
 */
export async function orderPremiumReport(deps: BillingDeps, order: ReportOrder): Promise<PaymentLink> {
  let payment = await openOrder(deps, order);
  if (payment.status !== "paid" && payment.paymentLinkId && !(await isPayable(deps, payment.paymentLinkId))) {
    // The link was paid, expired or deactivated at the provider, and no event has told us yet.
    await settleLink(deps, payment.paymentLinkId);
    await closeOrder(deps, payment.id);
    payment = await openOrder(deps, order);
  }
  if (payment.status === "paid") throw new AppError("ALREADY_PAID");
  return payment.paymentLinkId && payment.paymentLinkUrl
    ? { payment_link_id: payment.paymentLinkId, payment_link_url: payment.paymentLinkUrl }
    : await makeLink(deps, payment, order);
}

async function isPayable({ stripe }: BillingDeps, linkId: string): Promise<boolean> {
  const link = await found(stripe.paymentLinks.retrieve(linkId));
  return link?.active === true && link.restrictions?.completed_sessions.count === 0;
}

/** The open or paid order, else a new one, with the report it is for. */
const openOrder = (
  { dataSource }: BillingDeps,
  { userId, simulationId, title, immediateDelivery }: ReportOrder,
): Promise<Payment> =>
  dataSource.transaction(async (manager) => {
    await lockOrders(manager, { userId, simulationId });
    const report = await storeReport(manager, { userId, simulationId, kind: "premium" });
    if (!report) throw new AppError("NOT_REPORTABLE");
    const consent = immediateDelivery ? [new Date(), TERMS_VERSION] : [null, null];
    await manager.query(
      `INSERT INTO payments (id, user_id, kind, simulation_id, title, amount, currency, consent_at, terms_version)
       VALUES ($1, $2, 'premium-report', $3, $4, $5, $6, $7, $8)
       ON CONFLICT (user_id, simulation_id) WHERE kind = 'premium-report' AND status IN ('pending', 'failed', 'paid')
       DO UPDATE SET status = 'pending',
                     -- A link made from now on asks for the present price.
                     amount = CASE WHEN payments.payment_link_id IS NULL THEN excluded.amount ELSE payments.amount END,
                     consent_at = coalesce(payments.consent_at, excluded.consent_at),
                     terms_version = coalesce(payments.terms_version, excluded.terms_version)
               WHERE payments.status <> 'paid'`,
      [randomUUID(), userId, simulationId, title, PREMIUM_REPORT_CENTS, CURRENCY, ...consent],
    );
    return manager
      .getRepository(PaymentEntity)
      .findOneByOrFail({ userId, simulationId, status: In(["pending", "paid"]) });
  });

async function makeLink(
  deps: BillingDeps,
  payment: Payment,
  { email, simulationId }: ReportOrder,
): Promise<PaymentLink> {
  const { stripe, dataSource, env } = deps;
  const price = await priceOf(stripe, PREMIUM_REPORT);
  const metadata = { payment_id: payment.id };
  const link = await atStripe(
    stripe.paymentLinks.create(
      {
        line_items: [{ price, quantity: 1 }],
        // Card payments succeed or fail at once, and the report is delivered at once.
        payment_method_types: ["card"],
        restrictions: { completed_sessions: { limit: 1 } },
        after_completion: {
          type: "redirect",
          redirect: {
            url: `${publicUrl(env)}/payment/success?session_id={CHECKOUT_SESSION_ID}&reportId=${simulationId}`,
          },
        },
        billing_address_collection: "required",
        tax_id_collection: { enabled: true },
        invoice_creation: { enabled: true },
        metadata,
        payment_intent_data: { metadata },
      },
      { idempotencyKey: `link-${payment.id}` },
    ),
  );
  const url = new URL(link.url);
  url.searchParams.set("prefilled_email", email);
  url.searchParams.set("locale", "es");
  await dataSource
    .getRepository(PaymentEntity)
    .update({ id: payment.id }, { paymentLinkId: link.id, paymentLinkUrl: url.href });
  return { payment_link_id: link.id, payment_link_url: url.href };
}

/** Closes the open orders of an account before its deletion; a later payment is refunded. */
export async function closeOrdersOf(deps: BillingDeps, userId: string): Promise<void> {
  const open = await deps.dataSource
    .getRepository(PaymentEntity)
    .findBy({ userId, kind: "premium-report", status: In(["pending", "failed"]) });
  for (const { id, paymentLinkId } of open) {
    if (paymentLinkId) await found(deps.stripe.paymentLinks.update(paymentLinkId, { active: false }));
    await closeOrder(deps, id);
  }
}
