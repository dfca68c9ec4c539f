import type { Verdict as VerdictOf } from "@ecotrim/contracts/simulations/verdict";
import { VERDICT_TONES } from "@ecotrim/present/results/verdict-words";
import { useNumberStyle } from "../../lib/number-style.ts";
import "./results.css";

interface VerdictProps {
  /** Nothing is shown without one: an API of the version before answers none. */
  verdict: VerdictOf | null | undefined;
  /** The specification's label, in small type; null where there is nothing to classify. */
  label?: string | null;
}

/** The verdict on a battery with its reason, first and largest after the figure. */
export function Verdict({ verdict, label }: VerdictProps) {
  const { write } = useNumberStyle();
  return (
    <div className="verdict">
      {verdict && (
        <p className="verdict-sentence" data-tone={VERDICT_TONES[verdict.code] ?? undefined}>
          {write(verdict.sentence, verdict.sentence_parts)}
        </p>
      )}
      {label && <p className="verdict-label">Clasificación: {label}</p>}
    </div>
  );
}
