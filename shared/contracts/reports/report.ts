import Type, { type Static } from "typebox";
import { SimulationError, SimulationStatus } from "../simulations/record.ts";

/**
 * A report of one simulation, a PDF or a workbook, made once for each user. A proposal is the premium one under the
 * user's own brand.
 */

export const REPORT_KINDS = ["basic", "premium", "proposal", "workbook"] as const;
export const ReportKind = Type.Enum([...REPORT_KINDS], { title: "El tipo de informe" });
export type ReportKind = Static<typeof ReportKind>;
/** The kinds that are PDFs. */
export type PdfKind = Exclude<ReportKind, "workbook">;

const PDF = { extension: "pdf", mediaType: "application/pdf" };
/** The file that a report of each kind is. */
export const REPORT_FILES: Record<ReportKind, { extension: string; mediaType: string }> = {
  basic: PDF,
  premium: PDF,
  proposal: PDF,
  workbook: {
    extension: "xlsx",
    mediaType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  },
};

/** A proposal is asked for with what it needs besides. */
export const CreateReport = Type.Object(
  { kind: Type.Enum(["basic", "premium", "workbook"], { title: "El tipo de informe" }) },
  { additionalProperties: false },
);

export type CreateReport = Static<typeof CreateReport>;

export const Report = Type.Object({
  id: Type.String({ format: "uuid" }),
  simulationId: Type.String({ format: "uuid" }),
  kind: ReportKind,
  status: SimulationStatus,
  /** Whether the report waits for its simulation's scenarios and sensitivity, which it contains. */
  waits: Type.Boolean(),
  /** Name of the download, once completed. */
  fileName: Type.Union([Type.String(), Type.Null()]),
  /** Size in bytes. */
  size: Type.Union([Type.Integer(), Type.Null()]),
  createdAt: Type.String({ format: "date-time" }),
  error: Type.Union([SimulationError, Type.Null()]),
});
export type Report = Static<typeof Report>;
