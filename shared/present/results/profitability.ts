import { IRR_HIGH_PERCENT, IRR_MARGINAL_PERCENT } from "@ecotrim/contracts/simulations/irr-thresholds";
import type { Warning } from "@ecotrim/contracts/simulations/result";

export const PROFITABILITY = {
  high: "Altamente Rentable",
  marginal: "Marginalmente Rentable",
  none: "No Rentable",
} as const;
export type Profitability = keyof typeof PROFITABILITY;

/** The specification's label. `irr` is a fraction; a null figure fails its thresholds. */
export function profitability(savings: number | null, irr: number | null): Profitability {
  const saves = savings !== null && savings >= 0;
  const irrPercent = irr === null ? -Infinity : irr * 100;
  if (saves && irrPercent >= IRR_HIGH_PERCENT) return "high";
  if (saves || irrPercent >= IRR_MARGINAL_PERCENT) return "marginal";
  return "none";
}

/**
 * Warnings that the label must not be shown without: any saving above zero makes it at least 'Marginalmente Rentable'.
 */
const QUALIFIES_LABEL = new Set(["negative_npv", "no_energy_saving"]);

/** Whether a warning is shown beside the label, in the same size. */
export const qualifiesLabel = ({ code }: Warning): boolean => QUALIFIES_LABEL.has(code);
