import { EntitySchema } from "typeorm";
import type { ComputedInput } from "../../../simulations/input.ts";
import type { Progress, StagePassed } from "../../../simulations/progress.ts";
import type { SimulationStatus } from "../../../simulations/record.ts";
import type { Results } from "../../../simulations/result.ts";

/** A run of the engine, shared by every simulation with the same inputs. */
export interface Computation {
  id: string;
  /** Identity of inputs and engine; at most one computation of a hash is pending, processing or completed. */
  inputHash: string;
  input: ComputedInput;
  status: SimulationStatus;
  /** Counts the times it was enqueued; the job id is `jobIdOf(computation)`. */
  run: number;
  /** Which try of the worker within this run, from 1; 0 before the first. */
  attempt: number;
  progress: Progress | null;
  stages: StagePassed[];
  results: Results | null;
  /** Gzipped JSON of the hourly series; read only when asked for by name. */
  hourly: Buffer | null;
  errorCode: string | null;
  errorMessage: string | null;
  engineVersion: string;
  tariffVersion: string | null;
  executionTimeMs: number | null;
  createdAt: Date;
  enqueuedAt: Date | null;
  startedAt: Date | null;
  finishedAt: Date | null;
}

/** The queue's id of a computation's present run: a run again is a new job, since a used id is dropped silently. */
export const jobIdOf = ({ id, run }: Pick<Computation, "id" | "run">): string => `${id}.${run}`;

/** The computation a job id stands for. */
export const computationIdOf = (jobId: string): string => jobId.slice(0, jobId.lastIndexOf("."));

/** The run of it a job id stands for. */
export const runOf = (jobId: string): number => Number(jobId.slice(jobId.lastIndexOf(".") + 1));

export const ComputationEntity = new EntitySchema<Computation>({
  name: "Computation",
  tableName: "computations",
  columns: {
    id: { type: "uuid", primary: true, primaryKeyConstraintName: "pk_computations" },
    inputHash: { name: "input_hash", type: "text" },
    input: { type: "jsonb" },
    status: { type: "text", default: "pending" },
    run: { type: "integer", default: 1 },
    attempt: { type: "integer", default: 0 },
    progress: { type: "jsonb", nullable: true },
    stages: { type: "jsonb", default: [] },
    results: { type: "jsonb", nullable: true },
    hourly: { type: "bytea", nullable: true, select: false },
    errorCode: { name: "error_code", type: "text", nullable: true },
    errorMessage: { name: "error_message", type: "text", nullable: true },
    engineVersion: { name: "engine_version", type: "text" },
    tariffVersion: { name: "tariff_version", type: "text", nullable: true },
    executionTimeMs: { name: "execution_time_ms", type: "integer", nullable: true },
    createdAt: { name: "created_at", type: "timestamptz", default: () => "now()" },
    enqueuedAt: { name: "enqueued_at", type: "timestamptz", nullable: true },
    startedAt: { name: "started_at", type: "timestamptz", nullable: true },
    finishedAt: { name: "finished_at", type: "timestamptz", nullable: true },
  },
  checks: [
    { name: "ck_computations_status", expression: "status IN ('pending', 'processing', 'completed', 'failed')" },
  ],
  indices: [
    {
      name: "uq_computations_input_hash",
      columns: ["inputHash"],
      unique: true,
      where: "status IN ('pending', 'processing', 'completed')",
    },
    { name: "ix_computations_unfinished", columns: ["createdAt"], where: "status IN ('pending', 'processing')" },
  ],
});
