import { QUARTER_HOUR } from "@ecotrim/contracts/simulations/input";
import type { Timeline } from "./site.ts";

/** The part of a timeline that peaks depend on. */
type LiftedPeriod = Pick<Timeline, "steps" | "stepHours" | "month" | "tariffPeriod">;

/** Values of longer steps for each of their quarter-hours. */
export function inQuarterHours(values: Float64Array, stepHours: number, factor = 1): Float64Array {
  const quarters = stepHours / QUARTER_HOUR;
  return Float64Array.from({ length: values.length * quarters }, (_, q) => factor * values[Math.floor(q / quarters)]!);
}

/**
 * Consumption of longer steps in quarter-hours whose imports reach the maximeter of their month and period. One quarter
 * of each step, an arbitrary one, is lifted and the others give as much, so that every step keeps its energy.
 * @param maximeters highest quarter-hour, [month 1..12 - 1][period 1..6 - 1] kW
 * @returns kWh per quarter-hour
 */
export function liftedDemand(
  { steps, stepHours, month, tariffPeriod }: LiftedPeriod,
  demandKwh: Float64Array,
  importKwh: Float64Array,
  maximeters: readonly (readonly number[])[],
): Float64Array {
  const quarters = stepHours / QUARTER_HOUR;
  const highestKw = maximeters.map((periods) => periods.map(() => 0));
  for (let t = 0; t < steps; t++) {
    const ofMonth = highestKw[month[t]! - 1]!;
    const period = tariffPeriod[t]! - 1;
    ofMonth[period] = Math.max(ofMonth[period]!, importKwh[t]! / stepHours);
  }
  // No quarter-hour falls below 0.
  const lifts = maximeters.map((periods, m) =>
    periods.map((kw, p) => {
      const highest = highestKw[m]![p]!;
      return highest > 0 ? Math.min(Math.max(kw / highest - 1, 0), quarters - 1) : 0;
    }),
  );
  const lifted = inQuarterHours(demandKwh, stepHours, 1 / quarters);
  for (let t = 0; t < steps; t++) {
    const swing = (importKwh[t]! / quarters) * lifts[month[t]! - 1]![tariffPeriod[t]! - 1]!;
    const peak = arbitrary(t) % quarters;
    for (let q = 0; q < quarters; q++) lifted[t * quarters + q]! += q === peak ? swing : -swing / (quarters - 1);
  }
  return lifted;
}

/** The same arbitrary whole number for the same step: a multiplicative hash. */
const arbitrary = (t: number): number => Math.imul(t + 1, 0x9e3779b1) >>> 16;
