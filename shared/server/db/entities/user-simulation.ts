import type { AssociationType } from "@ecotrim/contracts/simulations/association";
import type { SimulationStatus } from "@ecotrim/contracts/simulations/record";
import { EntitySchema } from "typeorm";
import type { Installation } from "./installation.ts";
import type { Simulation } from "./simulation.ts";
import type { User } from "./user.ts";

/**
 * A simulation in an account's list. Triggers (migrations 0003, 0015) copy the columns that lists sort, filter and count by,
 * so that a list of any length reads this table alone.
 */
export interface UserSimulation {
  userId: string;
  user: User;
  simulationId: string;
  simulation: Simulation;
  associationType: AssociationType;
  isFavorite: boolean;
  /** How the holder calls it, and the factory it is of; whoever else holds it does not see them. */
  ownName: string | null;
  site: string | null;
  /** The holder's site that it is of, whose name stands where they gave the factory none. */
  installationId: string | null;
  installation: Installation | null;
  /** Origin of the association, as the client reported it. */
  metadata: { associationSource?: string; originalTimestamp?: number | string };
  createdAt: Date;
  /** The columns that triggers copy. */
  simulationCreatedAt: Date;
  status: SimulationStatus;
  /** The holder's own, else the battery's (migration 0012). */
  name: string;
  /** Saving of year 1, EUR. */
  savings: number | null;
  /** The same and the NPV, EUR, by which lists rank; null for results of an old model or another program, or of a replaced spending. */
  rankedSavings: number | null;
  rankedNpv: number | null;
}

/** SQL: what the holder of a row of `user_simulations`, known as `held`, calls the factory. */
export const siteNameOf = (held: string): string =>
  `coalesce(${held}.site, (SELECT name FROM installations WHERE id = ${held}.installation_id))`;

export const UserSimulationEntity = new EntitySchema<UserSimulation>({
  name: "UserSimulation",
  tableName: "user_simulations",
  columns: {
    userId: { name: "user_id", type: "uuid", primary: true, primaryKeyConstraintName: "pk_user_simulations" },
    simulationId: {
      name: "simulation_id",
      type: "uuid",
      primary: true,
      primaryKeyConstraintName: "pk_user_simulations",
    },
    associationType: { name: "association_type", type: "text", default: "creator" },
    isFavorite: { name: "is_favorite", type: "boolean", default: false },
    ownName: { name: "own_name", type: "text", nullable: true },
    site: { type: "text", nullable: true },
    installationId: { name: "installation_id", type: "uuid", nullable: true },
    metadata: { type: "jsonb", default: {} },
    createdAt: { name: "created_at", type: "timestamptz", default: () => "now()" },
    simulationCreatedAt: { name: "simulation_created_at", type: "timestamptz" },
    status: { type: "text" },
    name: { type: "text", collation: "es_natural" },
    savings: { type: "double precision", nullable: true },
    rankedSavings: { name: "ranked_savings", type: "double precision", nullable: true },
    rankedNpv: { name: "ranked_npv", type: "double precision", nullable: true },
  },
  relations: {
    user: {
      type: "many-to-one",
      target: "User",
      onDelete: "CASCADE",
      joinColumn: { name: "user_id", foreignKeyConstraintName: "fk_user_simulations_user" },
    },
    simulation: {
      type: "many-to-one",
      target: "Simulation",
      onDelete: "CASCADE",
      joinColumn: { name: "simulation_id", foreignKeyConstraintName: "fk_user_simulations_simulation" },
    },
    installation: {
      type: "many-to-one",
      target: "Installation",
      nullable: true,
      onDelete: "SET NULL",
      joinColumn: { name: "installation_id", foreignKeyConstraintName: "fk_user_simulations_installation" },
    },
  },
  checks: [
    { name: "ck_user_simulations_association_type", expression: "association_type IN ('creator', 'shared')" },
    {
      name: "ck_user_simulations_status",
      expression: "status IN ('pending', 'processing', 'completed', 'failed')",
    },
    ...["own_name", "site"].map((column) => ({
      name: `ck_user_simulations_${column}`,
      expression: `char_length(${column}) BETWEEN 1 AND 120 AND ${column} = btrim(${column}) AND ${column} !~ '[\\u0001-\\u001f\\u007f-\\u009f]'`,
    })),
  ],
  indices: [
    { name: "ix_user_simulations_simulation", columns: ["simulationId"] },
    { name: "ix_user_simulations_date", columns: ["userId", "simulationCreatedAt", "simulationId"] },
    { name: "ix_user_simulations_status", columns: ["userId", "status", "simulationCreatedAt", "simulationId"] },
    { name: "ix_user_simulations_name", columns: ["userId", "name", "simulationId"] },
    // The migration gives this index the order NULLS LAST of lists, which an entity schema cannot express.
    { name: "ix_user_simulations_ranked", columns: ["userId", "rankedSavings", "simulationId"] },
    {
      name: "ix_user_simulations_completed_name",
      columns: ["userId", "name", "simulationId"],
      where: "status = 'completed'",
    },
    {
      name: "ix_user_simulations_completed_ranked",
      columns: ["userId", "rankedSavings", "simulationId"],
      where: "status = 'completed'",
    },
    {
      name: "ix_user_simulations_installation",
      columns: ["installationId", "simulationCreatedAt"],
      where: "installation_id IS NOT NULL",
    },
    {
      name: "ix_user_simulations_favorite",
      columns: ["userId", "simulationCreatedAt", "simulationId"],
      where: "is_favorite",
    },
  ],
});
