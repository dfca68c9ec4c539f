import type { ReadCurve, Results } from "@ecotrim/contracts/simulations/result";
import { spell } from "@ecotrim/present/phrase";
import {
  CURVE_TITLE,
  curveSentences,
  measuredSentence,
  PV_CURVE_TITLE,
  readSentences,
} from "@ecotrim/present/results/curve-words";
import { useNumberStyle } from "../../lib/number-style.ts";

/** The curves behind a result: how far they can be trusted, and how their files were read. */
export function MeasuredCurves({ results }: { results: Results }) {
  const { curve, pv_curve, summary } = results;
  const { locale } = useNumberStyle();
  return (
    <>
      {curve && (
        <section className="card">
          <h2>{CURVE_TITLE}</h2>
          {curveSentences(curve, summary.savings).map((sentence) => {
            const text = spell(sentence, locale);
            return <p key={text}>{text}</p>;
          })}
          {curve.read && <ReadSentences read={curve.read} />}
        </section>
      )}
      {pv_curve && (
        <section className="card">
          <h2>{PV_CURVE_TITLE}</h2>
          <p>{spell(measuredSentence(pv_curve.measured_share), locale)}</p>
          {pv_curve.read && <ReadSentences read={pv_curve.read} />}
        </section>
      )}
    </>
  );
}

const ReadSentences = ({ read }: { read: ReadCurve }) => (
  <ul>
    {readSentences(read).map((sentence) => (
      <li key={sentence}>{sentence}</li>
    ))}
  </ul>
);
