import { PROFITABILITY, profitability } from "@ecotrim/present/results/profitability";
import { NEGATIVE_NPV } from "@ecotrim/present/simulations/interpretation";
import "./simulations.css";

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
      {npv !== null && npv < 0 && <span data-verdict="none">{NEGATIVE_NPV}</span>}
    </div>
  );
}
