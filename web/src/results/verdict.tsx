import { PROFITABILITY, profitability, qualifiesLabel } from "@ecotrim/shared/simulations/profitability";
import type { Results } from "@ecotrim/shared/simulations/result";
import { useNumberStyle } from "./number-style.ts";
import "./results.css";

/** The label of the specification and, in the same size, what it leaves unsaid. */
export function Verdict({ results }: { results: Results }) {
  const { restyle } = useNumberStyle();
  const { savings, irr } = results.summary;
  const label = profitability(savings, irr);
  return (
    <div className="verdict">
      <p className="verdict-label" data-verdict={label}>
        {PROFITABILITY[label]}
      </p>
      {results.warnings.filter(qualifiesLabel).map(({ code, message }) => (
        <p key={code}>{restyle(message)}</p>
      ))}
    </div>
  );
}
