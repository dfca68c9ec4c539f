import { randomUUID } from "node:crypto";
import type { ReportKind } from "@ecotrim/contracts/reports/report";
import type { DataSource, EntityManager } from "typeorm";
import { type Computation, paidStudiesIdOf } from "../db/entities/computation.ts";
import type { Report, StoredProposal } from "../db/entities/report.ts";
import { logContext, onBehalfOf } from "../observability/log-context.ts";
import type { Logger } from "../observability/logger.ts";
import type { JobQueue } from "../queue/queue.ts";
import { listed, REPLACES_RESULTS, STUDIES, STUDY_KINDS } from "../studies/catalogue.ts";

/** The fields that decide whether and under which id a report must be enqueued. */
export type ReportState = Pick<Report, "id" | "run" | "status" | "requestId">;

const PAYMENT = `FROM payments
   WHERE reports.kind = 'premium' AND payments.kind = 'premium-report' AND payments.status = 'paid'
     AND payments.user_id = reports.user_id AND payments.simulation_id = reports.simulation_id`;

/**
 * SQL: whether the report of the surrounding query is ordered; a premium report is ordered by its payment. Who may ask
 * for a proposal is asked before its row is stored.
 */
export const IS_ORDERED = `(reports.kind <> 'premium' OR EXISTS (SELECT 1 ${PAYMENT}))`;
/** SQL: time of the order. */
export const ORDERED_AT = `greatest(reports.created_at, (SELECT max(payments.paid_at) ${PAYMENT}))`;

/**
 * SQL: whether a report still waits for studies of its run, which always end: one that has them for all of them,
 * others for the results themselves.
 */
export const WAITS = `EXISTS (
  SELECT 1 FROM studies
   WHERE studies.computation_id = reports.computation_id AND studies.status IN ('pending', 'processing')
     AND (studies.kind = '${REPLACES_RESULTS}'
          OR reports.kind IN ('premium', 'proposal')
             AND studies.kind IN (${listed(STUDY_KINDS.filter((kind) => STUDIES[kind].reportWaits))})))`;

/** SQL: whether the report is ready to be made. */
export const IS_DUE = `(${IS_ORDERED} AND NOT ${WAITS})`;

/** SQL: whether the report is paid and waits for studies. */
export const IS_HELD_UP = `(reports.kind IN ('premium', 'proposal') AND ${IS_ORDERED} AND ${WAITS})`;

interface AskedReport {
  userId: string;
  simulationId: string;
  kind: ReportKind;
  proposal?: StoredProposal | null;
}

/** SQL: whether a paid report waits for studies of the computation of the surrounding query. */
export const STUDIES_PAID = `EXISTS (
  SELECT 1 FROM reports WHERE reports.computation_id = computations.id AND reports.status IN ('pending', 'processing')
                          AND ${IS_HELD_UP})`;

/**
 * Stores the user's report of a simulation they hold, with a copy of its inputs; idempotent. One that shows other terms
 * of financing than the simulation now has, or another proposal, is made anew. The report is made only once enqueued: a premium one when it
 * is paid and its studies have ended.
 * @returns null for a simulation that is missing, not completed, or external
 */
export async function storeReport(
  manager: EntityManager,
  { userId, simulationId, kind, proposal = null }: AskedReport,
): Promise<ReportState | null> {
  await manager.query(
    `INSERT INTO reports (id, user_id, simulation_id, simulation_created_at, input_parameters, calculator_context,
                          finance_terms, computation_id, kind, request_id, proposal)
     SELECT $1, held.user_id, s.id, s.created_at, s.input_parameters, s.calculator_context, s.finance_terms, c.id, $4, $5, $6::jsonb
       FROM user_simulations held
       JOIN simulations s ON s.id = held.simulation_id
       JOIN computations c ON c.id = s.computation_id
      WHERE held.user_id = $2 AND held.simulation_id = $3 AND s.own_status IS NULL AND c.status = 'completed'
     ON CONFLICT ON CONSTRAINT uq_reports_simulation DO UPDATE
        SET finance_terms = excluded.finance_terms, proposal = excluded.proposal, status = 'pending',
            run = reports.run + 1, finished_at = NULL, request_id = excluded.request_id
      WHERE (reports.status = 'completed' OR reports.kind = 'proposal') AND reports.kind <> 'basic'
            AND (reports.finance_terms, reports.proposal)
                IS DISTINCT FROM (excluded.finance_terms, excluded.proposal)`,
    [randomUUID(), userId, simulationId, kind, logContext().requestId ?? null, proposal],
  );
  const [report] = await manager.query(
    `SELECT id, run, status, request_id AS "requestId" FROM reports
      WHERE user_id = $1 AND simulation_id = $2 AND kind = $3`,
    [userId, simulationId, kind],
  );
  return report ?? null;
}

/**
 * Starts a new run of a report that failed or whose job is lost.
 * @returns null where a concurrent call was first
 */
export async function beginNextReportRun(
  manager: EntityManager,
  { id, run, status }: ReportState,
): Promise<ReportState | null> {
  const [[report]] = await manager.query(
    `UPDATE reports SET status = 'pending', run = run + 1, error_code = NULL, finished_at = NULL,
                        request_id = coalesce($4, request_id)
      WHERE id = $1 AND run = $2 AND status = $3 RETURNING id, run, status, request_id AS "requestId"`,
    [id, run, status, logContext().requestId ?? null],
  );
  return report ?? null;
}

export const reportJobId = ({ id, run }: Pick<ReportState, "id" | "run">): string => `${id}.${run}`;

/**
 * Enqueues a pending report; idempotent.
 * @throws AppError QUEUE_UNAVAILABLE; the report then stays pending and the sweep enqueues it later.
 */
export async function enqueueReport(queue: JobQueue, report: ReportState): Promise<void> {
  await onBehalfOf(report.requestId, () =>
    queue.enqueue("report.render", { reportId: report.id }, { jobId: reportJobId(report) }),
  );
}

interface Deps {
  dataSource: DataSource;
  queue: JobQueue;
  logger: Pick<Logger, "warn">;
}

/**
 * Has an ordered report made, anew after a failure. The studies that a report waits for are done first, and it is made
 * when they end.
 */
export async function makeReport(deps: Deps, report: ReportState): Promise<void> {
  if (report.status === "failed") await beginNextReportRun(deps.dataSource.manager, report);
  await makeDueReports(deps, "id", report.id);
  try {
    for (const run of await paidStudies(deps.dataSource, report.id)) await enqueuePaidStudies(deps.queue, run);
  } catch (error) {
    deps.logger.warn({ err: error, report: report.id }, "studies of a paid report not enqueued, left to the sweep");
  }
}

type Run = Pick<Computation, "id" | "run">;

/** Runs whose studies paid reports wait for: all of them, or that of one report. */
export function paidStudies(dataSource: Pick<DataSource, "query">, reportId: string | null = null): Promise<Run[]> {
  return dataSource.query(
    `SELECT DISTINCT computations.id, computations.run
       FROM reports JOIN computations ON computations.id = reports.computation_id
      WHERE reports.status IN ('pending', 'processing') AND ($1::uuid IS NULL OR reports.id = $1) AND ${IS_HELD_UP}`,
    [reportId],
  );
}

/** Enqueues the studies of a run that a paid report waits for; idempotent. */
export const enqueuePaidStudies = (queue: JobQueue, run: Run): Promise<void> =>
  queue.enqueue("simulation.paid-studies", { computationId: run.id }, { jobId: paidStudiesIdOf(run) });

/** Enqueues the due reports with this id; a queue that is down leaves them to the sweep. */
export async function makeDueReports(
  { dataSource, queue, logger }: Deps,
  column: "id" | "computation_id",
  id: string,
): Promise<void> {
  try {
    const due = await dataSource.query(
      `SELECT id, run, status, request_id AS "requestId" FROM reports
        WHERE ${column} = $1 AND status = 'pending' AND ${IS_DUE}`,
      [id],
    );
    for (const report of due) await enqueueReport(queue, report);
  } catch (error) {
    logger.warn({ err: error, [column]: id }, "reports not enqueued, left to the sweep");
  }
}
