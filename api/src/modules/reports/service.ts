import type { Proposal } from "@ecotrim/contracts/brands/brand";
import { AppError, ERRORS, type ErrorCode } from "@ecotrim/contracts/errors";
import { dayInSpain } from "@ecotrim/contracts/locale";
import { REPORT_FILES, type Report, type ReportKind } from "@ecotrim/contracts/reports/report";
import { BrandEntity } from "@ecotrim/server/db/entities/brand";
import { ReportEntity, type Report as ReportRow, type StoredProposal } from "@ecotrim/server/db/entities/report";
import { IS_ORDERED, makeReport, storeReport, WAITS } from "@ecotrim/server/reports/reports";
import type { Deps, Transaction } from "../../deps.ts";
import { requireSubscription } from "../brands/service.ts";

/** Identifies a report by its user, simulation and kind. */
export interface ReportRequest {
  userId: string;
  simulationId: string;
  kind: ReportKind;
  proposal?: StoredProposal;
}

/** Identifies a report by its id and its user. */
export interface ReportOf {
  userId: string;
  id: string;
}

const fileNameOf = ({ simulationId, kind, finishedAt, createdAt }: ReportRow): string =>
  `${kind === "proposal" ? "propuesta" : "informe"}-${simulationId}-${dayInSpain(finishedAt ?? createdAt)}.${REPORT_FILES[kind].extension}`;

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

/** The longest that a proposal holds, days. */
const MOST_VALID_DAYS = 366;
const DAY_MS = 24 * 3_600_000;

/**
 * The premium report of a simulation as a proposal under the user's own brand; made anew when brand or proposal have
 * changed.
 * @throws AppError SUBSCRIPTION_REQUIRED, BRAND_MISSING, INVALID_INPUT, and as `requestReport`
 */
export async function requestProposal(
  deps: Deps,
  of: Omit<ReportRequest, "kind" | "proposal">,
  proposal: Proposal,
): Promise<Report> {
  await requireSubscription(deps, of.userId);
  const brand = await deps.dataSource.getRepository(BrandEntity).findOneBy({ userId: of.userId });
  if (!brand) throw new AppError("BRAND_MISSING");
  const [first, last] = [Date.now(), Date.now() + MOST_VALID_DAYS * DAY_MS].map((time) => dayInSpain(new Date(time)));
  if (proposal.validUntil < first! || proposal.validUntil > last!)
    throw new AppError("INVALID_INPUT", {
      field: "validUntil",
      message: "La fecha de validez debe estar entre hoy y dentro de un año.",
    });
  const branded = { ...proposal, brandedAt: brand.updatedAt.toISOString() };
  return requestReport(deps, { ...of, kind: "proposal", proposal: branded });
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
