import { importPeakKw, type MeteredPeriod } from "../bill/peaks.ts";
import type { Site, Timeline } from "../site/site.ts";

/** The tariff period in which contracted power may grow without limit and is then paid. */
const GROWING_PERIOD = 6;

/** The contracted power of a site. */
export interface PowerContract {
  /** Power that is paid already, kW. */
  basePowerKw: number;
  /** Price of the power added in P6, EUR/kW a year; null where it costs nothing (a given limit or given prices). */
  addedP6EurKwYear: number | null;
}

/** Price of the power that a site adds in P6, EUR/kW a year; null where it costs nothing. */
export const addedP6Price = ({ freeP6, tariff }: Pick<Site, "freeP6" | "tariff">): number | null =>
  freeP6 ? tariff.addedP6EurKwYear : null;

/** The contract of a site: its peak without battery is paid already. */
export const powerContract = (
  addedP6EurKwYear: number | null,
  timeline: MeteredPeriod,
  importWithoutKwh: Float64Array,
): PowerContract => ({ basePowerKw: importPeakKw(timeline, importWithoutKwh), addedP6EurKwYear });

/**
 * Greatest import of each step, kWh: the contracted power, else none, else (`freeP6`) the site's own peak outside P6.
 * @param limitKw contracted power; 0: none given
 * @param importKwh grid imports without battery, kWh per step
 */
export function importLimits(
  { steps, stepHours, tariffPeriod }: Timeline,
  limitKw: number,
  importKwh: Float64Array,
  freeP6: boolean,
): Float64Array {
  const limits = new Float64Array(steps).fill(limitKw > 0 ? limitKw * stepHours : Infinity);
  if (!freeP6) return limits;
  const peakKwh = importKwh.reduce((peak, kwh) => Math.max(peak, kwh), 0);
  return limits.map((kwh, t) => (tariffPeriod[t] === GROWING_PERIOD ? kwh : peakKwh));
}

/** Yearly power term of the growing period's draw beyond the paid power, EUR. */
export function addedPowerEurYear(
  { basePowerKw, addedP6EurKwYear }: PowerContract,
  timeline: MeteredPeriod,
  importKwh: Float64Array,
): number {
  if (addedP6EurKwYear === null) return 0;
  const addedKw = Math.max(0, importPeakKw(timeline, importKwh, GROWING_PERIOD) - basePowerKw);
  return addedKw * addedP6EurKwYear;
}
