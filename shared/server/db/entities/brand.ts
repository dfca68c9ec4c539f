import { COLOR } from "@ecotrim/contracts/color";
import { EntitySchema } from "typeorm";
import type { User } from "./user.ts";

/** The brand under which an account makes proposals. */
export interface BrandRow {
  userId: string;
  user: User;
  company: string;
  /** "#RRGGBB". */
  accent: string;
  text: string;
  /** PNG or JPEG, checked. */
  logo: Buffer | null;
  updatedAt: Date;
}

export const BrandEntity = new EntitySchema<BrandRow>({
  name: "Brand",
  tableName: "brands",
  columns: {
    userId: { name: "user_id", type: "uuid", primary: true, primaryKeyConstraintName: "pk_brands" },
    company: { type: "text" },
    accent: { type: "text" },
    text: { type: "text" },
    logo: { type: "bytea", nullable: true },
    updatedAt: { name: "updated_at", type: "timestamptz", default: () => "now()" },
  },
  relations: {
    user: {
      type: "one-to-one",
      target: "User",
      onDelete: "CASCADE",
      joinColumn: { name: "user_id", foreignKeyConstraintName: "fk_brands_user" },
    },
  },
  checks: [{ name: "ck_brands_accent", expression: `accent ~ '${COLOR}'` }],
});
