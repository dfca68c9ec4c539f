import { AppError, ERRORS, type ErrorCode } from "@ecotrim/contracts/errors";
import { dayInSpain } from "@ecotrim/contracts/locale";
import { REPORT_FILES, type Report, type ReportKind } from "@ecotrim/contracts/reports/report";
import { ReportEntity, type Report as ReportRow } from "@ecotrim/server/db/entities/report";
import { IS_ORDERED, makeReport, storeReport, WAITS } from "@ecotrim/server/reports/reports";
import type { Deps, Transaction } from "../../deps.ts";

/** Identifies a report by its user, simulation and kind. */
export interface ReportRequest {
  userId: string;
  simulationId: string;
  kind: ReportKind;
}

/** Identifies a report by its id and its user. */
export interface ReportOf {
  userId: string;
  id: string;
}

const fileNameOf = ({ simulationId, kind, finishedAt, createdAt }: ReportRow): string =>
  `informe-${simulationId}-${dayInSpain(finishedAt ?? createdAt)}.${REPORT_FILES[kind].extension}`;

function reportOf(row: ReportRow, waits: boolean): Report {
  const { id, simulationId, kind, status, size, createdAt, errorCode } = row;
  const code = (errorCode ?? "REPORT_FAILED") as ErrorCode;
  return {
    id,
    simulationId,
    kind,
    status,
    waits: waits && status === "pending",
    fileName: status === "completed" ? fileNameOf(row) : null,
    size,
    createdAt: createdAt.toISOString(),
    error: status === "failed" ? { code, message: ERRORS[code][1] } : null,
  };
}

/**
 * The user's report of a simulation, made if it does not exist. Idempotent; a failed report is made anew.
 * @throws AppError PAYMENT_REQUIRED, NOT_REPORTABLE, SIMULATION_NOT_FOUND.
 */
export async function requestReport(deps: Deps, request: ReportRequest): Promise<Report> {
  const report = await deps.dataSource.transaction(async (manager) => {
    const stored = await storeReport(manager, request);
    if (!stored) throw await reasonForNone(manager, request);
    // The error rolls the transaction back, so that an unpaid report leaves no row.
    await requireOrder(manager, stored.id);
    return stored;
  });
  await makeReport(deps, report);
  return readReport(deps, { userId: request.userId, id: report.id });
}

/** @returns whether the report waits for the studies it contains. @throws AppError PAYMENT_REQUIRED. */
async function requireOrder(manager: Transaction, id: string): Promise<boolean> {
  const [report] = await manager.query(
    `SELECT ${IS_ORDERED} AS ordered, ${WAITS} AS waits FROM reports WHERE id = $1`,
    [id],
  );
  if (report?.ordered !== true) throw new AppError("PAYMENT_REQUIRED");
  return report.waits;
}

async function reasonForNone(manager: Transaction, { userId, simulationId }: ReportRequest): Promise<AppError> {
  const held = await manager.query("SELECT 1 FROM user_simulations WHERE user_id = $1 AND simulation_id = $2", [
    userId,
    simulationId,
  ]);
  return new AppError(held.length > 0 ? "NOT_REPORTABLE" : "SIMULATION_NOT_FOUND");
}

/** @throws AppError REPORT_NOT_FOUND, also for reports of other users; PAYMENT_REQUIRED. */
export async function readReport(deps: Deps, { id, userId }: ReportOf): Promise<Report> {
  const row = await deps.dataSource.getRepository(ReportEntity).findOneBy({ id, userId });
  if (!row) throw new AppError("REPORT_NOT_FOUND");
  return reportOf(row, await requireOrder(deps.dataSource.manager, id));
}

interface DownloadedReport {
  file: Buffer;
  fileName: string;
  mediaType: string;
}

/** @throws AppError as `readReport`; REPORT_NOT_READY. */
export async function downloadReport(deps: Deps, of: ReportOf): Promise<DownloadedReport> {
  const { fileName, kind } = await readReport(deps, of);
  if (fileName === null) throw new AppError("REPORT_NOT_READY");
  const { file } = await deps.dataSource
    .getRepository(ReportEntity)
    .findOneOrFail({ where: { id: of.id }, select: { id: true, file: true } });
  return { file: file as Buffer, fileName, mediaType: REPORT_FILES[kind].mediaType };
}
