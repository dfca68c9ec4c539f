import type { Assumption, Results } from "@ecotrim/contracts/simulations/result";
import { investmentHolds, NOT_INCLUDED, NOT_INCLUDED_TITLE } from "@ecotrim/present/results/not-included";
import { isOwnJudgement } from "@ecotrim/present/results/own-judgement";
import { countAssumptions } from "@ecotrim/present/results/trust";
import { useNumberStyle } from "../../lib/number-style.ts";
import { DataTable } from "../charts/data-table.tsx";
import { MeasuredCurves } from "./measured-curve.tsx";
import "./results.css";

/** Rows that a phone shows at first. */
const PHONE_ROWS = 12;

/** What a result rests on: measured curves, and assumptions with their sources. */
export function Assumptions({ results }: { results: Results }) {
  const { assumptions } = results;
  const { write } = useNumberStyle();
  const { all, own, judged, sourced } = countAssumptions(assumptions);
  return (
    <>
      <MeasuredCurves results={results} />
      <section className="card assumptions">
        <h2>Supuestos y fuentes</h2>
        <p className="result-note">
          {`${all} supuestos; de criterio propio, ${judged}; con otra fuente, ${sourced}; fijados por usted, ${own}.`}
        </p>
        <p className="result-note">
          <strong>{NOT_INCLUDED_TITLE}.</strong> {NOT_INCLUDED.join(" ")} La inversión es {investmentHolds(results)}.
        </p>
        <DataTable
          label="Tabla: supuestos y fuentes"
          head={["Supuesto", "Valor", "Fuente"]}
          sentences
          phoneRows={PHONE_ROWS}
          rows={assumptions.map((assumption) => ({
            key: assumption.key,
            label: assumption.label,
            cells: [write(assumption.value, assumption.value_parts), <Source key="source" assumption={assumption} />],
          }))}
        />
      </section>
    </>
  );
}

function Source({ assumption }: { assumption: Assumption }) {
  const source = useNumberStyle().write(assumption.source, assumption.source_parts);
  return (
    <span className="reason">
      {isOwnJudgement(assumption) ? (
        <>
          <span className="tag">criterio propio</span> {source.replace(/^Criterio propio[,:]? ?/, "")}
        </>
      ) : (
        source
      )}
    </span>
  );
}
