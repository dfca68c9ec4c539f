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

/** What lets runs pass, in whatever process they would be computed. */
export interface RunsFirst {
  /** Whether runs wait, as the database said lately; false while it is out of reach. */
  runsWait(): Promise<boolean>;
  /**
   * Does something that has time once no run waits, or when the worker closes. It handles its own errors, and is lost
   * with the process.
   */
  afterRuns(work: () => Promise<void>): void;
}

/** What every job may use. */
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
  /** The clock of what depends on dates. */
  now: () => Date;
}

/** Makes the handler of one job of the catalogue. */
export type JobFactory<N extends JobName> = (deps: JobDeps) => JobHandler<N>;

/** Whether a job's signal aborted because the job took too long. */
export const isTimeout = ({ aborted, reason }: AbortSignal): boolean =>
  aborted && reason instanceof DOMException && reason.name === "TimeoutError";

/** Another try would end the same way. */
export const REPEATABLE: readonly ErrorCode[] = ["INVALID_INPUT", "INFEASIBLE", "UNBOUNDED", "SOLVER_TIMEOUT"];

/** States of a job that will still be worked on. */
export const ALIVE = ["waiting", "prioritized", "delayed", "active"];

/**
 * Tries at one piece of work over all its jobs, those cut short by a dying worker included; of reports, mails and events
 * of the payment provider only those, in a row.
 */
export const MAX_TRIES = 5;

export const asAppError = (error: unknown): AppError =>
  error instanceof AppError ? error : new AppError("SOLVER_FAILED", { cause: error });
