import type { LoadSwing } from "@ecotrim/contracts/simulations/contract";
import { type Case, QUARTER_HOUR } from "@ecotrim/contracts/simulations/input";
import type { GivenSeries, Timeline } from "./site.ts";

/** The part of a timeline that peaks depend on. */
type LiftedPeriod = Pick<Timeline, "steps" | "stepHours" | "month" | "tariffPeriod">;

/** By how much one quarter of an hour lies above its hour, a share: [month 1..12 - 1][period 1..6 - 1]. */
type Lifts = readonly (readonly number[])[];

/** The lift of an hourly curve whose maximeters nobody knows. */
export const SWING_LIFTS: Record<LoadSwing, number> = { steady: 0.1, normal: 0.15, starts: 0.2 };

/** How the peaks within longer steps are found; null where they are not. */
export function liftedBy(
  { supply, period }: Case,
  { demand_kwh, net_kwh }: GivenSeries,
): "maximeters" | "swing" | null {
  if (!supply || period.stepHours === QUARTER_HOUR) return null;
  if (supply.maximeters) return "maximeters";
  // A profile of shifts is no curve: it says nothing of peaks.
  return supply.load_swing && (demand_kwh ?? net_kwh) ? "swing" : null;
}

/** Values of longer steps for each of their quarter-hours. */
export function inQuarterHours(values: Float64Array, stepHours: number, factor = 1): Float64Array {
  const quarters = stepHours / QUARTER_HOUR;
  return Float64Array.from({ length: values.length * quarters }, (_, q) => factor * values[Math.floor(q / quarters)]!);
}

/**
 * The lifts with which a curve of longer steps reaches its maximeters.
 * @param maximeters highest quarter-hour, [month 1..12 - 1][period 1..6 - 1] kW
 */
export function liftsTo(
  maximeters: readonly (readonly number[])[],
  { steps, stepHours, month, tariffPeriod }: LiftedPeriod,
  importKwh: Float64Array,
): Lifts {
  const highestKw = maximeters.map((periods) => periods.map(() => 0));
  for (let t = 0; t < steps; t++) {
    const ofMonth = highestKw[month[t]! - 1]!;
    const period = tariffPeriod[t]! - 1;
    ofMonth[period] = Math.max(ofMonth[period]!, importKwh[t]! / stepHours);
  }
  // No quarter-hour falls below 0.
  const most = stepHours / QUARTER_HOUR - 1;
  return maximeters.map((periods, m) =>
    periods.map((kw, p) => {
      const highest = highestKw[m]![p]!;
      return highest > 0 ? Math.min(Math.max(kw / highest - 1, 0), most) : 0;
    }),
  );
}

/**
 * Consumption of longer steps in quarter-hours. One quarter of each step, an arbitrary one, is lifted by a share of the
 * import and the others give as much, so that every step keeps its energy.
 * @param liftOf that share, by month 1..12 and period 1..6
 * @returns kWh per quarter-hour
 */
export function liftedDemand(
  { steps, stepHours, month, tariffPeriod }: LiftedPeriod,
  demandKwh: Float64Array,
  importKwh: Float64Array,
  liftOf: (month: number, period: number) => number,
): Float64Array {
  const quarters = stepHours / QUARTER_HOUR;
  const lifted = inQuarterHours(demandKwh, stepHours, 1 / quarters);
  for (let t = 0; t < steps; t++) {
    const swing = (importKwh[t]! / quarters) * liftOf(month[t]!, tariffPeriod[t]!);
    const peak = arbitrary(t) % quarters;
    for (let q = 0; q < quarters; q++) lifted[t * quarters + q]! += q === peak ? swing : -swing / (quarters - 1);
  }
  return lifted;
}

/** The same arbitrary whole number for the same step: a multiplicative hash. */
const arbitrary = (t: number): number => Math.imul(t + 1, 0x9e3779b1) >>> 16;
