import type { GivenContext } from "@ecotrim/contracts/simulations/context";
import type { FinanceTermsInput } from "@ecotrim/contracts/simulations/finance-terms";
import type { SimulationInput } from "@ecotrim/contracts/simulations/input";
import { EntitySchema } from "typeorm";
import type { Computation } from "./computation.ts";

/** The caller's row: its access, its inputs, and the computation that answers it. */
export interface Simulation {
  id: string;
  computationId: string | null;
  computation: Computation | null;
  /** SHA-256 of the access token; its holder may read, follow, cancel and retry. */
  capabilityHash: string;
  /** Inputs as sent, with the descriptive fields. */
  inputParameters: SimulationInput;
  calculatorContext: GivenContext | null;
  /** Name of its battery, by which lists sort. */
  name: string;
  /** Terms of its financing, as they were given. */
  financeTerms: FinanceTermsInput | null;
  source: "platform" | "external";
  idempotencyKey: string | null;
  /** Hash of the request, which tells a repeated request from another one under the same key. */
  requestHash: string | null;
  /** Set when this row was cancelled or ended by an external client; it overrides the computation's status. */
  ownStatus: "completed" | "failed" | null;
  ownErrorCode: string | null;
  ownErrorMessage: string | null;
  /** Results of an external client, in its own shape. */
  ownResults: Record<string, unknown> | null;
  /** Figures of `ownResults` for lists, as `Computation.economics`. */
  ownEconomics: Record<string, number | null> | null;
  ownExecutionTimeMs: number | null;
  /** Id of the last request that asked for the simulation. */
  requestId: string | null;
  finishedAt: Date | null;
  createdAt: Date;
}

export const SimulationEntity = new EntitySchema<Simulation>({
  name: "Simulation",
  tableName: "simulations",
  columns: {
    id: { type: "uuid", primary: true, primaryKeyConstraintName: "pk_simulations" },
    computationId: { name: "computation_id", type: "uuid", nullable: true },
    capabilityHash: { name: "capability_hash", type: "text" },
    inputParameters: { name: "input_parameters", type: "jsonb" },
    calculatorContext: { name: "calculator_context", type: "jsonb", nullable: true },
    name: { type: "text", default: "Batería" },
    financeTerms: { name: "finance_terms", type: "jsonb", nullable: true },
    source: { type: "text", default: "platform" },
    idempotencyKey: { name: "idempotency_key", type: "text", nullable: true },
    requestHash: { name: "request_hash", type: "text", nullable: true },
    ownStatus: { name: "own_status", type: "text", nullable: true },
    ownErrorCode: { name: "own_error_code", type: "text", nullable: true },
    ownErrorMessage: { name: "own_error_message", type: "text", nullable: true },
    ownResults: { name: "own_results", type: "jsonb", nullable: true },
    ownEconomics: { name: "own_economics", type: "jsonb", nullable: true, select: false },
    ownExecutionTimeMs: { name: "own_execution_time_ms", type: "double precision", nullable: true },
    requestId: { name: "request_id", type: "uuid", nullable: true },
    finishedAt: { name: "finished_at", type: "timestamptz", nullable: true },
    createdAt: { name: "created_at", type: "timestamptz", default: () => "now()" },
  },
  relations: {
    computation: {
      type: "many-to-one",
      target: "Computation",
      nullable: true,
      joinColumn: { name: "computation_id", foreignKeyConstraintName: "fk_simulations_computation" },
    },
  },
  checks: [
    { name: "ck_simulations_own_status", expression: "own_status IN ('completed', 'failed')" },
    { name: "ck_simulations_source", expression: "source IN ('platform', 'external')" },
  ],
  indices: [
    { name: "ix_simulations_computation", columns: ["computationId"] },
    { name: "ix_simulations_created", columns: ["createdAt"] },
    { name: "ix_simulations_request", columns: ["requestId"], where: "request_id IS NOT NULL" },
    {
      name: "uq_simulations_idempotency_key",
      columns: ["idempotencyKey"],
      unique: true,
      where: "idempotency_key IS NOT NULL",
    },
  ],
});
