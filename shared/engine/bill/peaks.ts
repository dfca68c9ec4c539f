import type { Timeline } from "../site/site.ts";

/** The part of a timeline that peak metering depends on. */
export type MeteredPeriod = Pick<Timeline, "tariffPeriod" | "stepHours">;

/** Highest import, kW, of one tariff period, or of all where none is given. */
export function importPeakKw(
  { tariffPeriod, stepHours }: MeteredPeriod,
  importKwh: Float64Array,
  period?: number,
): number {
  let peakKwh = 0;
  for (let t = 0; t < importKwh.length; t++) {
    const kwh = importKwh[t]!;
    if (kwh > peakKwh && (period === undefined || tariffPeriod[t] === period)) peakKwh = kwh;
  }
  return peakKwh / stepHours;
}
