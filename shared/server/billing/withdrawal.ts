import { type PaidPurchase, type WithdrawalRight, withdrawalRight } from "@ecotrim/contracts/withdrawal/right";
import type { EntityManager } from "typeorm";

/** The right of withdrawal of each paid purchase among these. Renewals belong to the contract of their subscription. */
export async function withdrawalRights(
  manager: Pick<EntityManager, "query">,
  paymentIds: readonly string[],
  now = new Date(),
): Promise<Map<string, WithdrawalRight>> {
  // The provider's times have whole seconds, so that a payment can seem older than its order.
  const purchases = await manager.query(
    `SELECT id, consent_at AS "consentAt",
            (SELECT greatest(max(reports.finished_at), payments.paid_at) FROM reports
              WHERE reports.user_id = payments.user_id AND reports.simulation_id = payments.simulation_id
                AND reports.kind = 'premium' AND reports.status = 'completed'
             HAVING count(*) > 0) AS "deliveredAt",
            coalesce((SELECT max(subscriptions.created_at) FROM subscriptions
                       WHERE payments.kind = 'subscription' AND subscriptions.user_id = payments.user_id
                         AND subscriptions.stripe_subscription_id IS NOT NULL
                         AND date_trunc('second', subscriptions.created_at) <= payments.paid_at),
                     payments.paid_at) AS "contractedAt"
       FROM payments WHERE id = ANY ($1) AND status = 'paid'`,
    [paymentIds],
  );
  return new Map(purchases.map((purchase: Purchase) => [purchase.id, withdrawalRight(purchase, now)]));
}

type Purchase = PaidPurchase & { id: string };
