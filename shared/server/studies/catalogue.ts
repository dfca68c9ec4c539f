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
