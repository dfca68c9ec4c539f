import { EntitySchema } from "typeorm";
import type { User } from "./user.ts";

/** A session: its id is the `jti` of the bearer token, which is invalid without this row. */
export interface Session {
  id: string;
  userId: string;
  user: User;
  createdAt: Date;
  /** End of the session, moved forward by use. */
  expiresAt: Date;
}

export const SessionEntity = new EntitySchema<Session>({
  name: "Session",
  tableName: "sessions",
  columns: {
    id: { type: "uuid", primary: true, primaryKeyConstraintName: "pk_sessions" },
    userId: { name: "user_id", type: "uuid" },
    createdAt: { name: "created_at", type: "timestamptz", default: () => "now()" },
    expiresAt: { name: "expires_at", type: "timestamptz" },
  },
  relations: {
    user: {
      type: "many-to-one",
      target: "User",
      onDelete: "CASCADE",
      joinColumn: { name: "user_id", foreignKeyConstraintName: "fk_sessions_user" },
    },
  },
  indices: [
    { name: "ix_sessions_user", columns: ["userId"] },
    { name: "ix_sessions_expiry", columns: ["expiresAt"] },
  ],
});
