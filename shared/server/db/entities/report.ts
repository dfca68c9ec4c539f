import type { Proposal } from "@ecotrim/contracts/brands/brand";
import type { ReportKind } from "@ecotrim/contracts/reports/report";
import type { GivenContext } from "@ecotrim/contracts/simulations/context";
import type { FinanceTermsInput } from "@ecotrim/contracts/simulations/finance-terms";
import type { SimulationInput } from "@ecotrim/contracts/simulations/input";
import type { SimulationStatus } from "@ecotrim/contracts/simulations/record";
import { EntitySchema } from "typeorm";
import type { Computation } from "./computation.ts";
import type { User } from "./user.ts";

/** What a proposal was ordered with. */
export interface StoredProposal extends Proposal {
  /** When its brand was kept, by which a changed one has it made anew; ISO 8601. */
  brandedAt: string;
}

/**
 * A report and, once made, its file. It stores a copy of its inputs, since its simulation may leave the buyer's list.
 */
export interface Report {
  id: string;
  userId: string;
  user: User;
  /** No foreign key, since the simulation may be deleted. */
  simulationId: string;
  simulationCreatedAt: Date;
  inputParameters: SimulationInput;
  calculatorContext: GivenContext | null;
  /** Terms of the financing that it was ordered with. */
  financeTerms: FinanceTermsInput | null;
  computationId: string;
  computation: Computation;
  kind: ReportKind;
  /** Of a proposal alone. */
  proposal: StoredProposal | null;
  status: SimulationStatus;
  /** Number of times it was enqueued; the job id is `{id}.{run}`. */
  run: number;
  /** Consecutive tries that have not ended: their worker died or is still running. */
  unendedTries: number;
  /** Selected by name only. */
  file: Buffer | null;
  size: number | null;
  errorCode: string | null;
  /** Id of the last request that asked for the report. */
  requestId: string | null;
  createdAt: Date;
  finishedAt: Date | null;
}

export const ReportEntity = new EntitySchema<Report>({
  name: "Report",
  tableName: "reports",
  columns: {
    id: { type: "uuid", primary: true, primaryKeyConstraintName: "pk_reports" },
    userId: { name: "user_id", type: "uuid" },
    simulationId: { name: "simulation_id", type: "uuid" },
    simulationCreatedAt: { name: "simulation_created_at", type: "timestamptz" },
    inputParameters: { name: "input_parameters", type: "jsonb" },
    calculatorContext: { name: "calculator_context", type: "jsonb", nullable: true },
    financeTerms: { name: "finance_terms", type: "jsonb", nullable: true },
    computationId: { name: "computation_id", type: "uuid" },
    kind: { type: "text" },
    proposal: { type: "jsonb", nullable: true },
    status: { type: "text", default: "pending" },
    run: { type: "integer", default: 1 },
    unendedTries: { name: "unended_tries", type: "integer", default: 0 },
    file: { type: "bytea", nullable: true, select: false },
    size: { type: "integer", nullable: true },
    errorCode: { name: "error_code", type: "text", nullable: true },
    requestId: { name: "request_id", type: "uuid", nullable: true },
    createdAt: { name: "created_at", type: "timestamptz", default: () => "now()" },
    finishedAt: { name: "finished_at", type: "timestamptz", nullable: true },
  },
  relations: {
    user: {
      type: "many-to-one",
      target: "User",
      onDelete: "CASCADE",
      joinColumn: { name: "user_id", foreignKeyConstraintName: "fk_reports_user" },
    },
    computation: {
      type: "many-to-one",
      target: "Computation",
      joinColumn: { name: "computation_id", foreignKeyConstraintName: "fk_reports_computation" },
    },
  },
  checks: [
    { name: "ck_reports_kind", expression: "kind IN ('basic', 'premium', 'workbook', 'proposal')" },
    { name: "ck_reports_status", expression: "status IN ('pending', 'processing', 'completed', 'failed')" },
  ],
  uniques: [{ name: "uq_reports_simulation", columns: ["userId", "simulationId", "kind"] }],
  indices: [
    { name: "ix_reports_computation", columns: ["computationId"] },
    { name: "ix_reports_unfinished", columns: ["createdAt"], where: "status IN ('pending', 'processing')" },
  ],
});
