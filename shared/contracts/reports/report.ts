import Type, { type Static } from "typebox";
import { SimulationError, SimulationStatus } from "../simulations/record.ts";

/** A PDF report of one simulation, made once for one user. */

export const REPORT_KINDS = ["basic", "premium"] as const;
export const ReportKind = Type.Enum([...REPORT_KINDS], { title: "El tipo de informe" });
export type ReportKind = Static<typeof ReportKind>;

export const CreateReport = Type.Object({ kind: ReportKind }, { additionalProperties: false });

export const Report = Type.Object({
  id: Type.String({ format: "uuid" }),
  simulationId: Type.String({ format: "uuid" }),
  kind: ReportKind,
  status: SimulationStatus,
  /** It is made once the scenarios and the sensitivity of its simulation, which it contains, are calculated. */
  waits: Type.Boolean(),
  /** Of the download, once completed. */
  fileName: Type.Union([Type.String(), Type.Null()]),
  /** Bytes. */
  size: Type.Union([Type.Integer(), Type.Null()]),
  createdAt: Type.String({ format: "date-time" }),
  error: Type.Union([SimulationError, Type.Null()]),
});
export type Report = Static<typeof Report>;
