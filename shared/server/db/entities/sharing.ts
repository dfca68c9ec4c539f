import { EntitySchema } from "typeorm";
import type { Simulation } from "./simulation.ts";
import type { User } from "./user.ts";

/** A simulation shared with an address that no account has confirmed yet; confirmation turns it into an association. */
export interface ShareInvitation {
  simulationId: string;
  simulation: Simulation;
  /** Lower case. */
  email: string;
  invitedById: string;
  invitedBy: User;
  createdAt: Date;
}

export const ShareInvitationEntity = new EntitySchema<ShareInvitation>({
  name: "ShareInvitation",
  tableName: "share_invitations",
  columns: {
    simulationId: {
      name: "simulation_id",
      type: "uuid",
      primary: true,
      primaryKeyConstraintName: "pk_share_invitations",
    },
    email: { type: "text", primary: true, primaryKeyConstraintName: "pk_share_invitations" },
    invitedById: { name: "invited_by", type: "uuid" },
    createdAt: { name: "created_at", type: "timestamptz", default: () => "now()" },
  },
  relations: {
    simulation: {
      type: "many-to-one",
      target: "Simulation",
      onDelete: "CASCADE",
      joinColumn: { name: "simulation_id", foreignKeyConstraintName: "fk_share_invitations_simulation" },
    },
    invitedBy: {
      type: "many-to-one",
      target: "User",
      onDelete: "CASCADE",
      joinColumn: { name: "invited_by", foreignKeyConstraintName: "fk_share_invitations_user" },
    },
  },
  indices: [{ name: "ix_share_invitations_email", columns: ["email"] }],
});

/** A share link, by which anybody may read a simulation; revoking deletes it. */
export interface ShareLink {
  simulationId: string;
  simulation: Simulation;
  userId: string;
  user: User;
  /**
   * 128 random bits, base64url. Stored in clear, since it opens nothing but this reading and its owner sees it again.
   */
  token: string;
  /** Whether its readers see the contract and the bill. */
  showsContract: boolean;
  createdAt: Date;
}

export const ShareLinkEntity = new EntitySchema<ShareLink>({
  name: "ShareLink",
  tableName: "share_links",
  columns: {
    simulationId: { name: "simulation_id", type: "uuid", primary: true, primaryKeyConstraintName: "pk_share_links" },
    userId: { name: "user_id", type: "uuid", primary: true, primaryKeyConstraintName: "pk_share_links" },
    token: { type: "text" },
    showsContract: { name: "shows_contract", type: "boolean", default: false },
    createdAt: { name: "created_at", type: "timestamptz", default: () => "now()" },
  },
  relations: {
    simulation: {
      type: "many-to-one",
      target: "Simulation",
      onDelete: "CASCADE",
      joinColumn: { name: "simulation_id", foreignKeyConstraintName: "fk_share_links_simulation" },
    },
    user: {
      type: "many-to-one",
      target: "User",
      onDelete: "CASCADE",
      joinColumn: { name: "user_id", foreignKeyConstraintName: "fk_share_links_user" },
    },
  },
  uniques: [{ name: "uq_share_links_token", columns: ["token"] }],
});
