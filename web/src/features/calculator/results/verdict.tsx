import { PROFITABILITY, profitability } from "@ecotrim/shared/simulations/profitability";
import type { Results, Warning } from "@ecotrim/shared/simulations/result";
import { inResultsStyle } from "./figures.ts";

/** Warnings without which the label would mislead: any saving above zero makes it at least 'Marginalmente Rentable'. */
const QUALIFIES_LABEL = new Set(["negative_npv", "assumed_saving_only", "no_energy_saving"]);

export const qualifiesLabel = ({ code }: Warning): boolean => QUALIFIES_LABEL.has(code);

/** The label of the specification and, in the same size, what it leaves unsaid. */
export function Verdict({ results }: { results: Results }) {
  const { savings, irr } = results.summary;
  const label = profitability(savings, irr);
  return (
    <div className="verdict">
      <p className="verdict-label" data-verdict={label}>
        {PROFITABILITY[label]}
      </p>
      {results.warnings.filter(qualifiesLabel).map(({ code, message }) => (
        <p key={code}>{inResultsStyle(message)}</p>
      ))}
    </div>
  );
}
