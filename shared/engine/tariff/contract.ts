import type { EnergyPrices } from "../bill/bill.ts";
import type { Calibration, Timeline } from "../site/site.ts";
import { isFixed, type PricedKind, type SupplyContract } from "./contract-kind.ts";
import { buySeries, sellSeries } from "./market.ts";
import type { Tariff } from "./tariff.ts";

/** What a site's prices follow from; imports are those without battery, kWh per step. */
export interface PriceSources {
  timeline: Timeline;
  tariff: Tariff;
  marketEurMwh: Float64Array;
  importKwh: Float64Array;
}

/** Prices of a contract, EUR/MWh per step: buying by its kind, selling at the market. */
export function contractPrices(
  { kind, sellsAboveBuy }: SupplyContract,
  { timeline, tariff, marketEurMwh, importKwh }: PriceSources,
  calibration: Calibration,
): EnergyPrices {
  const hourly = buySeries(timeline, tariff, marketEurMwh, calibration);
  const buyEurMwh = heldPrices(kind, timeline, hourly, importKwh);
  return { buyEurMwh, sellEurMwh: sellSeries(marketEurMwh, sellsAboveBuy ? hourly : buyEurMwh) };
}

/**
 * Hourly prices as a kind of contract holds them: unchanged, one by tariff period, or one in all. Held prices are means
 * weighted by the imports, so without battery every kind costs the same. It is linear in the prices.
 */
export function heldPrices(
  kind: PricedKind,
  { tariffPeriod }: Pick<Timeline, "tariffPeriod">,
  hourly: Float64Array,
  importKwh: Float64Array,
): Float64Array {
  if (!isFixed(kind)) return hourly;
  const groupOf = kind === "fixed" ? () => 0 : (t: number) => tariffPeriod[t]!;
  const means = meanPrices(hourly, importKwh, groupOf);
  return hourly.map((_, t) => means[groupOf(t)]!);
}

/** Group -> cost / imports of its steps, or the plain mean of their prices where it imports nothing. */
function meanPrices(eurMwh: Float64Array, importKwh: Float64Array, groupOf: (t: number) => number): number[] {
  const sums: { cost: number; kwh: number; price: number; steps: number }[] = [];
  for (let t = 0; t < eurMwh.length; t++) {
    sums[groupOf(t)] ??= { cost: 0, kwh: 0, price: 0, steps: 0 };
    const sum = sums[groupOf(t)]!;
    sum.cost += eurMwh[t]! * importKwh[t]!;
    sum.kwh += importKwh[t]!;
    sum.price += eurMwh[t]!;
    sum.steps += 1;
  }
  return sums.map(({ cost, kwh, price, steps }) => (kwh > 0 ? cost / kwh : price / steps));
}
