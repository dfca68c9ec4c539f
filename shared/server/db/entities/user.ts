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
  /** argon2id, in its own notation; read only when asked for by name. */
  passwordHash: string;
  emailConfirmedAt: Date | null;
  /** When and which version of the privacy policy was accepted. */
  privacyAcceptedAt: Date;
  privacyVersion: string;
  /** Whether mails are sent when something finishes while the user is away. */
  notifyByEmail: boolean;
  /** Last login or renewal of a session: what retention counts from. */
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
    privacyAcceptedAt: { name: "privacy_accepted_at", type: "timestamptz" },
    privacyVersion: { name: "privacy_version", type: "text" },
    notifyByEmail: { name: "notify_by_email", type: "boolean", default: true },
    lastSeenAt: { name: "last_seen_at", type: "timestamptz", default: () => "now()" },
    retentionWarnedAt: { name: "retention_warned_at", type: "timestamptz", nullable: true },
    createdAt: { name: "created_at", type: "timestamptz", default: () => "now()" },
  },
  uniques: [{ name: "uq_users_email", columns: ["email"] }],
  indices: [{ name: "ix_users_last_seen", columns: ["lastSeenAt"] }],
});
