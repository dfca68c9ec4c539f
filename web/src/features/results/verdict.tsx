import { PROFITABILITY, profitability, qualifiesLabel } from "@ecotrim/contracts/simulations/profitability";
import type { Warning } from "@ecotrim/contracts/simulations/result";
import { useNumberStyle } from "./number-style.ts";
import "./results.css";

interface VerdictProps {
  savings: number | null;
  /** A fraction. */
  irr: number | null;
  warnings: Warning[];
}

/** The label of the specification and, in the same size, what it leaves unsaid. */
export function Verdict({ savings, irr, warnings }: VerdictProps) {
  const { restyle } = useNumberStyle();
  const label = profitability(savings, irr);
  return (
    <div className="verdict">
      <p className="verdict-label" data-verdict={label}>
        {PROFITABILITY[label]}
      </p>
      {warnings.filter(qualifiesLabel).map(({ code, message }) => (
        <p key={code}>{restyle(message)}</p>
      ))}
    </div>
  );
}
