import type { PaymentKind } from "@ecotrim/contracts/billing/payment";
import { WITHDRAWAL_DAYS } from "@ecotrim/contracts/billing/prices";
import type { WithdrawalRight } from "@ecotrim/contracts/withdrawal/right";
import { longDate } from "./dates.ts";

/** The rule by product, wherever it is said before a purchase or for all purchases. */
export const WITHDRAWAL_RULES: Record<PaymentKind, string> = {
  "premium-report": `Del informe premium puede desistir en ${WITHDRAWAL_DAYS} días naturales mientras no se haya entregado. Si pidió la entrega inmediata, al entregarse termina su derecho de desistimiento.`,
  subscription: `De la suscripción puede desistir en los ${WITHDRAWAL_DAYS} días naturales siguientes a contratarla, aunque ya la haya usado.`,
};

/** The rule applied to one purchase. */
export function withdrawalText(right: WithdrawalRight): string {
  if (right.state === "delivered")
    return `El informe se entregó el ${longDate(right.deliveredAt)}. El ${longDate(right.consentAt)} usted pidió la entrega inmediata y aceptó que con ella termina su derecho de desistimiento.`;
  if (right.state === "expired") return `El plazo para desistir terminó el ${longDate(right.lastDay)}.`;
  const until = `Puede desistir hasta el ${longDate(right.lastDay)}`;
  return right.consentAt
    ? `${until} mientras no se entregue el informe: el ${longDate(right.consentAt)} usted pidió la entrega inmediata y aceptó que con ella termina su derecho de desistimiento.`
    : `${until}.`;
}
