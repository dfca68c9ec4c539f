import type { SiteAnswers } from "@ecotrim/contracts/simulations/context";
import { EntitySchema } from "typeorm";
import type { User } from "./user.ts";

/** A site that an account keeps, from which simulations start. */
export interface Installation {
  id: string;
  userId: string;
  user: User;
  name: string;
  /** As the wizard gives them. Curves are named by their ids, which stay when a curve is deleted. */
  answers: SiteAnswers;
  idempotencyKey: string | null;
  /** Hash of the request, which tells a repeated request from another one under the same key. */
  requestHash: string | null;
  createdAt: Date;
  updatedAt: Date;
}

export const InstallationEntity = new EntitySchema<Installation>({
  name: "Installation",
  tableName: "installations",
  columns: {
    id: { type: "uuid", primary: true, primaryKeyConstraintName: "pk_installations" },
    userId: { name: "user_id", type: "uuid" },
    name: { type: "text" },
    answers: { type: "jsonb" },
    idempotencyKey: { name: "idempotency_key", type: "text", nullable: true },
    requestHash: { name: "request_hash", type: "text", nullable: true },
    createdAt: { name: "created_at", type: "timestamptz", default: () => "now()" },
    updatedAt: { name: "updated_at", type: "timestamptz", default: () => "now()" },
  },
  relations: {
    user: {
      type: "many-to-one",
      target: "User",
      onDelete: "CASCADE",
      joinColumn: { name: "user_id", foreignKeyConstraintName: "fk_installations_user" },
    },
  },
  checks: [
    {
      name: "ck_installations_name",
      expression:
        "char_length(name) BETWEEN 1 AND 120 AND name = btrim(name) AND name !~ '[\\u0001-\\u001f\\u007f-\\u009f]'",
    },
  ],
  indices: [
    { name: "ix_installations_user", columns: ["userId", "createdAt"] },
    {
      name: "uq_installations_idempotency_key",
      columns: ["idempotencyKey"],
      unique: true,
      where: "idempotency_key IS NOT NULL",
    },
  ],
});
