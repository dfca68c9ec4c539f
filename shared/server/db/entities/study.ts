import { EntitySchema } from "typeorm";
import type { ShownStudy } from "../../studies/catalogue.ts";
import type { Computation } from "./computation.ts";

/** A study of a completed computation; the catalogue lists its kinds. */
export interface Study extends ShownStudy {
  computationId: string;
  computation: Computation;
  /** Number of tries over all its jobs; 0 before the first. */
  attempt: number;
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
