import { VAT_PERCENT } from "@ecotrim/contracts/billing/prices";
import { formatCents } from "@ecotrim/contracts/numbers";

/** A price without its tax, and its tax. */
export const withoutVat = (cents: number): string => {
  const net = Math.round(cents / (1 + VAT_PERCENT / 100));
  return `${formatCents(net)} + ${formatCents(cents - net)} de IVA (${VAT_PERCENT} %)`;
};
