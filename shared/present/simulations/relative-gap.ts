import { LOCALE } from "@ecotrim/contracts/locale";
import { formatPercent } from "@ecotrim/contracts/numbers";

/** Below it the gap is floating-point rounding. */
const LEAST_GAP = 1e-8;

/** Relative gap between the objective and the solver's bound: "de 0,000120 %". */
export function relativeGap(gap: number, locale = LOCALE): string {
  const written = formatPercent(Math.max(gap, LEAST_GAP), { decimals: 6, locale });
  return `${gap < LEAST_GAP ? "menor que" : "de"} ${written}`;
}
