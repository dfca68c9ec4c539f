import type { Groups } from "./excess.ts";

const ACCESS_RIGHT_EUR_KW = 17;

/** One-off access right of powers above the highest that was ever contracted, EUR. */
export const accessRightEur = (contractedKw: readonly number[], highestEverKw: number): number =>
  ACCESS_RIGHT_EUR_KW * Math.max(0, Math.max(...contractedKw) - highestEverKw);

const P6 = 5;

/**
 * Import limits by which a battery never raises the site's peak, kWh per step: in each period the contracted power, or
 * the site's own peak where that is higher.
 * @param importKwh import without battery, kWh per step
 * @param allowedP6Kw power that P6 may reach beyond that
 */
export function limitsKeepingPeak(
  importLimitKwh: Float64Array,
  { ofStep, period, stepHours }: Groups,
  importKwh: Float64Array,
  contractedKw: readonly number[],
  allowedP6Kw = 0,
): Float64Array {
  const peaks = contractedKw.map((kw, index) => (index === P6 ? Math.max(kw, allowedP6Kw) : kw) * stepHours);
  ofStep.forEach((group, t) => {
    peaks[period[group]!] = Math.max(peaks[period[group]!]!, importKwh[t]!);
  });
  return importLimitKwh.map((limit, t) => Math.min(limit, peaks[period[ofStep[t]!]!]!));
}
