import type { Case } from "@ecotrim/contracts/simulations/input";
import facts from "../data/spain-2024.json" with { type: "json" };
import type { GivenSeries, Site } from "../site/site.ts";
import { contractPrices, heldPrices } from "./contract.ts";
import { sellSeries } from "./market.ts";

const { export_factor } = facts.engine_defaults;

/**
 * The site under another market price, EUR/MWh per step, with the same calibration. A fixed price is renewed at the
 * level of that market. Given prices move by as many EUR/MWh as the market (sell prices by the export factor of it),
 * like an indexed contract.
 */
export function underMarket(site: Site, given: GivenSeries, marketEurMwh: Float64Array): Site {
  const movedEurMwh = marketEurMwh.map((price, t) => price - site.marketEurMwh[t]!);
  const moved = (prices: Float64Array, byEurMwh: Float64Array, factor: number) =>
    prices.map((price, t) => price + factor * byEurMwh[t]!);
  const importKwh = site.paidImportKwh;
  const renewed = contractPrices(site.contract, { ...site, marketEurMwh, importKwh }, site.calibration);
  // A fixed price that the contract states stays one; a series is as hourly as it was given.
  const bought = given.buy_eur_mwh
    ? movedEurMwh
    : heldPrices(site.contract.kind, site.timeline, movedEurMwh, importKwh);
  const buyEurMwh = site.pricesGiven ? moved(site.buyEurMwh, bought, 1) : renewed.buyEurMwh;
  const ownSell = site.pricesGiven ? sellSeries(marketEurMwh, buyEurMwh) : renewed.sellEurMwh;
  const sellEurMwh = given.sell_eur_mwh ? moved(site.sellEurMwh, movedEurMwh, export_factor) : ownSell;
  return { ...site, marketEurMwh, buyEurMwh, sellEurMwh };
}

/**
 * The site under the level and the hourly differences that a case asks for. The calibration stays that of the prices
 * which were paid.
 */
export function underAskedMarket(
  site: Site,
  given: GivenSeries,
  { priceLevel = 1, priceSpread = 1 }: Pick<Case["tariff"], "priceLevel" | "priceSpread">,
): Site {
  if (priceLevel === 1 && priceSpread === 1) return site;
  const spread = { ...site, marketEurMwh: scaledSpread(site, priceSpread) };
  return underMarket(site, given, scaledLevel(spread, priceLevel));
}

/** The market price with its level scaled, EUR/MWh. */
export const scaledLevel = ({ marketEurMwh }: Site, factor: number): Float64Array =>
  marketEurMwh.map((price) => price * factor);

/**
 * The market price with its deviation from the mean of each local day scaled, EUR/MWh, which scales the spread between
 * dear and cheap hours. No price falls below 0 that was not below already.
 */
export function scaledSpread({ timeline: { day }, marketEurMwh }: Site, factor: number): Float64Array {
  const sums = Array.from({ length: day.at(-1)! + 1 }, () => ({ price: 0, steps: 0 }));
  for (const [t, price] of marketEurMwh.entries()) {
    const ofDay = sums[day[t]!]!;
    ofDay.price += price;
    ofDay.steps++;
  }
  return marketEurMwh.map((price, t) => {
    const { price: sum, steps } = sums[day[t]!]!;
    const mean = sum / steps;
    return Math.max(mean + factor * (price - mean), Math.min(price, 0));
  });
}
