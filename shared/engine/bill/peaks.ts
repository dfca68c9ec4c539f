import type { Timeline } from "../site/site.ts";

/** What of a timeline a meter of peaks depends on. */
export type MeteredPeriod = Pick<Timeline, "tariffPeriod" | "stepHours">;

/** Highest import of a tariff period, or of all without one, kW. */
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
