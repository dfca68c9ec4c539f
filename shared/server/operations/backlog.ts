import type { DataSource } from "typeorm";
import { IS_ORPHAN } from "../billing/subscriptions.ts";
import type { JobName } from "../queue/jobs.ts";
import { IS_DUE, IS_HELD_UP, ORDERED_AT } from "../reports/reports.ts";
import { FOLLOW_UPS, type FollowUp, listed, studiesOfJob } from "../studies/catalogue.ts";

/** A follow-up that somebody waits for is due until its job begins the first of its studies. */
const dueStudies = (name: FollowUp): string =>
  `SELECT min(studies_since) AS due FROM computations JOIN studies ON computation_id = computations.id
    WHERE study_turn > 0 AND kind IN (${listed(studiesOfJob(name))}) AND studies.status IN ('pending', 'processing')
 GROUP BY computation_id HAVING bool_and(studies.status = 'pending')`;

/** SQL by job: when each piece of work was due that has not begun. The rows tell this even if the queue is wrong. */
const DUE: Partial<Record<JobName, string>> = {
  "simulation.run": "SELECT coalesce(enqueued_at, created_at) AS due FROM computations WHERE status = 'pending'",
  ...Object.fromEntries(FOLLOW_UPS.map((name) => [`simulation.${name}`, dueStudies(name)])),
  "simulation.paid-studies": `SELECT ${ORDERED_AT} AS due FROM reports WHERE status IN ('pending', 'processing') AND ${IS_HELD_UP}`,
  "report.render": `SELECT ${ORDERED_AT} AS due FROM reports WHERE status = 'pending' AND ${IS_DUE}`,
  "mail.send": "SELECT send_after AS due FROM mails WHERE settled_at IS NULL AND send_after < now()",
  "stripe.event":
    "SELECT received_at AS due FROM stripe_events WHERE processed_at IS NULL AND dead_at IS NULL AND received_at < now()",
  "subscription.sweep": `SELECT updated_at AS due FROM subscriptions WHERE ${IS_ORPHAN}`,
};

export interface Backlog {
  job: JobName;
  waiting: number;
  /** Age of the oldest due work, seconds; 0 where none waits. */
  oldestSeconds: number;
}

/** The pending work according to the database. */
export function readBacklog(dataSource: Pick<DataSource, "query">): Promise<Backlog[]> {
  const parts = Object.entries(DUE).map(
    ([job, due]) => `SELECT '${job}' AS job, count(*)::int AS waiting,
      coalesce(extract(epoch FROM now() - min(due)), 0)::float8 AS "oldestSeconds" FROM (${due}) of_job`,
  );
  return dataSource.query(parts.join(" UNION ALL "));
}
