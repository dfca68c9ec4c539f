import type { CurveRecord, CurveReport, CurveSummary } from "@ecotrim/contracts/curves/curve";
import { EntitySchema } from "typeorm";
import type { User } from "./user.ts";

/** The numbers of a curve, stored once for all who sent the same. They name no supply. */
export interface CurveContent {
  /** SHA-256 in hexadecimal of the canonical bytes, which tell start, step, series and flags. */
  hash: string;
  startAt: Date;
  stepMinutes: number;
  steps: number;
  /** The canonical bytes, compressed, as `@ecotrim/curves/codec` writes them. */
  series: Buffer;
  /** When somebody last sent them. */
  createdAt: Date;
}

/** A caller's own row of a curve: its access, and how its file was read. */
export interface Curve {
  id: string;
  hash: string;
  content: CurveContent;
  kind: CurveRecord["kind"];
  /** Null for a visitor's, which expires. */
  userId: string | null;
  user: User | null;
  /** SHA-256 of the access token; null for a curve that an account sent. */
  capabilityHash: string | null;
  idempotencyKey: string | null;
  /** Hash of the request, which tells a repeated request from another one under the same key. */
  requestHash: string | null;
  report: CurveReport;
  summary: CurveSummary;
  /** When its sender last sent it. */
  createdAt: Date;
}

export const CurveContentEntity = new EntitySchema<CurveContent>({
  name: "CurveContent",
  tableName: "curve_contents",
  columns: {
    hash: { type: "text", primary: true, primaryKeyConstraintName: "pk_curve_contents" },
    startAt: { name: "start_at", type: "timestamptz" },
    stepMinutes: { name: "step_minutes", type: "integer" },
    steps: { type: "integer" },
    series: { type: "bytea", select: false },
    createdAt: { name: "created_at", type: "timestamptz", default: () => "now()" },
  },
});

export const CurveEntity = new EntitySchema<Curve>({
  name: "Curve",
  tableName: "curves",
  columns: {
    id: { type: "uuid", primary: true, primaryKeyConstraintName: "pk_curves" },
    hash: { type: "text" },
    kind: { type: "text" },
    userId: { name: "user_id", type: "uuid", nullable: true },
    capabilityHash: { name: "capability_hash", type: "text", nullable: true },
    idempotencyKey: { name: "idempotency_key", type: "text", nullable: true },
    requestHash: { name: "request_hash", type: "text", nullable: true },
    report: { type: "jsonb" },
    summary: { type: "jsonb" },
    createdAt: { name: "created_at", type: "timestamptz", default: () => "now()" },
  },
  relations: {
    content: {
      type: "many-to-one",
      target: "CurveContent",
      joinColumn: { name: "hash", foreignKeyConstraintName: "fk_curves_content" },
    },
    user: {
      type: "many-to-one",
      target: "User",
      nullable: true,
      onDelete: "CASCADE",
      joinColumn: { name: "user_id", foreignKeyConstraintName: "fk_curves_user" },
    },
  },
  checks: [
    { name: "ck_curves_kind", expression: "kind IN ('load', 'pv')" },
    { name: "ck_curves_access", expression: "user_id IS NOT NULL OR capability_hash IS NOT NULL" },
  ],
  indices: [
    { name: "ix_curves_hash", columns: ["hash"] },
    { name: "ix_curves_user", columns: ["userId"], where: "user_id IS NOT NULL" },
    { name: "ix_curves_unclaimed", columns: ["createdAt"], where: "user_id IS NULL" },
    {
      name: "uq_curves_idempotency_key",
      columns: ["idempotencyKey"],
      unique: true,
      where: "idempotency_key IS NOT NULL",
    },
    // What an account sends twice is one row; a claimed row has an access token and stays beside it.
    { name: "uq_curves_sent", columns: ["userId", "hash"], unique: true, where: "capability_hash IS NULL" },
  ],
});
