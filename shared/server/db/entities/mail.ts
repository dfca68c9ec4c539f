import { EntitySchema } from "typeorm";
import type { User } from "./user.ts";

export const MAIL_KINDS = [
  "confirm-email",
  "reset-password",
  "password-changed",
  "share-invitation",
  "notification",
  "retention-warning",
  "account-deleted",
  "contact",
  "receipt",
  "withdrawal",
  "withdrawal-receipt",
  "offer",
  "offer-copy",
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/**
 * The outbox: a mail is stored in the transaction that causes it, and sent by the worker at least once. It holds ids,
 * never secrets or texts: links are made when it is sent.
 */
export interface Mail {
  id: string;
  kind: MailKind;
  /** The recipient, unless `address` is given. */
  userId: string | null;
  user: User | null;
  address: string | null;
  /** The row that the mail is about. */
  subjectId: string | null;
  sendAfter: Date;
  attempts: number;
  /** Consecutive tries that have not ended: their worker died or is still running. */
  unendedTries: number;
  /** The outcome: sent, found needless, or given up. */
  /** Time of the outcome. */
  endedAt: Date | null;
  outcome: "sent" | "needless" | "failed" | null;
  /** Id of the request that caused the mail. */
  requestId: string | null;
  createdAt: Date;
}

export const MailEntity = new EntitySchema<Mail>({
  name: "Mail",
  tableName: "mails",
  columns: {
    id: { type: "uuid", primary: true, primaryKeyConstraintName: "pk_mails" },
    kind: { type: "text" },
    userId: { name: "user_id", type: "uuid", nullable: true },
    address: { type: "text", nullable: true },
    subjectId: { name: "subject_id", type: "text", nullable: true },
    sendAfter: { name: "send_after", type: "timestamptz", default: () => "now()" },
    attempts: { type: "integer", default: 0 },
    unendedTries: { name: "unended_tries", type: "integer", default: 0 },
    endedAt: { name: "settled_at", type: "timestamptz", nullable: true },
    outcome: { type: "text", nullable: true },
    requestId: { name: "request_id", type: "uuid", nullable: true },
    createdAt: { name: "created_at", type: "timestamptz", default: () => "now()" },
  },
  relations: {
    user: {
      type: "many-to-one",
      target: "User",
      nullable: true,
      onDelete: "CASCADE",
      joinColumn: { name: "user_id", foreignKeyConstraintName: "fk_mails_user" },
    },
  },
  checks: [{ name: "ck_mails_outcome", expression: "outcome IN ('sent', 'needless', 'failed')" }],
  indices: [
    { name: "ix_mails_due", columns: ["sendAfter"], where: "settled_at IS NULL" },
    { name: "ix_mails_user", columns: ["userId"] },
    { name: "ix_mails_offers", columns: ["subjectId"], where: "kind IN ('offer', 'offer-copy')" },
  ],
});
