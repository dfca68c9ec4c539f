import { AppError } from "@ecotrim/contracts/errors";
import { batteryName } from "@ecotrim/present/simulations/battery-name";
import { BrandEntity } from "@ecotrim/server/db/entities/brand";
import { ComputationEntity } from "@ecotrim/server/db/entities/computation";
import { type Report, ReportEntity } from "@ecotrim/server/db/entities/report";
import { UserEntity } from "@ecotrim/server/db/entities/user";
import { siteNameOf, UserSimulationEntity } from "@ecotrim/server/db/entities/user-simulation";
import { notify } from "@ecotrim/server/events/notify";
import { sendSignal } from "@ecotrim/server/events/signals";
import { dispatchMails } from "@ecotrim/server/mail/outbox";
import { UnrecoverableError } from "@ecotrim/server/queue/queue";
import { IS_DUE, type ReportState } from "@ecotrim/server/reports/reports";
import { shownStudies } from "@ecotrim/server/studies/catalogue";
import { readStudies } from "@ecotrim/server/studies/studies";
import type { ReportContent } from "../pdf/content.ts";
import type { Database, JobDeps, JobFactory } from "./job.ts";
import { KillsWorkers, noteEnd, refuseKiller } from "./tries.ts";

type ClaimedReport = ReportState & Pick<Report, "userId" | "simulationId" | "kind" | "computationId" | "unendedTries">;

/**
 * Makes the file of a report and stores it. Idempotent: a second job finds the report made, or makes the same file
 * again.
 */
export const reportRender: JobFactory<"report.render"> = (deps) => async (job) => {
  const { dataSource, logger } = deps;
  const report = await claim(dataSource, job.data.reportId);
  if (!report) return;
  try {
    refuseKiller(report.unendedTries);
    const content = await contentOf(dataSource, report);
    const file = await deps.reports.render(report.kind, content, job.signal);
    await finish(deps, report, content, file);
  } catch (error) {
    if (!job.isLastAttempt && !(error instanceof KillsWorkers)) {
      await noteEnd(dataSource, "reports", report.id);
      throw error;
    }
    logger.error({ err: error, report: report.id }, "report not made");
    await fail(deps, report);
    throw new UnrecoverableError("REPORT_FAILED");
  }
};

/** @returns null for a report that is made, given up, deleted, or not due. */
async function claim(dataSource: Database, id: string): Promise<ClaimedReport | null> {
  const [[report]] = await dataSource.query(
    `UPDATE reports SET status = 'processing', unended_tries = unended_tries + 1
      WHERE id = $1 AND status IN ('pending', 'processing') AND ${IS_DUE}
  RETURNING id, run, status, request_id AS "requestId", unended_tries AS "unendedTries", user_id AS "userId",
            simulation_id AS "simulationId", kind, computation_id AS "computationId"`,
    [id],
  );
  if (report) await sendSignal(dataSource, progressOf(report, "processing"));
  return report ?? null;
}

const progressOf = ({ id, userId }: Pick<Report, "id" | "userId">, status: Report["status"]) =>
  ({ type: "report", userId, id, status }) as const;

async function contentOf(
  dataSource: Database,
  { id, userId, simulationId, computationId, kind }: ClaimedReport,
): Promise<ReportContent> {
  const [row, computation, studies, holder, [held], hourly] = await Promise.all([
    dataSource.getRepository(ReportEntity).findOneByOrFail({ id }),
    dataSource.getRepository(ComputationEntity).findOneByOrFail({ id: computationId }),
    readStudies(dataSource, computationId),
    dataSource.getRepository(UserEntity).findOneByOrFail({ id: userId }),
    dataSource.query(
      `SELECT own_name AS name, ${siteNameOf("held")} AS site FROM user_simulations held
        WHERE user_id = $1 AND simulation_id = $2`,
      [userId, simulationId],
    ),
    kind === "workbook" ? hourlyOf(dataSource, computationId) : undefined,
  ]);
  const brand = row.proposal && (await dataSource.getRepository(BrandEntity).findOneByOrFail({ userId }));
  const { results } = computation;
  if (!results) throw new AppError("NOT_REPORTABLE");
  return {
    simulation: {
      id: row.simulationId,
      name: row.proposal ? null : (held?.name ?? null),
      site: row.proposal?.site ?? held?.site ?? null,
      createdAt: row.simulationCreatedAt.toISOString(),
      inputParameters: row.inputParameters,
      calculatorContext: row.calculatorContext,
      financeTerms: row.financeTerms,
      results,
      ...shownStudies(studies),
      executionTime: computation.executionTimeMs,
    },
    holder: { firstName: holder.firstName, lastName: holder.lastName, company: holder.company },
    issuedAt: new Date().toISOString(),
    ...(hourly && { hourly }),
    ...(row.proposal && brand && { proposal: { ...row.proposal, ...brand } }),
  };
}

async function hourlyOf(dataSource: Database, computationId: string): Promise<Buffer | undefined> {
  const [row] = await dataSource.query("SELECT hourly FROM computations WHERE id = $1", [computationId]);
  return row?.hourly ?? undefined;
}

async function finish(deps: JobDeps, report: ClaimedReport, content: ReportContent, file: Buffer): Promise<void> {
  const mails = await deps.dataSource.transaction(async (manager) => {
    const [, count] = await manager.query(
      `UPDATE reports SET status = 'completed', file = $2, size = $3, error_code = NULL, unended_tries = 0,
                          finished_at = now()
        WHERE id = $1 AND status = 'processing'`,
      [report.id, file, file.length],
    );
    if (count === 0) return [];
    await sendSignal(manager, progressOf(report, "completed"));
    return tell(deps, manager, report, content, "report.ready");
  });
  await dispatchMails(deps, mails);
}

async function fail(deps: JobDeps, report: ClaimedReport): Promise<void> {
  const mails = await deps.dataSource.transaction(async (manager) => {
    const [, count] = await manager.query(
      `UPDATE reports SET status = 'failed', error_code = 'REPORT_FAILED', unended_tries = 0, finished_at = now()
        WHERE id = $1 AND status = 'processing'`,
      [report.id],
    );
    if (count === 0) return [];
    await sendSignal(manager, progressOf(report, "failed"));
    const row = await manager.getRepository(ReportEntity).findOneByOrFail({ id: report.id });
    return tell(deps, manager, report, { simulation: row }, "report.failed");
  });
  await dispatchMails(deps, mails);
}

const tell = async (
  { env }: JobDeps,
  manager: Database["manager"],
  { id, userId, simulationId, kind, run }: ClaimedReport,
  { simulation }: { simulation: Parameters<typeof batteryName>[0] },
  what: "report.ready" | "report.failed",
) => {
  // A report outlives its place in the list.
  const held = await manager.getRepository(UserSimulationEntity).findOneBy({ userId, simulationId });
  return notify(
    manager,
    {
      userId,
      kind: what,
      subjectId: id,
      occasion: String(run),
      data: { name: held?.name ?? batteryName(simulation), reportKind: kind },
    },
    env.NOTIFICATION_MAIL_DELAY_S,
  );
};
