import type { Case, CompleteInput } from "@ecotrim/contracts/simulations/input";
import type { Progress, StagePassed } from "@ecotrim/contracts/simulations/progress";
import type { SensitivityRun, SimulationStatus, UncertaintyRun } from "@ecotrim/contracts/simulations/record";
import type { Results } from "@ecotrim/contracts/simulations/result";
import type { VerdictBasis } from "@ecotrim/present/results/verdict";
import { EntitySchema } from "typeorm";
import type { FollowUp } from "../../studies/catalogue.ts";

/** Kind of caller that a run is for; the two lanes alternate. */
export type Lane = "visitor" | "user";

/** A run of the engine, shared by every simulation with the same inputs. */
export interface Computation {
  id: string;
  /** Identity of inputs and engine; at most one computation of a hash is pending, processing or completed. */
  inputHash: string;
  /** The specification's payload, which lists show. */
  input: CompleteInput;
  /** The case to compute; null in a row of the previous version, which stores the payload alone. */
  inputCase: Case | null;
  status: SimulationStatus;
  /** Number of times it was enqueued; the job id is `jobIdOf(computation)`. */
  run: number;
  /** Number of the worker's try within this run, from 1; 0 before the first. */
  attempt: number;
  progress: Progress | null;
  stages: StagePassed[];
  results: Results | null;
  /** Figures of the results that lists show; a trigger fills it, and only lists read it. */
  economics: Record<string, number | null> | null;
  /** The part of the results that a verdict is about; the same trigger fills it. */
  verdictBasis: VerdictBasis | null;
  /** Gzipped JSON of the hourly series; selected by name only. */
  hourly: Buffer | null;
  errorCode: string | null;
  errorMessage: string | null;
  engineVersion: string;
  tariffVersion: string | null;
  executionTimeMs: number | null;
  /**
   * Columns of the previous version, which runs beside this one during a release; triggers copy `studies` into them.
   */
  uncertaintyStatus: SimulationStatus | null;
  uncertaintyAttempt: number;
  uncertainty: Omit<UncertaintyRun, "status"> | null;
  sensitivityStatus: SimulationStatus | null;
  sensitivityAttempt: number;
  sensitivity: Omit<SensitivityRun, "status"> | null;
  /** Id of the request that began the present run. */
  requestId: string | null;
  /** Lane of the first caller. */
  lane: Lane;
  /** Its place in the queue, the lowest first; the job's priority. */
  turn: number;
  /** What it costs, in years of hours; the first caller's next run comes as many turns later. */
  cost: number;
  /** Keyed hash of the caller, whose turns it takes; cleared once neither the run nor its studies are in a line. */
  callerHash: string | null;
  /** When somebody last had the results open, or asked for them. */
  openedAt: Date;
  /** Turn of its studies; 0 while nobody waits for them, null before the run's end and after theirs. */
  studyTurn: number | null;
  /** When its studies came into their line. */
  studiesSince: Date | null;
  createdAt: Date;
  /** Time of the last requeue; null before the first, when the time of creation counts. */
  enqueuedAt: Date | null;
  startedAt: Date | null;
  finishedAt: Date | null;
}

/** The job id of a computation's present run. A new run needs a new id, since the queue drops a used id silently. */
export const jobIdOf = ({ id, run }: Pick<Computation, "id" | "run">): string => `${id}.${run}`;

/** The job id of a follow-up of that run. */
export const followUpIdOf = (run: Pick<Computation, "id" | "run">, name: FollowUp): string => `${jobIdOf(run)}.${name}`;

const PAID = ".paid";
/** The job id of that run's studies for a paid report. */
export const paidStudiesIdOf = (run: Pick<Computation, "id" | "run">): string => `${jobIdOf(run)}${PAID}`;

/** Whether a job id is that of studies for a paid report. */
export const isPaidStudies = (jobId: string): boolean => jobId.endsWith(PAID);

/** The number of the run in a job id. */
export const runOf = (jobId: string): number => Number(jobId.slice(jobId.lastIndexOf(".") + 1));

export const ComputationEntity = new EntitySchema<Computation>({
  name: "Computation",
  tableName: "computations",
  columns: {
    id: { type: "uuid", primary: true, primaryKeyConstraintName: "pk_computations" },
    inputHash: { name: "input_hash", type: "text" },
    input: { type: "jsonb" },
    inputCase: { name: "input_case", type: "jsonb", nullable: true },
    status: { type: "text", default: "pending" },
    run: { type: "integer", default: 1 },
    attempt: { type: "integer", default: 0 },
    progress: { type: "jsonb", nullable: true },
    stages: { type: "jsonb", default: [] },
    results: { type: "jsonb", nullable: true },
    economics: { type: "jsonb", nullable: true, select: false },
    verdictBasis: { name: "verdict_basis", type: "jsonb", nullable: true, select: false },
    hourly: { type: "bytea", nullable: true, select: false },
    errorCode: { name: "error_code", type: "text", nullable: true },
    errorMessage: { name: "error_message", type: "text", nullable: true },
    engineVersion: { name: "engine_version", type: "text" },
    tariffVersion: { name: "tariff_version", type: "text", nullable: true },
    executionTimeMs: { name: "execution_time_ms", type: "integer", nullable: true },
    uncertaintyStatus: { name: "uncertainty_status", type: "text", nullable: true, select: false },
    uncertaintyAttempt: { name: "uncertainty_attempt", type: "integer", default: 0, select: false },
    uncertainty: { type: "jsonb", nullable: true, select: false },
    sensitivityStatus: { name: "sensitivity_status", type: "text", nullable: true, select: false },
    sensitivityAttempt: { name: "sensitivity_attempt", type: "integer", default: 0, select: false },
    sensitivity: { type: "jsonb", nullable: true, select: false },
    requestId: { name: "request_id", type: "uuid", nullable: true },
    lane: { type: "text", default: "visitor" },
    turn: { type: "integer", default: 1 },
    cost: { type: "integer", default: 1 },
    callerHash: { name: "caller_hash", type: "text", nullable: true, select: false },
    openedAt: { name: "opened_at", type: "timestamptz", default: () => "to_timestamp((0))" },
    studyTurn: { name: "study_turn", type: "integer", nullable: true },
    studiesSince: { name: "studies_since", type: "timestamptz", nullable: true },
    createdAt: { name: "created_at", type: "timestamptz", default: () => "now()" },
    enqueuedAt: { name: "enqueued_at", type: "timestamptz", nullable: true },
    startedAt: { name: "started_at", type: "timestamptz", nullable: true },
    finishedAt: { name: "finished_at", type: "timestamptz", nullable: true },
  },
  checks: [
    ...["status", "uncertainty_status", "sensitivity_status"].map((column) => ({
      name: `ck_computations_${column}`,
      expression: `${column} IN ('pending', 'processing', 'completed', 'failed')`,
    })),
    { name: "ck_computations_lane", expression: "lane IN ('visitor', 'user')" },
  ],
  indices: [
    {
      name: "uq_computations_input_hash",
      columns: ["inputHash"],
      unique: true,
      where: "status IN ('pending', 'processing', 'completed')",
    },
    { name: "ix_computations_unfinished", columns: ["createdAt"], where: "status IN ('pending', 'processing')" },
    { name: "ix_computations_waiting", columns: ["turn", "lane", "callerHash", "cost"], where: "status = 'pending'" },
    { name: "ix_computations_study_line", columns: ["studyTurn", "callerHash", "cost"], where: "study_turn > 0" },
    { name: "ix_computations_completed", columns: ["finishedAt"], where: "status = 'completed'" },
    ...["uncertainty", "sensitivity"].map((name) => ({
      name: `ix_computations_unfinished_${name}`,
      columns: ["finishedAt" as const],
      where: `${name}_status IN ('pending', 'processing')`,
    })),
  ],
});
