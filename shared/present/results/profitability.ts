import { IRR_HIGH_PERCENT, IRR_MARGINAL_PERCENT } from "@ecotrim/contracts/simulations/irr-thresholds";

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
 * The specification's label, shown in small type as "Clasificación", never as the headline. Any saving above zero makes it at least
 * 'Marginalmente Rentable', so it is null where there is no saving, or where the NPV is negative.
 */
export const classification = (savings: number | null, irr: number | null, npv: number | null): string | null =>
  savings === null || (npv !== null && npv < 0) ? null : PROFITABILITY[profitability(savings, irr)];
