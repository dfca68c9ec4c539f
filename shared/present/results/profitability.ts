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
 * 'Marginalmente Rentable', so a negative NPV is said in the same line.
 */
export function classification(savings: number | null, irr: number | null, npv: number | null): string {
  const label = PROFITABILITY[profitability(savings, irr)];
  return `${label}${npv !== null && npv < 0 ? ", pero con VAN negativo" : ""}`;
}
