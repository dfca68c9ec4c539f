import { TARIFF_YEARS } from "@ecotrim/contracts/simulations/tariff";
import { ENGINE_VERSION } from "@ecotrim/engine/simulate";
import type { DataSource } from "typeorm";
import { type JobName, QUEUES } from "../queue/jobs.ts";
import type { JobQueue, JobState } from "../queue/queue.ts";
import { FOLLOW_UPS, listed, studiesOfJob } from "../studies/catalogue.ts";
import { type Backlog, readBacklog } from "./backlog.ts";

/** Greatest number of workers and of runs under way that are listed, the oldest runs first. */
export const LISTED = 10;

/** State of the platform according to database and queue; no personal data. */
export interface Status {
  at: string;
  /** null where the queue does not answer. */
  queue: { queues: { name: string; counts: Record<JobState, number> }[]; workers: string[] } | null;
  backlog: Backlog[];
  lastHour: { completed: number; failed: number; medianSeconds: number | null; p95Seconds: number | null };
  /** Seconds since the first try began. */
  running: { computation: string; try: number; stage: string | null; percent: number | null; seconds: number }[];
  /** Failures by code; failed studies store no code. */
  failuresOfDay: { job: string; code: string; count: number }[];
  outbox: { waiting: number; oldestSeconds: number; givenUpOfDay: number };
  payments: { openEvents: number; deadEvents: number };
  database: {
    version: string;
    bytes: number;
    connections: { application: string; count: number }[];
    maxConnections: number;
    migrations: string[];
    pendingMigrations: boolean;
  };
  engineVersion: string;
  /** Year of the newest regulated prices. */
  tariffYear: number;
  nodeVersion: string;
}

export async function readStatus({ dataSource, queue }: { dataSource: DataSource; queue: JobQueue }): Promise<Status> {
  const backlog = await readBacklog(dataSource);
  const waitingFor = (job: JobName) => backlog.find((part) => part.job === job);
  const [hour] = await dataSource.query(
    `SELECT count(*) FILTER (WHERE status = 'completed')::int AS completed,
            count(*) FILTER (WHERE status = 'failed')::int AS failed,
            percentile_cont(0.5) WITHIN GROUP (ORDER BY took) AS "medianSeconds",
            percentile_cont(0.95) WITHIN GROUP (ORDER BY took) AS "p95Seconds"
       FROM (SELECT status, CASE WHEN status = 'completed'
                                 THEN extract(epoch FROM finished_at - coalesce(enqueued_at, created_at))::float8 END AS took
               FROM computations WHERE finished_at > now() - interval '1 hour') ended`,
  );
  const running = await dataSource.query(
    `SELECT id AS computation, attempt AS try, progress ->> 'stage' AS stage, (progress ->> 'percent')::int AS percent,
            extract(epoch FROM now() - started_at)::float8 AS seconds
       FROM computations WHERE status = 'processing' ORDER BY started_at LIMIT $1`,
    [LISTED],
  );
  const failuresOfDay = await dataSource.query(
    `SELECT job, code, count(*)::int FROM (
       SELECT 'simulation.run' AS job, coalesce(error_code, 'OTHER') AS code FROM computations
        WHERE status = 'failed' AND finished_at > now() - interval '1 day'
       UNION ALL
       SELECT 'report.render', coalesce(error_code, 'OTHER') FROM reports
        WHERE status = 'failed' AND finished_at > now() - interval '1 day'
       ${FOLLOW_UPS.map(
         (name) => `UNION ALL
       SELECT 'simulation.${name}', 'OTHER' FROM studies
        WHERE kind IN (${listed(studiesOfJob(name))}) AND status = 'failed' AND finished_at > now() - interval '1 day'
     GROUP BY computation_id`,
       ).join(" ")}) failed
     GROUP BY job, code ORDER BY count DESC, job, code`,
  );
  const [{ givenUpOfDay, deadEvents, bytes, maxConnections, version }] = await dataSource.query(
    `SELECT (SELECT count(*)::int FROM mails
              WHERE outcome = 'failed' AND settled_at > now() - interval '1 day') AS "givenUpOfDay",
            (SELECT count(*)::int FROM stripe_events WHERE dead_at IS NOT NULL) AS "deadEvents",
            pg_database_size(current_database())::float8 AS bytes,
            current_setting('max_connections')::int AS "maxConnections",
            current_setting('server_version') AS version`,
  );
  const connections = await dataSource.query(
    `SELECT CASE WHEN application_name LIKE '%:w:%' THEN 'queue listeners'
                 WHEN application_name = '' THEN 'unnamed' ELSE application_name END AS application, count(*)::int
       FROM pg_stat_activity WHERE datname = current_database() GROUP BY 1 ORDER BY 2 DESC, 1`,
  );
  const migrations = await dataSource.query("SELECT name FROM schema_migrations ORDER BY timestamp");
  const mails = waitingFor("mail.send");
  return {
    at: new Date().toISOString(),
    queue: await readQueue(queue),
    backlog,
    lastHour: hour,
    running,
    failuresOfDay,
    outbox: { waiting: mails?.waiting ?? 0, oldestSeconds: mails?.oldestSeconds ?? 0, givenUpOfDay },
    payments: { openEvents: waitingFor("stripe.event")?.waiting ?? 0, deadEvents },
    database: {
      version,
      bytes,
      connections,
      maxConnections,
      migrations: migrations.map(({ name }: { name: string }) => name),
      pendingMigrations: await dataSource.showMigrations(),
    },
    engineVersion: ENGINE_VERSION,
    tariffYear: Math.max(...TARIFF_YEARS),
    nodeVersion: process.version,
  };
}

async function readQueue(queue: JobQueue): Promise<Status["queue"]> {
  try {
    const queues = await Promise.all(QUEUES.map(async (name) => ({ name, counts: await queue.counts(name) })));
    return { queues, workers: await queue.workers() };
  } catch {
    return null;
  }
}
