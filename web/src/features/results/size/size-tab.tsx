import { BEST_SIZE_TITLE, BestSize } from "../best-size.tsx";
import type { CompletedRecord } from "../completed-record.ts";
import { LaterPart } from "../later-part.tsx";

/** px that the map takes, which arrives after the headline. */
const MAP_HEIGHT = 760;

/** What a battery of another size would be worth. */
export function SizeTab({ record: { results, sensitivity } }: { record: CompletedRecord }) {
  if (!sensitivity)
    return (
      <section className="card">
        <h2>{BEST_SIZE_TITLE}</h2>
        <p className="result-note">No aplicable: sin ahorro no hay tamaños que comparar.</p>
      </section>
    );
  return (
    <LaterPart title={BEST_SIZE_TITLE} status={sensitivity.status} part={sensitivity.sizing} height={MAP_HEIGHT}>
      {(sizing) => <BestSize sizing={sizing} results={results} />}
    </LaterPart>
  );
}
