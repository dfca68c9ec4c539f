import { paidStudiesIdOf } from "@ecotrim/server/db/entities/computation";
import { onBehalfOf } from "@ecotrim/server/observability/log-context";
import { ALIVE } from "@ecotrim/server/queue/requeue";
import {
  beginNextReportRun,
  enqueuePaidStudies,
  enqueueReport,
  IS_DUE,
  paidStudies,
  reportJobId,
} from "@ecotrim/server/reports/reports";
import { bringBack } from "./bring-back.ts";
import type { JobFactory } from "./job.ts";

/** A report younger than this may still be on its way to the queue, ms. */
const GRACE_MS = 5000;
const BATCH = 500;

/** Requeues reports that are due and not made, and studies that paid ones wait for, where no living job is left. */
export const reportSweep: JobFactory<"report.sweep"> = (deps) => {
  const { dataSource, queue, logger } = deps;
  return async () => {
    for (const run of await paidStudies(dataSource))
      await bringBack(deps, "simulation.paid-studies", paidStudiesIdOf(run), () => enqueuePaidStudies(queue, run));
    const unfinished = await dataSource.query(
      `SELECT id, run, status, request_id AS "requestId" FROM reports
        WHERE status IN ('pending', 'processing') AND created_at < now() - $1 * interval '1 millisecond' AND ${IS_DUE}
     ORDER BY created_at LIMIT $2`,
      [GRACE_MS, BATCH],
    );
    for (const report of unfinished) {
      const state = await queue.state("report.render", reportJobId(report));
      if (ALIVE.includes(state)) continue;
      const neverEnqueued = report.status === "pending" && state === "unknown";
      const next = neverEnqueued ? report : await beginNextReportRun(dataSource.manager, report);
      if (!next) continue;
      await enqueueReport(queue, next);
      onBehalfOf(next.requestId, () =>
        logger.warn({ report: next.id, before: report.status, job: state }, "report brought back to the queue"),
      );
    }
  };
};
