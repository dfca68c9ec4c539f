import { leastP6Of } from "./best-powers.ts";
import type { Groups } from "./excess.ts";
import type { PowerCase } from "./quick-rule.ts";

const ACCESS_RIGHT_EUR_KW = 17;

/** One-off access right of powers above the highest that was ever contracted, EUR. */
export const accessRightEur = (contractedKw: readonly number[], highestEverKw: number): number =>
  ACCESS_RIGHT_EUR_KW * Math.max(0, Math.max(...contractedKw) - highestEverKw);

const P6 = 5;

/**
 * Import limits by which a battery never raises the site's peak, kWh per step: in each period the contracted power, or
 * the site's own peak where that is higher.
 */
export function limitsKeepingPeak(
  importLimitKwh: Float64Array,
  groups: Groups,
  importKwh: Float64Array,
  contractedKw: readonly number[],
): Float64Array {
  return limitedTo(peaksOf(groups, importKwh, contractedKw), importLimitKwh, groups);
}

/** Highest import that each period has or has contracted, kWh per step. */
function peaksOf(
  { ofStep, period, stepHours }: Groups,
  importKwh: Float64Array,
  contractedKw: readonly number[],
): number[] {
  const peaks = contractedKw.map((kw) => kw * stepHours);
  ofStep.forEach((group, t) => {
    peaks[period[group]!] = Math.max(peaks[period[group]!]!, importKwh[t]!);
  });
  return peaks;
}

const limitedTo = (peaks: readonly number[], importLimitKwh: Float64Array, { ofStep, period }: Groups): Float64Array =>
  importLimitKwh.map((limit, t) => Math.min(limit, peaks[period[ofStep[t]!]!]!));

/**
 * The case with a battery that never raises the site's peak. In each period import stays within the contracted power,
 * or within the site's own peak where that is higher.
 * @param importKwh import without battery, kWh per step
 * @param allowedP6Kw more power to allow in P6; it is contracted, so its power term is paid
 */
export function keepingPeak(
  powerCase: PowerCase,
  importKwh: Float64Array,
  contractedKw: readonly number[],
  allowedP6Kw = 0,
): PowerCase {
  const { problem, groups, terms } = powerCase;
  const peaks = peaksOf(groups, importKwh, contractedKw);
  const allowedKwh = allowedP6Kw * groups.stepHours;
  const grows = allowedKwh > peaks[P6]!;
  if (grows) peaks[P6] = allowedKwh;
  return {
    groups,
    problem: { ...problem, importLimitKwh: limitedTo(peaks, problem.importLimitKwh, groups) },
    terms: grows ? { ...terms, keepP6Kw: Math.max(leastP6Of(terms), allowedP6Kw) } : terms,
  };
}
