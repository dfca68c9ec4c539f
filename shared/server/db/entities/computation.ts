import type { Case, CompleteInput } from "@ecotrim/contracts/simulations/input";
import type { Progress, StagePassed } from "@ecotrim/contracts/simulations/progress";
import type { SensitivityRun, SimulationStatus, UncertaintyRun } from "@ecotrim/contracts/simulations/record";
import type { Results } from "@ecotrim/contracts/simulations/result";
import { EntitySchema } from "typeorm";
import type { FollowUp } from "../../studies/catalogue.ts";

/** Whose run it is; the two take turns. */
export type Lane = "visitor" | "user";

/** A run of the engine, shared by every simulation with the same inputs. */
export interface Computation {
  id: string;
  /** Identity of inputs and engine; at most one computation of a hash is pending, processing or completed. */
  inputHash: string;
  /** The specification's payload, which lists show. */
  input: CompleteInput;
  /** What is computed; null in a row of the version before, which knows the payload alone. */
  inputCase: Case | null;
  status: SimulationStatus;
  /** Counts the times it was enqueued; the job id is `jobIdOf(computation)`. */
  run: number;
  /** Which try of the worker within this run, from 1; 0 before the first. */
  attempt: number;
  progress: Progress | null;
  stages: StagePassed[];
  results: Results | null;
  /** The figures of the results that lists show; the database keeps them, and reads them for lists alone. */
  economics: Record<string, number | null> | null;
  /** Gzipped JSON of the hourly series; read only when asked for by name. */
  hourly: Buffer | null;
  errorCode: string | null;
  errorMessage: string | null;
  engineVersion: string;
  tariffVersion: string | null;
  executionTimeMs: number | null;
  /** Of the version before, which runs beside this one for minutes; the database keeps them as `studies` are. */
  uncertaintyStatus: SimulationStatus | null;
  uncertaintyAttempt: number;
  uncertainty: Omit<UncertaintyRun, "status"> | null;
  sensitivityStatus: SimulationStatus | null;
  sensitivityAttempt: number;
  sensitivity: Omit<SensitivityRun, "status"> | null;
  /** Of the request that began its present run. */
  requestId: string | null;
  /** Of whoever asked first. */
  lane: Lane;
  /** Its place among the waiting, the lowest first; the job's priority. */
  turn: number;
  /** Whose waiting runs are counted together, as nobody can read it; forgotten when the run begins. */
  callerHash: string | null;
  createdAt: Date;
  /** When it joined the line again; null while its only time is that of its creation. */
  enqueuedAt: Date | null;
  startedAt: Date | null;
  finishedAt: Date | null;
}

/** The queue's id of a computation's present run: a run again is a new job, since a used id is dropped silently. */
export const jobIdOf = ({ id, run }: Pick<Computation, "id" | "run">): string => `${id}.${run}`;

/** The queue's id of what follows that run. */
export const followUpIdOf = (run: Pick<Computation, "id" | "run">, name: FollowUp): string => `${jobIdOf(run)}.${name}`;

/** The run of it a job id stands for. */
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
    callerHash: { name: "caller_hash", type: "text", nullable: true, select: false },
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
    { name: "ix_computations_waiting", columns: ["turn", "lane", "callerHash"], where: "status = 'pending'" },
    { name: "ix_computations_completed", columns: ["finishedAt"], where: "status = 'completed'" },
    ...["uncertainty", "sensitivity"].map((name) => ({
      name: `ix_computations_unfinished_${name}`,
      columns: ["finishedAt" as const],
      where: `${name}_status IN ('pending', 'processing')`,
    })),
  ],
});
