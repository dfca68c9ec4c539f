import type { RefusedCurve } from "@ecotrim/curves/read-curve";
import { noCaseSentence, refusalSentence } from "@ecotrim/present/curves/reading";
import { trustReason } from "@ecotrim/present/curves/trust";
import { Button } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { ErrorState } from "../../ui/states.tsx";
import { DurationChart, MonthsChart, PeaksChart, WeekChart } from "./charts.tsx";
import { ColumnFields } from "./column-fields.tsx";
import { DropZone } from "./drop-zone.tsx";
import { cellAt, type HeatCell, HeatMap } from "./heat-map.tsx";
import { LevelFields } from "./level-fields.tsx";
import type { NoYear, OtherKind, ReadCurve } from "./messages.ts";
import { type Plant, ProductionNotes } from "./production-notes.tsx";
import { QualityStrip } from "./quality-strip.tsx";
import { Questions } from "./questions.tsx";
import { Recipes } from "./recipes.tsx";
import { marksOf, Repairs } from "./repairs.tsx";
import { SummaryCard } from "./summary-card.tsx";
import { type CurveDraft, draftOf, type Earlier, type Reader, useReader } from "./use-reader.ts";
import "./curve-part.css";

const OUTDATED = "Ha cambiado la producción de sus placas: vuelva a elegir aquí el archivo de consumo.";

interface CurvePartProps {
  kind: "load" | "pv";
  /** That a production is held against. */
  plant: Plant;
  /** A stored curve to which the files chosen now are joined. */
  earlier?: Earlier | undefined;
  /** Contracted powers of P1 to P6, kW; empty where nobody typed them. */
  contractedKw: readonly number[];
  /** The curve that is shown, and whether it is being read in another way; null where there is none. */
  onDraft: (draft: CurveDraft | null, isReading: boolean) => void;
}

const INVITATIONS = {
  load: "Suelte aquí el archivo de Datadis, de su distribuidora, de su comercializadora o del contador. CSV, Excel, JSON o ZIP; varios a la vez.",
  pv: "Suelte aquí el archivo de su inversor, de PVsyst o de PVGIS. CSV, Excel, JSON o ZIP; varios a la vez.",
};

/** A file of the visitor: dropped, read, shown, and asked about where it leaves something open. */
export function CurvePart({ kind, plant, earlier, contractedKw, onDraft }: CurvePartProps) {
  const contracted_kw = contractedKw.length > 0 ? Math.max(...contractedKw) : undefined;
  const reader = useReader(kind, { contracted_kw }, earlier);
  const { state } = reader;
  const draft = draftOf(state);
  const isReading = state.phase === "reading";
  const tell = useRef(onDraft);
  tell.current = onDraft;
  useEffect(() => {
    tell.current(draft, isReading);
  }, [draft, isReading]);

  return (
    <div className="curve-part">
      {draft ? (
        <div className="bar">
          <p>El archivo no sale de su navegador.</p>
          <Button variant="default" onClick={reader.clear}>
            Cambiar archivo
          </Button>
        </div>
      ) : (
        <div className="card step">
          <DropZone invitation={INVITATIONS[kind]} busy={isReading} onFiles={reader.open} />
          <p className="curve-privacy">
            El archivo no sale de su navegador: solo enviamos los kWh, sin CUPS ni nombre.
          </p>
          <Refusal reader={reader} kind={kind} />
          {state.phase === "empty" && state.isOutdated && <p className="curve-example">{OUTDATED}</p>}
          {kind === "load" && (
            <>
              <Recipes />
              <button type="button" className="text-button" onClick={() => reader.open("example")}>
                Probar con un ejemplo
              </button>
            </>
          )}
        </div>
      )}
      <p className="visually-hidden" role="status">
        {isReading ? "Leyendo el archivo…" : draft ? "Archivo leído." : ""}
      </p>
      {draft && <Seen draft={draft} reader={reader} plant={plant} contractedKw={contractedKw} />}
    </div>
  );
}

/** Why nothing was read, and what to do next; takes the focus, since the visitor waits for the answer here. */
function Refusal({ reader, kind }: { reader: Reader; kind: "load" | "pv" }) {
  const { state } = reader;
  const alert = useRef<HTMLDivElement>(null);
  const isFault = state.phase === "refused" || state.phase === "failed";
  useEffect(() => {
    if (isFault) alert.current?.focus();
  }, [isFault]);
  if (!isFault) return null;
  if (state.phase === "failed")
    return (
      <div ref={alert} tabIndex={-1}>
        <ErrorState title="No se ha podido leer el archivo" onRetry={reader.retry}>
          Compruebe su conexión. El archivo sigue aquí.
        </ErrorState>
      </div>
    );
  const { refusal } = state;
  const { choices, hint } = refusal.outcome === "refused" ? refusal : {};
  const asksColumns = choices !== undefined && hint === undefined;
  return (
    <>
      <div ref={alert} tabIndex={-1} role="alert" className="curve-refusal">
        {asksColumns
          ? "No conocemos este archivo. Díganos qué trae cada columna y lo leemos."
          : sentenceOf(refusal, kind)}
      </div>
      {asksColumns && <ColumnFields choices={choices} onChosen={(columns) => reader.answer({ columns })} />}
    </>
  );
}

/** What is wrong, and what to do next. */
function sentenceOf(refusal: RefusedCurve | NoYear | OtherKind, kind: "load" | "pv"): string {
  if (refusal.outcome === "other_kind") return noCaseSentence(kind === "pv" ? "no_pv" : "no_load");
  if (refusal.outcome === "no_year") return kind === "pv" ? noCaseSentence("no_pv") : trustReason(refusal.reason);
  return `${refusalSentence(refusal)}${kind === "load" ? " También puede seguir con «No la tengo»." : ""}`;
}

/** The sun is part of what is shown. */
const showsSun = ({ totals_kwh: { pv = 0, export: exported = 0 } }: ReadCurve["figures"]): boolean => pv + exported > 0;

interface SeenProps {
  draft: CurveDraft;
  reader: Reader;
  plant: Plant;
  contractedKw: readonly number[];
}

/** The pictures of a curve. */
function Seen({ draft: { key, read }, reader, plant, contractedKw }: SeenProps) {
  const { canAnswer } = reader;
  const { figures, reading } = read;
  const [cursor, setCursor] = useState<HeatCell>(() => cellAt(figures.heat, figures.peak.at));
  const map = useRef<HTMLDivElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  // What was pressed to read the file is gone; a draft that is taken up again was asked for by nobody.
  useEffect(() => {
    if (!canAnswer) return;
    title.current?.focus({ preventScroll: true });
    // The page grows wider with the pictures first.
    requestAnimationFrame(() => title.current?.scrollIntoView({ block: "start" }));
  }, [canAnswer]);
  const show = (cell: HeatCell) => {
    setCursor(cell);
    map.current?.querySelector<HTMLElement>('[role="slider"]')?.focus();
  };
  const isLoad = reading.curve.kind !== "pv";
  const isHourly = reading.curve.step_minutes === 60;
  return (
    <>
      <h2 ref={title} tabIndex={-1}>
        {isLoad ? "¿Es esto su fábrica?" : "¿Es esto su planta?"}
      </h2>
      {read.isExample && (
        <p className="curve-example">Es un ejemplo inventado, para que vea cómo funciona. No lo use para decidir.</p>
      )}
      <SummaryCard read={read} reader={reader} onShow={show} />
      <ProductionNotes key={key} read={read} reader={reader} plant={plant} />
      <Questions read={read} reader={reader} />
      <LevelFields read={read} reader={reader} />
      <div className="curve-grid">
        <div ref={map} className="curve-wide">
          <HeatMap
            heat={figures.heat}
            marks={marksOf(read)}
            withSun={showsSun(figures)}
            cursor={cursor}
            onMove={setCursor}
          />
        </div>
        <Repairs read={read} reader={reader} onShow={show} />
      </div>
      <div className="curve-pair">
        <MonthsChart months={figures.months} />
        <WeekChart week={figures.week} />
        {isLoad && (
          <>
            <DurationChart
              duration={figures.duration}
              series={figures.series}
              contractedKw={contractedKw}
              isHourly={isHourly}
            />
            <PeaksChart peaks={figures.peak_by_period} isHourly={isHourly} />
          </>
        )}
      </div>
      <QualityStrip months={figures.months} />
    </>
  );
}
