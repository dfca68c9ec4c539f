import { gridNeed } from "../site/build-site.ts";
import type { Site } from "../site/site.ts";
import { ADDER_MIN_EUR_MWH } from "./calibration.ts";
import { buySeries } from "./market.ts";

export type ContractKey = "calibrated" | "fixed_margin" | "fixed_by_period" | "fixed";

/** Buy prices of one kind of contract. */
export interface ContractPrices {
  key: ContractKey;
  buyEurMwh: Float64Array;
}

/**
 * The same spending under four kinds of contract, EUR/MWh per step; sell prices stay those of the site. A price fixed
 * for longer than an hour can lie below the sell price. Empty where prices were given.
 */
export function contractPrices(site: Site): ContractPrices[] {
  if (site.pricesGiven) return [];
  const { timeline, buyEurMwh, marketEurMwh } = site;
  const importKwh = gridNeed(site.pvKwh, site.demandKwh);
  const atMarket = buySeries(timeline, marketEurMwh, { k: 1, adderEurMwh: 0 });
  const everyHour = () => 0;
  const byPeriod = (t: number) => timeline.tariffPeriod[t]!;

  const gapEurMwh = meanPrices(buyEurMwh, importKwh, everyHour)[0]! - meanPrices(atMarket, importKwh, everyHour)[0]!;
  const adderEurMwh = Math.max(gapEurMwh, ADDER_MIN_EUR_MWH);
  const averaged = (groupOf: (t: number) => number) => {
    const prices = meanPrices(buyEurMwh, importKwh, groupOf);
    return buyEurMwh.map((_, t) => prices[groupOf(t)]!);
  };
  return [
    { key: "calibrated", buyEurMwh },
    {
      key: "fixed_margin",
      buyEurMwh: atMarket.map((price) => price + adderEurMwh),
    },
    { key: "fixed_by_period", buyEurMwh: averaged(byPeriod) },
    { key: "fixed", buyEurMwh: averaged(everyHour) },
  ];
}

/** Group -> cost / imports of its steps, or the plain mean of their prices where it imports nothing. */
function meanPrices(buyEurMwh: Float64Array, importKwh: Float64Array, groupOf: (t: number) => number): number[] {
  const sums: { cost: number; kwh: number; price: number; steps: number }[] = [];
  for (let t = 0; t < buyEurMwh.length; t++) {
    sums[groupOf(t)] ??= { cost: 0, kwh: 0, price: 0, steps: 0 };
    const sum = sums[groupOf(t)]!;
    sum.cost += buyEurMwh[t]! * importKwh[t]!;
    sum.kwh += importKwh[t]!;
    sum.price += buyEurMwh[t]!;
    sum.steps += 1;
  }
  return sums.map(({ cost, kwh, price, steps }) => (kwh > 0 ? cost / kwh : price / steps));
}
