import { EntitySchema } from "typeorm";
import type { User } from "./user.ts";

/** Purpose of a mailed link; each link is used once, by a POST. */
export const LINK_PURPOSES = ["confirm-email", "reset-password"] as const;
export type LinkPurpose = (typeof LINK_PURPOSES)[number];

export interface LinkToken {
  /** SHA-256 of the token in the link. */
  tokenHash: string;
  userId: string;
  user: User;
  purpose: LinkPurpose;
  expiresAt: Date;
  usedAt: Date | null;
  createdAt: Date;
}

export const LinkTokenEntity = new EntitySchema<LinkToken>({
  name: "LinkToken",
  tableName: "link_tokens",
  columns: {
    tokenHash: { name: "token_hash", type: "text", primary: true, primaryKeyConstraintName: "pk_link_tokens" },
    userId: { name: "user_id", type: "uuid" },
    purpose: { type: "text" },
    expiresAt: { name: "expires_at", type: "timestamptz" },
    usedAt: { name: "used_at", type: "timestamptz", nullable: true },
    createdAt: { name: "created_at", type: "timestamptz", default: () => "now()" },
  },
  relations: {
    user: {
      type: "many-to-one",
      target: "User",
      onDelete: "CASCADE",
      joinColumn: { name: "user_id", foreignKeyConstraintName: "fk_link_tokens_user" },
    },
  },
  checks: [{ name: "ck_link_tokens_purpose", expression: "purpose IN ('confirm-email', 'reset-password')" }],
  indices: [{ name: "ix_link_tokens_user", columns: ["userId", "purpose"] }],
});
