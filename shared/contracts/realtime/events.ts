import Type, { type Static } from "typebox";
import type { Notification } from "../notifications/notification.ts";
import type { Progress } from "../simulations/progress.ts";
import { PowerRun, type SimulationRecord, type SimulationStatus } from "../simulations/record.ts";
import type { Results } from "../simulations/result.ts";

/** The typed socket events. Events are hints: on every (re)connect the browser reads the record. */

export const FollowSimulation = Type.Object(
  {
    id: Type.String({ title: "El identificador", format: "uuid" }),
    accessToken: Type.Optional(Type.String({ maxLength: 200 })),
    /** That of the record which the browser has. */
    version: Type.Optional(Type.String({ maxLength: 200 })),
  },
  { additionalProperties: false },
);
export type FollowSimulation = Static<typeof FollowSimulation>;

export type Acknowledgement<T> = { success: true; data: T } | { success: false; error: string; code: string };

export const UncertaintyProgress = Type.Object({
  scenarios: Type.Integer({ minimum: 0 }),
  total: Type.Integer({ minimum: 1 }),
  p10: Type.Union([Type.Number(), Type.Null()]),
  p50: Type.Union([Type.Number(), Type.Null()]),
  p90: Type.Union([Type.Number(), Type.Null()]),
});
export type UncertaintyProgress = Static<typeof UncertaintyProgress>;

/** How many pieces of the study of powers are done. */
export const PowerProgress = Type.Omit(PowerRun, ["status"]);
export type PowerProgress = Static<typeof PowerProgress>;

export interface ClientEvents {
  "simulation:follow": (
    request: FollowSimulation,
    /** Null where the browser has the record already. */
    acknowledge: (answer: Acknowledgement<SimulationRecord | null>) => void,
  ) => void;
  "simulation:unfollow": (request: { id: string }) => void;
}

export interface ServerEvents {
  "simulation:progress": (event: { id: string } & Progress) => void;
  "simulation:completed": (event: { id: string; summary: Results["summary"] | null }) => void;
  "simulation:failed": (event: { id: string; error: string; code: string }) => void;
  /** Scenarios solved so far, and the band of the first year's saving, EUR. */
  "simulation:uncertainty": (event: { id: string } & UncertaintyProgress) => void;
  /** Pieces of the study of powers that are done. */
  "simulation:power": (event: { id: string } & PowerProgress) => void;
  /** A study is complete or has failed: read the record, whose results may be others. */
  "simulation:follow-up-ended": (event: { id: string }) => void;
  /** To every socket of a user; mailed unless one acknowledges it. */
  "notification:new": (notification: Notification, acknowledge: (heard: true) => void) => void;
  "report:progress": (event: { id: string; status: SimulationStatus }) => void;
  "report:ready": (event: { id: string }) => void;
  "payment:updated": (event: { id: string }) => void;
  "subscription:updated": () => void;
}

/** Credentials of a socket when it connects; without a token it is a visitor's. */
export const Handshake = Type.Object({ token: Type.Optional(Type.String({ maxLength: 2000 })) });
