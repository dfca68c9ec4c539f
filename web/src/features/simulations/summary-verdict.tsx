import type { SimulationSummary } from "@ecotrim/contracts/simulations/association";
import { classification } from "@ecotrim/present/results/profitability";
import { VERDICT_TONES } from "@ecotrim/present/results/verdict-words";
import "./simulations.css";

type Summary = Pick<SimulationSummary, "provisional" | "verdict" | "savings" | "irr" | "npv">;

/** The verdict of a completed simulation with its reason and, in small type, the specification's label. */
export function SummaryVerdict({ simulation: { provisional, verdict, savings, irr, npv } }: { simulation: Summary }) {
  const label = provisional ? null : classification(savings, irr, npv);
  return (
    <div className="summary-verdict">
      {verdict && <p data-tone={VERDICT_TONES[verdict.code] ?? undefined}>{verdict.sentence}</p>}
      {label && <small>Clasificación: {label}</small>}
    </div>
  );
}

/** The verdict's word, for a row of a table. */
export function VerdictWord({ verdict }: Pick<SimulationSummary, "verdict">) {
  return verdict ? (
    <span className="verdict-word" data-tone={VERDICT_TONES[verdict.code] ?? undefined} title={verdict.sentence}>
      {verdict.word}
    </span>
  ) : (
    "—"
  );
}
