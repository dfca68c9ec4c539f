import type { Case } from "@ecotrim/contracts/simulations/input";
import { valueEur } from "../bill/bill.ts";
import type { GivenSeries, Site } from "./site.ts";

/**
 * What a year's imports without battery cost at the prices that a contract states, EUR; they count instead of the
 * spending. Null where the spending counts: no contract states prices, a series gives them, or nothing is bought.
 */
export function contractSpending({ supply }: Case, given: GivenSeries, site: Site): number | null {
  if (!supply || supply.pricing.kind === "unknown" || !site.pricesGiven || given.buy_eur_mwh) return null;
  const eur = valueEur(site.buyEurMwh, site.paidImportKwh) * site.timeline.annualFactor;
  return eur > 0 ? eur : null;
}
