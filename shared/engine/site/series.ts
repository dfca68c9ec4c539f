import { getPosition } from "suncalc";
import facts from "../data/spain-2024.json" with { type: "json" };
import compact from "../data/spain-2024-compact.json" with { type: "json" };
import { fixedPartEurMwh, marketPartEurMwh } from "../tariff/tariff.ts";
import { buildTimeline, daysWithinYear } from "./calendar.ts";
import type { Calibration, Timeline } from "./site.ts";
import { hoursWithinYear, sourceData } from "./source-data.ts";

/** The default series, one value a step. */

/** The year whose days give the PV yield, and the market unless another year is asked for. */
export const DATA_YEAR = 2024;

export type MarketYear = 2023 | 2024 | 2025;

const LATITUDE = 40.42;
const LONGITUDE = -3.7;
const TILT_DEG = 35;
const SUN_SAMPLES_AN_HOUR = 4;

const HOUR_MS = 3_600_000;
const RADIANS = Math.PI / 180;
const { market_spread_factor, export_factor } = facts.engine_defaults;

/** Cosine of incidence of the sun on the south plane, 0 with the sun down or behind it; mean over the hour. */
function meanIncidence(hourStartMs: number): number {
  let sum = 0;
  for (let i = 0; i < SUN_SAMPLES_AN_HOUR; i++) {
    const instant = hourStartMs + ((i + 0.5) * HOUR_MS) / SUN_SAMPLES_AN_HOUR;
    const { altitude, azimuth } = getPosition(new Date(instant), LATITUDE, LONGITUDE);
    if (altitude <= 0) continue;
    const height = altitude * RADIANS;
    const fromSouth = (azimuth - 180) * RADIANS;
    const tilt = TILT_DEG * RADIANS;
    const cosine = Math.sin(height) * Math.cos(tilt) + Math.cos(height) * Math.sin(tilt) * Math.cos(fromSouth);
    sum += Math.max(cosine, 0);
  }
  return sum / SUN_SAMPLES_AN_HOUR;
}

/**
 * PV energy, kWh per step: the day's yield per kWp (`data/spain-2024-compact.json`) shared out over its hours by the
 * cosine of incidence, or that of the hours measured; an hour's energy is divided evenly among its steps.
 */
export function pvSeries(timeline: Timeline, kwp: number): Float64Array {
  const measured = sourceData()?.pv;
  if (measured) {
    const hours = hoursWithinYear(timeline, measured.year);
    return perStep(timeline, (t) => kwp * measured.kwhPerKwp[hours[hourOf(timeline, t)]!]! * timeline.stepHours);
  }
  // An incomplete last day keeps only its own hours' share of the yield, so shares are of the complete day.
  const hourly = buildTimeline(timeline.start, timeline.end, 1);
  const incidence = Float64Array.from({ length: hourly.steps }, (_, h) => meanIncidence(hourly.startMs + h * HOUR_MS));
  const dayOfData = daysWithinYear(timeline, DATA_YEAR);
  const incidenceOfDay = new Float64Array(dayOfData.length);
  for (let h = 0; h < hourly.steps; h++) incidenceOfDay[hourly.day[h]!]! += incidence[h]!;

  return perStep(timeline, (t) => {
    const h = hourOf(timeline, t);
    const day = timeline.day[t]!;
    const dayKwh = kwp * compact.pv_daily_kwh_per_kwp[dayOfData[day]!]!;
    return (dayKwh * incidence[h]! * timeline.stepHours) / incidenceOfDay[day]!;
  });
}

/** How a site consumes over the day and the week. */
export interface DemandShape {
  /** Mean consumption of an operating day, kWh per hour. */
  demand_value: number;
  /** High from 06:00 to 22:00, low outside; constant otherwise. */
  two_turnes: boolean;
  /** Whether Saturdays, Sundays and national holidays are operating days. */
  weekends: boolean;
}

/** Consumption outside the shifts, and of a closed day of a constant site, as a fraction of the high level. */
const LOW_LEVEL = 0.2;
const SHIFTS_START = 6;
const SHIFTS_END = 22;

/** Consumption, kWh per step. */
export function demandSeries(timeline: Timeline, { demand_value, two_turnes, weekends }: DemandShape): Float64Array {
  const shiftShare = (SHIFTS_END - SHIFTS_START) / 24;
  const highKw = two_turnes ? demand_value / (shiftShare + LOW_LEVEL * (1 - shiftShare)) : demand_value;
  return perStep(timeline, (t) => {
    const hour = timeline.hour[t]!;
    const closed = timeline.nonWorking[t] === 1 && !weekends;
    const outsideShifts = two_turnes && (hour < SHIFTS_START || hour >= SHIFTS_END);
    return highKw * (closed || outsideShifts ? LOW_LEVEL : 1) * timeline.stepHours;
  });
}

/**
 * Day-ahead price, EUR/MWh, never negative: mean and spread of the same month and day of `year`, hourly shape by month
 * and by whether the simulated day is a working day. Where the prices of `year` were measured, those of its hours.
 */
export function marketSeries(timeline: Timeline, year: MarketYear): Float64Array {
  const measured = sourceData()?.market[year];
  if (measured) {
    const hours = hoursWithinYear(timeline, year);
    return perStep(timeline, (t) => measured[hours[hourOf(timeline, t)]!]!);
  }
  const { mean_eur_mwh, spread_eur_mwh, shape } = compact.market[year];
  const dayOfData = daysWithinYear(timeline, year);
  return perStep(timeline, (t) => {
    const day = dayOfData[timeline.day[t]!]!;
    const hourShape = shape[timeline.month[t]! - 1]![timeline.nonWorking[t]!]![timeline.hour[t]!]!;
    return Math.max(0, mean_eur_mwh[day]! + market_spread_factor * spread_eur_mwh[day]! * hourShape);
  });
}

/** Price of grid energy at the meter without taxes, EUR/MWh. */
export function buySeries(
  timeline: Timeline,
  marketEurMwh: Float64Array,
  { k, adderEurMwh }: Pick<Calibration, "k" | "adderEurMwh">,
): Float64Array {
  return perStep(timeline, (t) => {
    const period = timeline.tariffPeriod[t]!;
    return k * marketPartEurMwh(period, marketEurMwh[t]!) + fixedPartEurMwh(period) + adderEurMwh;
  });
}

/** Price of energy fed in, EUR/MWh: never negative and never above the buy price where that is positive. */
export function sellSeries(marketEurMwh: Float64Array, buyEurMwh: Float64Array): Float64Array {
  return marketEurMwh.map((market, t) => Math.min(export_factor * Math.max(market, 0), Math.max(buyEurMwh[t]!, 0)));
}

/** Hours since the timeline began. */
const hourOf = (timeline: Timeline, t: number): number => Math.floor(t * timeline.stepHours);

function perStep(timeline: Timeline, value: (t: number) => number): Float64Array {
  return Float64Array.from({ length: timeline.steps }, (_, t) => value(t));
}
