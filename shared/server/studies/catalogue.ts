import type { SimulationStatus, StudyRuns } from "@ecotrim/contracts/simulations/record";
import { isProvisional, type Results } from "@ecotrim/contracts/simulations/result";
import { Sensitivity } from "@ecotrim/contracts/simulations/sensitivity";
import { Sizing } from "@ecotrim/contracts/simulations/sizing";
import { Uncertainty } from "@ecotrim/contracts/simulations/uncertainty";
import { POWER_PIECES } from "@ecotrim/engine/studies/power";
import { SCENARIOS } from "@ecotrim/engine/studies/uncertainty/summary";
import Type, { type Static, type TSchema } from "typebox";

/** A study: a calculation on a completed run that has a saving, stored as a row of `studies`. */
interface StudyDefinition {
  /** The job `simulation.{followUp}` does the study. Studies of one job are done in the order of this catalogue. */
  followUp: string;
  /** Schema of the study's content. */
  content: TSchema;
  /** Number of units of work, where progress is counted. */
  total: number | null;
  /** Whether a premium report waits for the end of the study. */
  reportWaits: boolean;
}

export const STUDIES = {
  /** What can be expected under a contract. It replaces provisional results, which are all that it stores. */
  power: { followUp: "power", content: Type.Null(), total: POWER_PIECES, reportWaits: true },
  uncertainty: { followUp: "uncertainty", content: Uncertainty, total: SCENARIOS, reportWaits: true },
  /** Sensitivity of the net present value. */
  sensitivity: { followUp: "sensitivity", content: Sensitivity, total: null, reportWaits: true },
  /** Value of other battery sizes; without content over a period too short for a return. */
  sizing: { followUp: "sensitivity", content: Sizing, total: null, reportWaits: true },
} as const satisfies Record<string, StudyDefinition>;

export type StudyKind = keyof typeof STUDIES;
export const STUDY_KINDS = Object.keys(STUDIES) as StudyKind[];
export type StudyContent<K extends StudyKind> = Static<(typeof STUDIES)[K]["content"]>;

/** The study that replaces provisional results: holders and reports wait for it. */
export const REPLACES_RESULTS = "power" satisfies StudyKind;

/**
 * The studies that follow results. Those of provisional results begin once the study of powers has replaced them: this
 * is asked again then.
 */
export function studiesFollowing(results: Pick<Results, "economic_case" | "provisional">): StudyKind[] {
  if (!results.economic_case) return [];
  return isProvisional(results) ? [REPLACES_RESULTS] : STUDY_KINDS.filter((kind) => kind !== REPLACES_RESULTS);
}

/** The jobs that follow a completed run with a saving, each `simulation.{name}`. */
export type FollowUp = (typeof STUDIES)[StudyKind]["followUp"];
export const FOLLOW_UPS: FollowUp[] = [...new Set(STUDY_KINDS.map((kind) => STUDIES[kind].followUp))];

/** The studies of one job, in order. */
export const studiesOfJob = (name: FollowUp): StudyKind[] =>
  STUDY_KINDS.filter((kind) => STUDIES[kind].followUp === name);

/** SQL: kinds as a list of literals. */
export const listed = (kinds: StudyKind[]): string => kinds.map((kind) => `'${kind}'`).join(", ");

/** The columns of a study that its record shows. */
export interface ShownStudy {
  kind: string;
  status: SimulationStatus;
  /** Completed part of `total`. */
  done: number;
  /** null where progress is not counted. */
  total: number | null;
  /** Content so far; null for none. */
  content: object | null;
}

type Found<K extends StudyKind> = Omit<ShownStudy, "content"> & { content: StudyContent<K> | null };

/** The study of a kind; undefined where the run has none. */
const studyOf = <K extends StudyKind>(studies: ShownStudy[], kind: K) =>
  studies.find((study) => study.kind === kind) as Found<K> | undefined;

/** The studies of a completed run, as its record shows them. */
export function shownStudies(studies: ShownStudy[]): StudyRuns {
  const power = studyOf(studies, "power");
  const scenarios = studyOf(studies, "uncertainty");
  const tornado = studyOf(studies, "sensitivity");
  const sizing = studyOf(studies, "sizing");
  return {
    power: power ? { status: power.status, done: power.done, total: power.total ?? POWER_PIECES } : null,
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

/** Tornado and sizes are shown together, whole or not at all. */
function sensitivityRun(tornado: Found<"sensitivity">, sizing: Found<"sizing">): StudyRuns["sensitivity"] {
  const status = jointStatus([tornado.status, sizing.status]);
  const isWhole = status === "completed";
  return { status, tornado: isWhole ? tornado.content : null, sizing: isWhole ? sizing.content : null };
}

/** Joint status of the studies of one job. */
function jointStatus(statuses: SimulationStatus[]): SimulationStatus {
  if (statuses.every((status) => status === "pending")) return "pending";
  if (statuses.some((status) => status === "pending" || status === "processing")) return "processing";
  return statuses.includes("failed") ? "failed" : "completed";
}
