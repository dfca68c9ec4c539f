import { EntitySchema } from "typeorm";

/** Rate-limit counter of one kind and source, shared by all API processes; `key` holds no personal data in clear. */
export interface RateCount {
  key: string;
  hits: number;
  resetsAt: Date;
}

export const RateCountEntity = new EntitySchema<RateCount>({
  name: "RateCount",
  tableName: "rate_counts",
  columns: {
    key: { type: "text", primary: true, primaryKeyConstraintName: "pk_rate_counts" },
    hits: { type: "integer" },
    resetsAt: { name: "resets_at", type: "timestamptz" },
  },
  indices: [{ name: "ix_rate_counts_reset", columns: ["resetsAt"] }],
});
