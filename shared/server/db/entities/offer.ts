import type { SimulationRecord } from "@ecotrim/contracts/simulations/record";
import type { Results } from "@ecotrim/contracts/simulations/result";
import type { Verdict } from "@ecotrim/contracts/simulations/verdict";
import { EntitySchema } from "typeorm";
import type { Simulation } from "./simulation.ts";
import type { User } from "./user.ts";

/** What the company is sent of a simulation, as it was when the offer was asked for. */
export interface OfferedCase {
  /** The case in one line. */
  line: string;
  verdict: Pick<Verdict, "code" | "word" | "sentence">;
  figures: Results["summary"];
  /** Only with a revenue share, where saving and payback among the figures are the customer's. */
  owner?: Results["owner"];
  inputParameters: SimulationRecord["inputParameters"];
  engineVersion: string;
  tariffVersion: string;
}

/** A request for a firm offer. It outlives the simulation, but not the account it was sent from. */
export interface Offer {
  id: string;
  simulationId: string | null;
  simulation: Simulation | null;
  userId: string | null;
  user: User | null;
  name: string;
  /** Lower case. */
  email: string;
  company: string;
  phone: string | null;
  message: string | null;
  sent: OfferedCase;
  /** 128 random bits, base64url, by which the company reads the simulation as through a share link. */
  token: string;
  consentVersion: string;
  consentAt: Date;
  createdAt: Date;
}

export const OfferEntity = new EntitySchema<Offer>({
  name: "Offer",
  tableName: "offers",
  columns: {
    id: { type: "uuid", primary: true, primaryKeyConstraintName: "pk_offers" },
    simulationId: { name: "simulation_id", type: "uuid", nullable: true },
    userId: { name: "user_id", type: "uuid", nullable: true },
    name: { type: "text" },
    email: { type: "text" },
    company: { type: "text" },
    phone: { type: "text", nullable: true },
    message: { type: "text", nullable: true },
    sent: { type: "jsonb" },
    token: { type: "text" },
    consentVersion: { name: "consent_version", type: "text" },
    consentAt: { name: "consent_at", type: "timestamptz" },
    createdAt: { name: "created_at", type: "timestamptz", default: () => "now()" },
  },
  relations: {
    simulation: {
      type: "many-to-one",
      target: "Simulation",
      nullable: true,
      onDelete: "SET NULL",
      joinColumn: { name: "simulation_id", foreignKeyConstraintName: "fk_offers_simulation" },
    },
    user: {
      type: "many-to-one",
      target: "User",
      nullable: true,
      onDelete: "CASCADE",
      joinColumn: { name: "user_id", foreignKeyConstraintName: "fk_offers_user" },
    },
  },
  uniques: [
    { name: "uq_offers_simulation_email", columns: ["simulationId", "email"] },
    { name: "uq_offers_token", columns: ["token"] },
  ],
  indices: [
    { name: "ix_offers_user", columns: ["userId"] },
    { name: "ix_offers_date", columns: ["createdAt"] },
  ],
});
