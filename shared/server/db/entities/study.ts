import type { SimulationStatus } from "@ecotrim/contracts/simulations/record";
import { EntitySchema } from "typeorm";
import type { Computation } from "./computation.ts";

/** One calculation that follows a completed computation; the catalogue of studies says which there are. */
export interface Study {
  computationId: string;
  computation: Computation;
  kind: string;
  status: SimulationStatus;
  /** Counts the tries at it, over all its jobs; 0 before the first. */
  attempt: number;
  /** How much of `total` is done. */
  done: number;
  /** null where nothing is counted. */
  total: number | null;
  /** What is found so far; null for nothing. */
  content: object | null;
  createdAt: Date;
  finishedAt: Date | null;
}

export const StudyEntity = new EntitySchema<Study>({
  name: "Study",
  tableName: "studies",
  columns: {
    computationId: {
      name: "computation_id",
      type: "uuid",
      primary: true,
      primaryKeyConstraintName: "pk_studies",
    },
    kind: { type: "text", primary: true, primaryKeyConstraintName: "pk_studies" },
    status: { type: "text", default: "pending" },
    attempt: { type: "integer", default: 0 },
    done: { type: "integer", default: 0 },
    total: { type: "integer", nullable: true },
    content: { type: "jsonb", nullable: true },
    createdAt: { name: "created_at", type: "timestamptz", default: () => "now()" },
    finishedAt: { name: "finished_at", type: "timestamptz", nullable: true },
  },
  relations: {
    computation: {
      type: "many-to-one",
      target: "Computation",
      onDelete: "CASCADE",
      joinColumn: { name: "computation_id", foreignKeyConstraintName: "fk_studies_computation" },
    },
  },
  checks: [{ name: "ck_studies_status", expression: "status IN ('pending', 'processing', 'completed', 'failed')" }],
  indices: [
    {
      name: "ix_studies_unfinished",
      columns: ["kind", "createdAt"],
      where: "status IN ('pending', 'processing')",
    },
  ],
});
