import type { UncertaintyProgress } from "@ecotrim/contracts/realtime/events";
import type { UncertaintyRun } from "@ecotrim/contracts/simulations/record";
import { BAND_CONDITION } from "@ecotrim/present/studies/uncertainty";
import { useState } from "react";
import { type NumberStyle, useNumberStyle } from "../../lib/number-style.ts";
import "./scenario-band.css";

interface ScenarioBandProps {
  run: UncertaintyRun;
  /** The latest scenarios; null before the first. */
  band: UncertaintyProgress | null;
}

interface Span {
  p10: number;
  p50: number;
  p90: number;
}

/** Where the saving lies over the scenarios, and how many stand behind it: live while they are being solved. */
export function ScenarioBand({ run, band }: ScenarioBandProps) {
  const style = useNumberStyle();
  const { euros } = style;
  const { scenarios, total } = band ?? run;
  const span = band && spanOf(band);
  return (
    <div className="band">
      <p className="band-count" aria-hidden="true">
        {countText(run, scenarios, total, style)}
        {span && run.status === "completed" && `; 8 de cada 10, en esta banda, ${BAND_CONDITION}`}
      </p>
      <p role="status" className="visually-hidden">
        {spokenText(run, scenarios, total, style)}
      </p>
      {run.status === "failed" ? (
        <p className="band-sentence">
          No se ha podido calcular cuánto puede variar el ahorro. El resto del resultado es válido.
        </p>
      ) : span ? (
        <BandGraph span={span} />
      ) : (
        <div className="band-track" />
      )}
      {run.status === "completed" && !span && <p className="band-sentence">Banda del ahorro: No aplicable.</p>}
      {span && run.status !== "failed" && (
        <p className="visually-hidden">
          En 8 de cada 10 escenarios el ahorro queda entre {euros(rounded(span.p10))} y {euros(rounded(span.p90))} al
          año, {BAND_CONDITION}.
        </p>
      )}
    </div>
  );
}

const spanOf = ({ p10, p50, p90 }: UncertaintyProgress): Span | null =>
  p10 === null || p50 === null || p90 === null ? null : { p10, p50, p90 };

/** To three significant figures, as in the engine's sentence: the rest says nothing beside the standard error. */
const rounded = (value: number): number => Number(value.toPrecision(3));

const WAITING = "En espera: primero se atienden las simulaciones nuevas.";
const ANALYSING = "Analizando miles de simulaciones...";

function countText({ status }: UncertaintyRun, scenarios: number, total: number, { figure }: NumberStyle): string {
  if (status === "completed") return `${figure(scenarios, 0)} escenarios calculados`;
  const count = `${figure(scenarios, 0)} de ${figure(total, 0)} escenarios`;
  if (status === "failed") return `Detenido en ${count}`;
  return `${status === "pending" && scenarios === 0 ? WAITING : ANALYSING} ${count}`;
}

const SPOKEN_PARTS = 4;

/** Text for screen readers, which changes at every quarter only. */
function spokenText(run: UncertaintyRun, scenarios: number, total: number, style: NumberStyle): string {
  if (run.status === "completed" || run.status === "failed") return countText(run, scenarios, total, style);
  const part = Math.floor((SPOKEN_PARTS * scenarios) / total);
  return countText(run, Math.round((part * total) / SPOKEN_PARTS), total, style);
}

const ENDS = ["p10", "p50", "p90"] as const;
const MARGIN = 0.35;

/** The range of a band with a margin. */
function roomOf({ p10, p90 }: Span): { from: number; to: number } {
  const room = MARGIN * Math.max(p90 - p10, 1);
  return { from: p10 - room, to: p90 + room };
}

function BandGraph({ span }: { span: Span }) {
  const { euros } = useNumberStyle();
  // The scale only grows, so that only the band is seen to move.
  const [scale, setScale] = useState(() => roomOf(span));
  const needed = roomOf(span);
  const from = Math.min(scale.from, needed.from);
  const to = Math.max(scale.to, needed.to);
  if (from < scale.from || to > scale.to) setScale({ from, to });

  const at = (value: number) => (100 * (value - from)) / (to - from);
  const ends = ENDS.map((key) => ({ key, name: key.toUpperCase(), value: span[key] }));
  return (
    <>
      <div className="band-track" aria-hidden="true">
        <div className="band-fill" style={{ left: `${at(span.p10)}%`, right: `${100 - at(span.p90)}%` }} />
        <div className="band-median" style={{ left: `${at(span.p50)}%` }} />
      </div>
      <dl className="band-ends">
        {ends.map(({ key, name, value }) => (
          <div key={key}>
            <dd>{euros(rounded(value))}</dd> <dt>{name}</dt>
          </div>
        ))}
      </dl>
    </>
  );
}
