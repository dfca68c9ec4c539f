import { EntitySchema } from "typeorm";

/** A person with an account. */
export interface User {
  id: string;
  /** Lower case; unique. */
  email: string;
  firstName: string;
  lastName: string;
  company: string | null;
  phone: string | null;
  /** argon2id hash in its own notation; selected by name only. */
  passwordHash: string;
  emailConfirmedAt: Date | null;
  /** Time of acceptance and accepted version of the privacy policy; null where the client sent none. */
  privacyAcceptedAt: Date | null;
  privacyVersion: string | null;
  /** Whether results are mailed while the user is away. */
  notifyByEmail: boolean;
  /** Last login or renewal of a session, from which the retention period counts. */
  lastSeenAt: Date;
  retentionWarnedAt: Date | null;
  createdAt: Date;
}

export const UserEntity = new EntitySchema<User>({
  name: "User",
  tableName: "users",
  columns: {
    id: { type: "uuid", primary: true, primaryKeyConstraintName: "pk_users" },
    email: { type: "text" },
    firstName: { name: "first_name", type: "text" },
    lastName: { name: "last_name", type: "text" },
    company: { type: "text", nullable: true },
    phone: { type: "text", nullable: true },
    passwordHash: { name: "password_hash", type: "text", select: false },
    emailConfirmedAt: { name: "email_confirmed_at", type: "timestamptz", nullable: true },
    privacyAcceptedAt: { name: "privacy_accepted_at", type: "timestamptz", nullable: true },
    privacyVersion: { name: "privacy_version", type: "text", nullable: true },
    notifyByEmail: { name: "notify_by_email", type: "boolean", default: true },
    lastSeenAt: { name: "last_seen_at", type: "timestamptz", default: () => "now()" },
    retentionWarnedAt: { name: "retention_warned_at", type: "timestamptz", nullable: true },
    createdAt: { name: "created_at", type: "timestamptz", default: () => "now()" },
  },
  uniques: [{ name: "uq_users_email", columns: ["email"] }],
  indices: [{ name: "ix_users_last_seen", columns: ["lastSeenAt"] }],
});
