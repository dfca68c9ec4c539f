import { PROFITABILITY, profitability } from "@ecotrim/present/results/profitability";
import "./simulations.css";

export const LOSES = "VAN negativo: esta batería no recupera la inversión.";

interface SummaryVerdictProps {
  savings: number | null;
  irr: number | null;
  npv: number | null;
}

/** The specification's label of a completed simulation and, in the same size, that its value is negative. */
export function SummaryVerdict({ savings, irr, npv }: SummaryVerdictProps) {
  const label = profitability(savings, irr);
  return (
    <div className="summary-verdict">
      <span data-verdict={label}>{PROFITABILITY[label]}</span>
      {npv !== null && npv < 0 && <span data-verdict="none">{LOSES}</span>}
    </div>
  );
}
