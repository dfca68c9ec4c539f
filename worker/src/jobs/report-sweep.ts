import { paidStudiesIdOf } from "@ecotrim/server/db/entities/computation";
import { onBehalfOf } from "@ecotrim/server/observability/log-context";
import { ALIVE } from "@ecotrim/server/queue/requeue";
import {
  beginNextReportRun,
  enqueuePaidStudies,
  enqueueReport,
  IS_DUE,
  paidStudies,
  type ReportState,
  reportJobId,
} from "@ecotrim/server/reports/reports";
import { bringBack } from "./bring-back.ts";
import { endOfAll, forEachOf } from "./each.ts";
import type { JobDeps, JobFactory } from "./job.ts";

/** A report younger than this may still be on its way to the queue, ms. */
const GRACE_MS = 5000;
const BATCH = 500;

/** Requeues reports that are due and not made, and studies that paid ones wait for, where no living job is left. */
export const reportSweep: JobFactory<"report.sweep"> = (deps) => async (job) =>
  endOfAll([sweepPaidStudies(deps, job.signal), sweepReports(deps, job.signal)]);

async function sweepPaidStudies(deps: JobDeps, signal: AbortSignal): Promise<void> {
  const { dataSource, queue } = deps;
  await forEachOf(deps, "report.sweep", await paidStudies(dataSource), signal, (run) =>
    bringBack(deps, "simulation.paid-studies", paidStudiesIdOf(run), () => enqueuePaidStudies(queue, run)),
  );
}

async function sweepReports(deps: JobDeps, signal: AbortSignal): Promise<void> {
  const { dataSource, queue, logger } = deps;
  const unfinished: ReportState[] = await dataSource.query(
    // The order is random: reports that cannot be brought back must not keep others from their turn.
    `SELECT id, run, status, request_id AS "requestId" FROM reports
      WHERE status IN ('pending', 'processing') AND created_at < now() - $1 * interval '1 millisecond' AND ${IS_DUE}
   ORDER BY random() LIMIT $2`,
    [GRACE_MS, BATCH],
  );
  await forEachOf(deps, "report.sweep", unfinished, signal, async (report) => {
    const state = await queue.state("report.render", reportJobId(report));
    if (ALIVE.includes(state)) return;
    const neverEnqueued = report.status === "pending" && state === "unknown";
    const next = neverEnqueued ? report : await beginNextReportRun(dataSource.manager, report);
    if (!next) return;
    await enqueueReport(queue, next);
    onBehalfOf(next.requestId, () =>
      logger.warn({ report: next.id, before: report.status, job: state }, "report brought back to the queue"),
    );
  });
}
