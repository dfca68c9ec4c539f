import { formatNumber } from "@ecotrim/contracts/numbers";
import { VAT_PERCENT } from "@ecotrim/contracts/product";

/** Minor units of EUR as people read them: 999 -> `9,99 €`. */
export const euros = (cents: number, currency = "eur"): string =>
  formatNumber(cents / 100, { decimals: 2, unit: currency === "eur" ? "€" : currency.toUpperCase() });

/** A price without its tax, and the tax in it. */
export const withoutVat = (cents: number): string => {
  const net = Math.round(cents / (1 + VAT_PERCENT / 100));
  return `${euros(net)} + ${euros(cents - net)} de IVA (${VAT_PERCENT} %)`;
};
