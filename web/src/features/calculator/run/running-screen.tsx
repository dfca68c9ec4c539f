import type { CalculatorContext } from "@ecotrim/contracts/simulations/context";
import {
  type Progress as RunProgress,
  STAGE_NAMES,
  type Stage,
  stageLabel,
} from "@ecotrim/contracts/simulations/progress";
import { Button, Progress } from "@mantine/core";
import { useEffect, useState } from "react";
import { type NumberStyle, useNumberStyle } from "../../../lib/number-style.ts";
import { LOADING_MESSAGE_MS } from "../../../lib/timings.ts";
import { PageHeading } from "../../../ui/page-heading.tsx";
import { CACHE_MESSAGE, LOADING_MESSAGES } from "../constants.ts";
import type { RunState } from "./machine.ts";
import "./running-screen.css";

interface RunningScreenProps {
  state: Extract<RunState, { phase: "starting" | "cached" | "running" }>;
  context: CalculatorContext;
  onCancel: () => void;
}

/** Shown while the simulation is being computed: the rotating message, and the real progress under it. */
export function RunningScreen({ state, context, onCancel }: RunningScreenProps) {
  const style = useNumberStyle();
  const { figure, given } = style;
  const message = useRotatingMessage();
  const cached = state.phase === "cached";
  const running = state.phase === "running" ? state : undefined;
  const silent = useSilence(running);
  const { generation, demand, selectedBattery } = context;

  return (
    <div className="running">
      <PageHeading title="Calculando su simulación" className="running-title">
        {cached ? CACHE_MESSAGE : message}
      </PageHeading>
      <p className="running-case">
        {given(generation, "kWp")} · {given(demand.average, "kWh/h")} · {given(selectedBattery.capacity_kwh, "kWh")} /{" "}
        {given(selectedBattery.power_kw, "kW")}
      </p>
      <Progress
        value={cached ? 100 : (running?.percent ?? 0)}
        size={10}
        color="battery.4"
        aria-label="Avance de la simulación"
      />
      <div className="running-status">
        <span role="status">{cached ? "Resultados ya calculados" : stageText(running, silent, style)}</span>
        {running && <span aria-hidden="true">· {figure(running.percent, 0, "%")}</span>}
        {/* Resets when the run begins: before, it counts the wait on this page. */}
        <Elapsed key={running?.progress ? "run" : "line"} progress={running?.progress ?? null} />
      </div>
      {running && !running.reachable && (
        <p className="running-offline" role="status">
          Sin conexión con el servidor. Su simulación sigue allí; volvemos a intentarlo cada 2 segundos.
        </p>
      )}
      {!cached && (
        <>
          <StageList state={state} />
          <p className="running-note">Puede cerrar esta página: su simulación sigue y la encontrará aquí al volver.</p>
        </>
      )}
      {running && (
        <div>
          <Button variant="default" size="md" onClick={onCancel} loading={running.cancelling}>
            Cancelar la simulación
          </Button>
        </div>
      )}
    </div>
  );
}

function useRotatingMessage(): string {
  const [index, setIndex] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setIndex((shown) => (shown + 1) % LOADING_MESSAGES.length), LOADING_MESSAGE_MS);
    return () => clearInterval(timer);
  }, []);
  return LOADING_MESSAGES[index] ?? LOADING_MESSAGES[0];
}

const SILENCE_MS = 5000;

/** Whether a run has been silent for a while: it waits, or its worker is busy with a hard case, or gone. */
function useSilence(running: Running | undefined): boolean {
  const [unanswered, setUnanswered] = useState<string | null>(null);
  // The record repeats the last progress, so only changed progress counts.
  const heard = running ? JSON.stringify(running.progress) : null;

  useEffect(() => {
    if (heard === null) return;
    const timer = setTimeout(() => setUnanswered(heard), SILENCE_MS);
    return () => clearTimeout(timer);
  }, [heard]);

  return heard !== null && heard === unanswered;
}

type Running = Extract<RunState, { phase: "running" }>;

const TAKES_LONG = "El cálculo tarda más de lo normal; sigue en marcha";
const WAITS = "En cola: empieza en cuanto haya sitio";

function stageText(running: Running | undefined, silent: boolean, style: NumberStyle): string {
  if (!running) return "Buscando resultados ya calculados";
  const { stage, attempt } = running.progress ?? { stage: "queued", attempt: 1 };
  // Without a connection, silence says nothing about the calculation.
  const late = silent && running.reachable;
  return [
    attempt > 1 ? `Reintentando (${attempt}.º intento)` : "",
    stage === "queued" ? queueText(running, late, style) : stageLabel(stage, running.detail),
    late && stage !== "queued" ? TAKES_LONG : "",
  ]
    .filter(Boolean)
    .join(" · ");
}

function queueText({ queuePosition, startsInS }: Running, late: boolean, style: NumberStyle): string {
  if (!queuePosition) return late ? WAITS : "En cola: empieza enseguida";
  const ahead =
    queuePosition === 1
      ? "Hay 1 simulación delante de la suya"
      : `Hay ${style.figure(queuePosition, 0)} simulaciones delante de la suya`;
  return startsInS === null ? ahead : `${ahead}; empezará en unos ${roughly(startsInS, style)}`;
}

/** Rounds an estimate to its precision. */
const roughly = (seconds: number, { figure }: NumberStyle): string =>
  seconds < 90 ? `${figure(Math.max(5, 5 * Math.round(seconds / 5)), 0)} s` : `${figure(seconds / 60, 0)} min`;

const TICK_MS = 100;

/**
 * Seconds since the run began, which this browser's clock carries on between two progress events. While the run waits
 * in the queue, they count from the opening of this page.
 */
function Elapsed({ progress }: { progress: RunProgress | null }) {
  const { figure } = useNumberStyle();
  const [shownMs, setShownMs] = useState(0);
  const heardMs = progress?.elapsedMs ?? 0;

  useEffect(() => {
    const since = performance.now();
    const timer = setInterval(
      () => setShownMs((before) => Math.max(before, heardMs + performance.now() - since)),
      TICK_MS,
    );
    return () => clearInterval(timer);
  }, [heardMs]);

  return (
    <span className="running-elapsed" aria-hidden="true">
      {figure(shownMs / 1000, 1, "s")}
    </span>
  );
}

const MOST_HOURS_OF_YEAR = 8784;
/** A contract is computed by quarters of an hour; the wizard's period is a year. */
const stepsName = (steps: number): string => (steps > MOST_HOURS_OF_YEAR ? "cuartos de hora" : "horas");

const SHOWN_STAGES = ["series", "model", "solving", "economics", "charts"] as const satisfies Stage[];
type ShownStage = (typeof SHOWN_STAGES)[number];

function StageList({ state }: { state: RunningScreenProps["state"] }) {
  const { figure } = useNumberStyle();
  const running = state.phase === "running" ? state : undefined;
  const at = running?.progress ? STAGE_NAMES.indexOf(running.progress.stage) : -1;
  const { steps, columns, iterations } = running?.detail ?? {};

  const label: Record<ShownStage, string> = {
    series: steps === undefined ? "Series horarias" : `Series de ${figure(steps, 0)} ${stepsName(steps)}`,
    // Under a contract the solver is an exact one without a model.
    model: columns ? `Modelo: ${figure(columns, 0)} variables` : "Modelo de optimización",
    solving: stageLabel("solving", running?.detail ?? {}),
    economics: "Economía a 15 años",
    charts: "Gráficos y guardado",
  };
  const status = (stage: ShownStage) => {
    const own = STAGE_NAMES.indexOf(stage);
    // The stage of saving belongs to the last line shown.
    if (stage === "charts" && at >= own) return "active";
    return at > own ? "done" : at === own ? "active" : "waiting";
  };
  const words = { done: "terminado", active: "en curso", waiting: "pendiente" };

  return (
    <ol className="stages">
      {SHOWN_STAGES.map((stage) => (
        <li key={stage} data-status={status(stage)}>
          <span className="stage-mark" aria-hidden="true" />
          <span className="stage-label">{label[stage]}</span>
          <span className="visually-hidden">{words[status(stage)]}</span>
          {stage === "solving" && iterations !== undefined && iterations > 0 && (
            <span className="stage-detail">{figure(iterations, 0)} iteraciones</span>
          )}
        </li>
      ))}
    </ol>
  );
}
