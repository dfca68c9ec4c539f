import { AppError, type ErrorCode } from "@ecotrim/contracts/errors";
import type { BillingDeps } from "@ecotrim/server/billing/deps";
import type { Stripe } from "@ecotrim/server/billing/stripe";
import type { createDataSource } from "@ecotrim/server/db/data-source";
import type { Env } from "@ecotrim/server/env/env";
import type { Logger } from "@ecotrim/server/observability/logger";
import type { WorkerMetrics } from "@ecotrim/server/observability/metrics";
import type { JobName } from "@ecotrim/server/queue/jobs";
import type { JobHandler, JobQueue } from "@ecotrim/server/queue/queue";
import type { Mailer } from "../mail/mailer.ts";
import type { ReportRenderer } from "../pdf/renderer.ts";
import type { SimulationPool } from "../solver/pool.ts";

export type Database = ReturnType<typeof createDataSource>;

/** Lets runs pass before other work, whichever process computes them. */
export interface RunsFirst {
  /** Whether runs wait, from a short-lived cache of the database; false while it is unreachable. */
  runsWait(): Promise<boolean>;
  /**
   * Runs deferrable work once no run waits, or when the worker closes. The work handles its own errors, and is lost
   * with the process.
   */
  afterRuns(work: () => Promise<void>): void;
}

/** Dependencies of every job. */
export interface JobDeps {
  dataSource: Database;
  queue: JobQueue;
  pool: Omit<SimulationPool, "load" | "close">;
  line: RunsFirst;
  reports: Pick<ReportRenderer, "render">;
  mailer: Pick<Mailer, "send">;
  stripe: Stripe;
  logger: Logger;
  metrics: WorkerMetrics;
  env: BillingDeps["env"] & Pick<Env, "CONTACT_EMAIL">;
  /** Clock for decisions that depend on dates. */
  now: () => Date;
}

/** Makes the handler of one job of the catalogue. */
export type JobFactory<N extends JobName> = (deps: JobDeps) => JobHandler<N>;

/** Whether a job's signal aborted because the job took too long. */
export const isTimeout = ({ aborted, reason }: AbortSignal): boolean =>
  aborted && reason instanceof DOMException && reason.name === "TimeoutError";

/** Permanent errors, which another try would repeat. */
export const REPEATABLE: readonly ErrorCode[] = [
  "INVALID_INPUT",
  "INFEASIBLE",
  "UNBOUNDED",
  "SOLVER_TIMEOUT",
  "CURVE_GONE",
];

/**
 * Limit of tries at one piece of work over all its jobs, including those cut short by a dying worker. For reports,
 * mails and events of the payment provider only the latter count, in a row.
 */
export const MAX_TRIES = 5;

export const asAppError = (error: unknown): AppError =>
  error instanceof AppError ? error : new AppError("SOLVER_FAILED", { cause: error });
