import type { SimulationStatus, StudyRuns } from "@ecotrim/contracts/simulations/record";
import { Sensitivity } from "@ecotrim/contracts/simulations/sensitivity";
import { Sizing } from "@ecotrim/contracts/simulations/sizing";
import { Uncertainty } from "@ecotrim/contracts/simulations/uncertainty";
import { SCENARIOS } from "@ecotrim/engine/studies/uncertainty/summary";
import type { Static, TSchema } from "typebox";

/** A calculation on a completed run that has a saving: a row of `studies`, of its own kind. */
interface StudyDefinition {
  /** The job `simulation.{followUp}` does it. What shares a job is done in the order of this catalogue. */
  followUp: string;
  /** Of what is found. */
  content: TSchema;
  /** How much there is to do, where it is counted. */
  total: number | null;
  /** Whether a premium report waits until it has ended. */
  reportWaits: boolean;
}

export const STUDIES = {
  uncertainty: { followUp: "uncertainty", content: Uncertainty, total: SCENARIOS, reportWaits: true },
  /** What the value hangs on. */
  sensitivity: { followUp: "sensitivity", content: Sensitivity, total: null, reportWaits: true },
  /** Batteries of other sizes; without content over a period too short for a return. */
  sizing: { followUp: "sensitivity", content: Sizing, total: null, reportWaits: true },
} as const satisfies Record<string, StudyDefinition>;

export type StudyKind = keyof typeof STUDIES;
export const STUDY_KINDS = Object.keys(STUDIES) as StudyKind[];
export type StudyContent<K extends StudyKind> = Static<(typeof STUDIES)[K]["content"]>;

/** The jobs that follow a completed run with a saving, each `simulation.{name}`. */
export type FollowUp = (typeof STUDIES)[StudyKind]["followUp"];
export const FOLLOW_UPS: FollowUp[] = [...new Set(STUDY_KINDS.map((kind) => STUDIES[kind].followUp))];

/** What one job does, in order. */
export const studiesOfJob = (name: FollowUp): StudyKind[] =>
  STUDY_KINDS.filter((kind) => STUDIES[kind].followUp === name);

/** SQL: kinds as a list of texts. */
export const listed = (kinds: StudyKind[]): string => kinds.map((kind) => `'${kind}'`).join(", ");

/** What is read of a study to be shown. */
export interface ShownStudy {
  kind: string;
  status: SimulationStatus;
  /** How much of `total` is done. */
  done: number;
  /** null where nothing is counted. */
  total: number | null;
  /** What is found so far; null for nothing. */
  content: object | null;
}

type Found<K extends StudyKind> = Omit<ShownStudy, "content"> & { content: StudyContent<K> | null };

/** The study of that kind; undefined where none follows. */
const studyOf = <K extends StudyKind>(studies: ShownStudy[], kind: K) =>
  studies.find((study) => study.kind === kind) as Found<K> | undefined;

/** What follows a completed run, as its record shows it. */
export function shownStudies(studies: ShownStudy[]): StudyRuns {
  const scenarios = studyOf(studies, "uncertainty");
  const tornado = studyOf(studies, "sensitivity");
  const sizing = studyOf(studies, "sizing");
  return {
    uncertainty: scenarios
      ? {
          status: scenarios.status,
          scenarios: scenarios.done,
          total: scenarios.total ?? scenarios.done,
          result: scenarios.content,
        }
      : null,
    sensitivity: tornado && sizing ? sensitivityRun(tornado, sizing) : null,
  };
}

/** The two are shown as one, whole or not at all. */
function sensitivityRun(tornado: Found<"sensitivity">, sizing: Found<"sizing">): StudyRuns["sensitivity"] {
  const status = jointStatus([tornado.status, sizing.status]);
  const isWhole = status === "completed";
  return { status, tornado: isWhole ? tornado.content : null, sizing: isWhole ? sizing.content : null };
}

/** How studies of one job stand together. */
function jointStatus(statuses: SimulationStatus[]): SimulationStatus {
  if (statuses.every((status) => status === "pending")) return "pending";
  if (statuses.some((status) => status === "pending" || status === "processing")) return "processing";
  return statuses.includes("failed") ? "failed" : "completed";
}
