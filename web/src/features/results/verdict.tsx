import type { Warning } from "@ecotrim/contracts/simulations/result";
import { PROFITABILITY, profitability, qualifiesLabel } from "@ecotrim/present/results/profitability";
import { useNumberStyle } from "./number-style.ts";
import "./results.css";

interface VerdictProps {
  savings: number | null;
  /** A fraction. */
  irr: number | null;
  warnings: Warning[];
}

/** The specification's label and, in the same size, the warnings that it omits. */
export function Verdict({ savings, irr, warnings }: VerdictProps) {
  const { write } = useNumberStyle();
  const label = profitability(savings, irr);
  return (
    <div className="verdict">
      <p className="verdict-label" data-verdict={label}>
        {PROFITABILITY[label]}
      </p>
      {warnings.filter(qualifiesLabel).map(({ code, message, message_parts }) => (
        <p key={code}>{write(message, message_parts)}</p>
      ))}
    </div>
  );
}
