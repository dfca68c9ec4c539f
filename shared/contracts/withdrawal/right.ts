import Type, { type Static } from "typebox";
import { WITHDRAWAL_DAYS } from "../billing/prices.ts";
import { dayInSpain } from "../locale.ts";

const DateTime = Type.String({ format: "date-time" });

/** Whether the buyer may withdraw from a purchase, and what decides it. */
export const WithdrawalRight = Type.Union([
  Type.Object({
    state: Type.Enum(["open", "expired"]),
    /** Last day of the period, in Spain. */
    lastDay: Type.String({ format: "date" }),
    /** Time of the request for immediate delivery, which ends the right of a report once it is delivered. */
    consentAt: Type.Union([DateTime, Type.Null()]),
  }),
  Type.Object({ state: Type.Literal("delivered"), deliveredAt: DateTime, consentAt: DateTime }),
]);
export type WithdrawalRight = Static<typeof WithdrawalRight>;

/** What is known of a paid purchase. */
export interface PaidPurchase {
  /** Conclusion of the contract: the payment of a report, the first order of a subscription. */
  contractedAt: Date;
  /** Time of the request for immediate delivery, knowing that it ends the right; null for a subscription. */
  consentAt: Date | null;
  /** null for a subscription, which is never delivered as a whole. */
  deliveredAt: Date | null;
}

const DAY_MS = 86_400_000;

/**
 * The one rule of withdrawal (Directive 2011/83/EU, arts. 9 and 16.m): a fortnight after the day of the contract. A
 * report delivered on request, in the knowledge that delivery ends the right, can no longer be given back.
 */
export function withdrawalRight({ contractedAt, consentAt, deliveredAt }: PaidPurchase, now: Date): WithdrawalRight {
  if (consentAt && deliveredAt)
    return { state: "delivered", deliveredAt: deliveredAt.toISOString(), consentAt: consentAt.toISOString() };
  const lastDay = new Date(Date.parse(dayInSpain(contractedAt)) + WITHDRAWAL_DAYS * DAY_MS).toISOString().slice(0, 10);
  return {
    state: dayInSpain(now) <= lastDay ? "open" : "expired",
    lastDay,
    consentAt: consentAt?.toISOString() ?? null,
  };
}
