import type { UncertaintyProgress } from "@ecotrim/contracts/realtime/events";
import type { UncertaintyRun } from "@ecotrim/contracts/simulations/record";
import type { Uncertainty } from "@ecotrim/contracts/simulations/uncertainty";
import { useState } from "react";
import { type NumberStyle, useNumberStyle } from "../../lib/number-style.ts";
import "./scenario-band.css";

interface ScenarioBandProps {
  run: UncertaintyRun;
  /** The latest scenarios; null before the first. */
  band: UncertaintyProgress | null;
  /** The saving as calculated, EUR. */
  saving: number;
}

interface Span {
  p10: number;
  p50: number;
  p90: number;
  /** Standard errors of the two ends. */
  error: { p10: number; p90: number };
}

/** Where the saving lies over the scenarios, and how many stand behind it: live while they are being solved. */
export function ScenarioBand({ run, band, saving }: ScenarioBandProps) {
  const style = useNumberStyle();
  const { euros } = style;
  const { scenarios, total } = band ?? run;
  const span = band && spanOf(band, run.result);
  return (
    <div className="band">
      <p className="band-count" aria-hidden="true">
        {countText(run, scenarios, total, style)}
      </p>
      <p role="status" className="visually-hidden">
        {spokenText(run, scenarios, total, style)}
      </p>
      {run.status === "failed" ? (
        <p className="band-sentence">
          No se ha podido calcular cuánto puede variar el ahorro. El resto del resultado es válido.
        </p>
      ) : span ? (
        <BandGraph span={span} saving={saving} />
      ) : (
        <div className="band-track" />
      )}
      {run.status === "completed" && !span && <p className="band-sentence">Banda del ahorro: No aplicable.</p>}
      {span && run.status !== "failed" && (
        <p className="band-sentence">
          En 8 de cada 10 escenarios el ahorro queda entre {euros(rounded(span.p10))} y {euros(rounded(span.p90))} al
          año. El rombo marca el calculado; los extremos claros, el error de la propia banda.
        </p>
      )}
    </div>
  );
}

function spanOf({ scenarios, p10, p50, p90 }: UncertaintyProgress, result: Uncertainty | null): Span | null {
  if (p10 === null || p50 === null || p90 === null) return null;
  const estimated = (ERROR_OF_NORMAL * (p90 - p10)) / Math.sqrt(scenarios);
  const calculated = result?.count === scenarios ? result.saving_eur : undefined;
  return {
    ...{ p10, p50, p90 },
    error: {
      p10: calculated?.p10.standard_error ?? estimated,
      p90: calculated?.p90.standard_error ?? estimated,
    },
  };
}

/**
 * Standard error of the 10th and the 90th percentile of n normal draws, relative to the distance between them and times
 * the root of n. The band is drawn with it until the calculated errors are read.
 */
const ERROR_OF_NORMAL = 0.667;
/** Standard errors drawn to either side: 95 of 100 times the end lies within. */
const ERRORS_DRAWN = 2;

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

/** The range of a band and the saving, with a margin. */
function roomOf({ p10, p90 }: Span, saving: number): { from: number; to: number } {
  const room = MARGIN * Math.max(p90 - p10, 1);
  return { from: Math.min(p10 - room, saving - room / 4), to: Math.max(p90 + room, saving + room / 4) };
}

function BandGraph({ span, saving }: { span: Span; saving: number }) {
  const { euros } = useNumberStyle();
  // The scale only grows, so that only the band is seen to move.
  const [scale, setScale] = useState(() => roomOf(span, saving));
  const needed = roomOf(span, saving);
  const from = Math.min(scale.from, needed.from);
  const to = Math.max(scale.to, needed.to);
  if (from < scale.from || to > scale.to) setScale({ from, to });

  const at = (value: number) => (100 * (value - from)) / (to - from);
  const ends = ENDS.map((key) => ({ key, name: key.toUpperCase(), value: span[key] }));
  return (
    <>
      <div className="band-track" aria-hidden="true">
        <div
          className="band-error"
          style={{
            left: `${at(span.p10 - ERRORS_DRAWN * span.error.p10)}%`,
            right: `${100 - at(span.p90 + ERRORS_DRAWN * span.error.p90)}%`,
          }}
        />
        <div className="band-fill" style={{ left: `${at(span.p10)}%`, right: `${100 - at(span.p90)}%` }} />
        <div className="band-median" style={{ left: `${at(span.p50)}%` }} />
        <div className="band-base" style={{ left: `${at(saving)}%` }} />
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
