import type { MarketYear } from "@ecotrim/contracts/simulations/input";
import facts from "../data/spain-2024.json" with { type: "json" };
import compact from "../data/spain-2024-compact.json" with { type: "json" };
import { matchingDays, onPeninsula } from "../site/calendar.ts";
import type { Calibration, Timeline } from "../site/site.ts";
import { hoursWithinYear, sourceData } from "../site/source-data.ts";
import { hourOf, perStep } from "../site/steps.ts";
import { fixedPartEurMwh, marketPartEurMwh, type Tariff } from "./tariff.ts";

const { market_spread_factor, export_factor } = facts.engine_defaults;

/**
 * Day-ahead price, EUR/MWh: measured prices of `year` as they are. Without them each day has the mean and spread of the
 * matching day of `year`, and an hourly shape by month and kind of day. Such a price is never negative. All of Spain
 * pays the price of the same instant, whatever its clock says.
 */
export function marketSeries(local: Timeline, year: MarketYear): Float64Array {
  const timeline = onPeninsula(local);
  return peninsulaSeries(timeline, year).subarray(timeline.steps - local.steps);
}

function peninsulaSeries(timeline: Timeline, year: MarketYear): Float64Array {
  const measured = sourceData()?.market[year];
  if (measured) {
    const hours = hoursWithinYear(timeline, year, matchingDays);
    return perStep(timeline, (t) => measured[hours[hourOf(timeline, t)]!]!);
  }
  const { mean_eur_mwh, spread_eur_mwh, shape } = compact.market[year];
  const dayOfData = matchingDays(timeline, year);
  return perStep(timeline, (t) => {
    const day = dayOfData[timeline.day[t]!]!;
    const hourShape = shape[timeline.month[t]! - 1]![timeline.nonWorking[t]!]![timeline.hour[t]!]!;
    return Math.max(0, mean_eur_mwh[day]! + market_spread_factor * spread_eur_mwh[day]! * hourShape);
  });
}

/** Buy price at the meter without taxes, EUR/MWh. */
export function buySeries(
  timeline: Timeline,
  tariff: Tariff,
  marketEurMwh: Float64Array,
  { k, adderEurMwh }: Pick<Calibration, "k" | "adderEurMwh">,
): Float64Array {
  return perStep(timeline, (t) => {
    const period = timeline.tariffPeriod[t]!;
    return k * marketPartEurMwh(tariff, period, marketEurMwh[t]!) + fixedPartEurMwh(tariff, period) + adderEurMwh;
  });
}

/** Sell price, EUR/MWh: never negative and never above a positive buy price. */
export function sellSeries(marketEurMwh: Float64Array, buyEurMwh: Float64Array): Float64Array {
  return marketEurMwh.map((market, t) => Math.min(export_factor * Math.max(market, 0), Math.max(buyEurMwh[t]!, 0)));
}
