import { leastP6Of } from "./best-powers.ts";
import type { PowerCase } from "./quick-rule.ts";

const ACCESS_RIGHT_EUR_KW = 17;

/** One-off access right of powers above the highest that was ever contracted, EUR. */
export const accessRightEur = (contractedKw: readonly number[], highestEverKw: number): number =>
  ACCESS_RIGHT_EUR_KW * Math.max(0, Math.max(...contractedKw) - highestEverKw);

const P6 = 5;

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
  const { ofStep, period, stepHours } = groups;
  const peaks = contractedKw.map((kw) => kw * stepHours);
  ofStep.forEach((group, t) => {
    peaks[period[group]!] = Math.max(peaks[period[group]!]!, importKwh[t]!);
  });
  const grows = allowedP6Kw * stepHours > peaks[P6]!;
  if (grows) peaks[P6] = allowedP6Kw * stepHours;
  return {
    groups,
    problem: {
      ...problem,
      importLimitKwh: problem.importLimitKwh.map((limit, t) => Math.min(limit, peaks[period[ofStep[t]!]!]!)),
    },
    terms: grows ? { ...terms, keepP6Kw: Math.max(leastP6Of(terms), allowedP6Kw) } : terms,
  };
}
