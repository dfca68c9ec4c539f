import { importPeakKw, type MeteredPeriod } from "../bill/peaks.ts";
import type { Timeline } from "../site/site.ts";
import { EXTRA_P6_POWER_EUR_KW_YEAR } from "./tariff.ts";

/** The tariff period in which contracted power may grow without limit and is then paid. */
const GROWING_PERIOD = 6;

/** The contracted power of a site. */
export interface PowerContract {
  /** Power that is paid already, kW; null where more power costs nothing (a given limit or given prices). */
  basePowerKw: number | null;
}

/** The contract of a site whose power in P6 may grow: its peak without battery is paid already. */
export const powerContract = (
  freeP6: boolean,
  timeline: MeteredPeriod,
  importWithoutKwh: Float64Array,
): PowerContract => ({
  basePowerKw: freeP6 ? importPeakKw(timeline, importWithoutKwh) : null,
});

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
  { basePowerKw }: PowerContract,
  timeline: MeteredPeriod,
  importKwh: Float64Array,
): number {
  if (basePowerKw === null) return 0;
  const addedKw = Math.max(0, importPeakKw(timeline, importKwh, GROWING_PERIOD) - basePowerKw);
  return addedKw * EXTRA_P6_POWER_EUR_KW_YEAR;
}
