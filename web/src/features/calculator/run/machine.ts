import type { PowerProgress, UncertaintyProgress } from "@ecotrim/contracts/realtime/events";
import type { Progress, ProgressDetail, StagePassed } from "@ecotrim/contracts/simulations/progress";
import {
  type SimulationRecord,
  type SimulationStatus,
  STUDY_FIELDS,
  type StudyRuns,
} from "@ecotrim/contracts/simulations/record";
import { isProvisional, type Results } from "@ecotrim/contracts/simulations/result";
import { bandOf } from "../../results/band.ts";
import type { CompletedRecord } from "../../results/completed-record.ts";

/** State of step 6, as a pure function of events: the record is authoritative, progress events are hints. */

interface Running {
  phase: "running";
  /** Never goes backwards, not even when the run starts again after a crash. */
  percent: number;
  progress: Progress | null;
  stages: StagePassed[];
  /** Details of the model, merged from all events so far. */
  detail: ProgressDetail;
  queuePosition: number | null;
  /** Estimated seconds until the run begins. */
  startsInS: number | null;
  /** False while neither socket nor requests get through. */
  reachable: boolean;
  cancelling: boolean;
}

export interface Completed {
  phase: "completed";
  record: CompletedRecord;
  /** The latest scenarios, from the record or a newer event; null before the first. */
  band: UncertaintyProgress | null;
}

interface Failed {
  phase: "failed";
  message: string;
  /** Reference by which support finds the run, or the call that failed. */
  reference: string | null;
}

export type RunState =
  | { phase: "starting" }
  | { phase: "cached" }
  | Running
  | Completed
  | Failed
  | { phase: "cancelled" };

export type RunEvent =
  | { type: "started" }
  | { type: "foundInCache" }
  | { type: "record"; record: SimulationRecord }
  | { type: "progress"; progress: Progress }
  | { type: "uncertainty"; band: UncertaintyProgress }
  | { type: "power"; progress: PowerProgress }
  | { type: "unreachable" }
  | { type: "cancelling" }
  | { type: "cancelFailed" }
  | { type: "failed"; message: string; reference: string | null };

export const STARTING: RunState = { phase: "starting" };

const NO_RESULTS = "La simulación ha terminado, pero sus resultados no se han podido leer.";
/** Results from elsewhere have any shape; the page of the simulation reads them. */
const DONE_ELSEWHERE = "El cálculo se ha hecho fuera de la plataforma. Sus datos están en la página de la simulación.";
const UNKNOWN_FAILURE = "La simulación ha fallado.";

const isOver = ({ phase }: RunState): boolean => phase === "completed" || phase === "failed" || phase === "cancelled";

const nothingHeard: Running = {
  phase: "running",
  percent: 0,
  progress: null,
  stages: [],
  detail: {},
  queuePosition: null,
  startsInS: null,
  reachable: true,
  cancelling: false,
};

const running = (state: RunState): Running => (state.phase === "running" ? state : nothingHeard);

function withProgress(before: Running, progress: Progress | null): Running {
  if (!progress) return { ...before, reachable: true };
  return {
    ...before,
    reachable: true,
    // An older hint may arrive after a newer record.
    progress: before.progress && before.progress.elapsedMs > progress.elapsedMs ? before.progress : progress,
    percent: Math.max(before.percent, progress.percent),
    detail: { ...before.detail, ...progress.detail },
  };
}

/** The band never goes back to fewer scenarios: an older hint may arrive after a newer record. */
const furthest = (before: UncertaintyProgress | null, heard: UncertaintyProgress | null) =>
  before && heard && heard.scenarios < before.scenarios ? before : (heard ?? before);

/** A completed part does not change again, and the same object spares its charts a redraw. */
const kept = <T extends { status: SimulationStatus } | null>(before: T | undefined, read: T): T =>
  before?.status === "completed" && read?.status === "completed" ? before : read;

const keptStudies = (before: StudyRuns | undefined, read: StudyRuns) =>
  Object.fromEntries(STUDY_FIELDS.map((field) => [field, kept(before?.[field], read[field])])) as StudyRuns;

/** The same object spares its charts a redraw. Results change once, when the study of powers replaces provisional ones. */
const keptResults = (before: Results | undefined, read: Results): Results =>
  before && !(isProvisional(before) && !isProvisional(read)) ? before : read;

function completed(state: RunState, read: CompletedRecord): Completed {
  const before = state.phase === "completed" ? state : null;
  const record = {
    ...read,
    results: keptResults(before?.record.results, read.results),
    ...keptStudies(before?.record, read),
  };
  return {
    phase: "completed",
    record,
    band: furthest(before?.band ?? null, record.uncertainty && bandOf(record.uncertainty)),
  };
}

/** A hint of the study of powers may be older than the record. */
function withPower(state: Completed, progress: PowerProgress): Completed {
  const { power } = state.record;
  if (power?.status === "completed" || progress.done <= (power?.done ?? 0)) return state;
  return { ...state, record: { ...state.record, power: { status: "processing", ...progress } } };
}

function fromRecord(state: RunState, record: SimulationRecord): RunState {
  switch (record.status) {
    case "completed":
      if (record.source === "external")
        return { phase: "failed", message: DONE_ELSEWHERE, reference: record.requestId };
      return record.results
        ? completed(state, { ...record, results: record.results })
        : { phase: "failed", message: NO_RESULTS, reference: record.requestId };
    case "failed":
      return record.error?.code === "CANCELLED"
        ? { phase: "cancelled" }
        : { phase: "failed", message: record.error?.message ?? UNKNOWN_FAILURE, reference: record.requestId };
    default:
      // A record read before the end may arrive after it, since records come by socket and by polling.
      if (state.phase === "completed") return state;
      return {
        ...withProgress(running(state), record.progress),
        stages: record.stages,
        queuePosition: record.queuePosition,
        startsInS: record.startsInS,
      };
  }
}

export function reduceRun(state: RunState, event: RunEvent): RunState {
  switch (event.type) {
    case "started":
      return STARTING;
    case "record":
      return fromRecord(state, event.record);
    case "failed":
      return { phase: "failed", message: event.message, reference: event.reference };
    case "uncertainty":
      return state.phase === "completed" ? { ...state, band: furthest(state.band, event.band) } : state;
    case "power":
      return state.phase === "completed" ? withPower(state, event.progress) : state;
  }
  if (isOver(state)) return state;
  switch (event.type) {
    case "foundInCache":
      return { phase: "cached" };
    case "progress": {
      const next = withProgress(running(state), event.progress);
      return { ...next, queuePosition: event.progress.stage === "queued" ? next.queuePosition : null };
    }
    case "unreachable":
      return { ...running(state), reachable: false };
    case "cancelling":
      return { ...running(state), cancelling: true };
    case "cancelFailed":
      return { ...running(state), cancelling: false };
  }
}
