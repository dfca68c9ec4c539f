import { ERRORS } from "@ecotrim/contracts/errors";
import { Counter, Gauge, Histogram, Registry } from "prom-client";

/**
 * Every metric of the platform's own, by its Prometheus name. Labels have few values: names of catalogues, never ids or
 * personal data. A job's label is `job_name`, since Prometheus itself uses `job` for its targets. Times in seconds.
 */

const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60];
const WAIT_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800];
const RUN_BUCKETS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 300, 600];

/** Metrics that every process has. */
const ofProcess = (registers: Registry[]) => ({
  dependencyUp: new Gauge({
    name: "ecotrim_dependency_up",
    help: "Whether a server this process needs answers it: 1 or 0.",
    labelNames: ["dependency"],
    registers,
  }),
  poolConnections: new Gauge({
    name: "ecotrim_database_pool_connections",
    help: "Connections of the database pool by state: total, idle; and requests that wait for one: waiting.",
    labelNames: ["state"],
    registers,
  }),
  poolSize: new Gauge({
    name: "ecotrim_database_pool_size",
    help: "Most connections the database pool opens.",
    registers,
  }),
  diskFreeBytes: new Gauge({
    name: "ecotrim_disk_free_bytes",
    help: "Free space where this process keeps its files.",
    registers,
  }),
  diskSizeBytes: new Gauge({
    name: "ecotrim_disk_size_bytes",
    help: "Size of the file system where this process keeps its files.",
    registers,
  }),
});

export type ProcessMetrics = ReturnType<typeof ofProcess> & { registry: Registry };

/** Metrics of an API process, and of the platform as a whole. */
export function createApiMetrics() {
  const registry = new Registry();
  const registers = [registry];
  return {
    registry,
    ...ofProcess(registers),
    requestSeconds: new Histogram({
      name: "ecotrim_http_request_duration_seconds",
      help: "Time to answer a request, by method, pattern of the route and status.",
      labelNames: ["method", "route", "status"],
      buckets: REQUEST_BUCKETS,
      registers,
    }),
    socketsOpen: new Gauge({ name: "ecotrim_sockets_open", help: "Browsers connected by socket.", registers }),
    queueJobs: new Gauge({
      name: "ecotrim_queue_jobs",
      help: "Jobs in a queue by state.",
      labelNames: ["queue", "state"],
      registers,
    }),
    oldestWaitingSeconds: new Gauge({
      name: "ecotrim_oldest_waiting_seconds",
      help: "How long the first piece of work not begun has been due, by its job, as the database knows it.",
      labelNames: ["job_name"],
      registers,
    }),
    workersConnected: new Gauge({
      name: "ecotrim_workers_connected",
      help: "Workers connected to the queue of simulations.",
      registers,
    }),
    paymentEventsDead: new Gauge({
      name: "ecotrim_payment_events_dead",
      help: "Events of the payment provider that were given up.",
      registers,
    }),
    offersStored: new Gauge({
      name: "ecotrim_offers_stored",
      help: "Requests for a firm offer that are kept.",
      registers,
    }),
    offersUnsent: new Gauge({
      name: "ecotrim_offers_unsent",
      help: "Requests for a firm offer whose mail to the company is not sent yet, or was given up.",
      registers,
    }),
    databaseSizeBytes: new Gauge({ name: "ecotrim_database_size_bytes", help: "Size of the database.", registers }),
  };
}
export type ApiMetrics = ReturnType<typeof createApiMetrics>;

/** Metrics of a worker process. */
export function createWorkerMetrics() {
  const registry = new Registry();
  const registers = [registry];
  return {
    registry,
    ...ofProcess(registers),
    jobWaitSeconds: new Histogram({
      name: "ecotrim_job_wait_seconds",
      help: "From when a job was due to its first start.",
      labelNames: ["job_name"],
      buckets: WAIT_BUCKETS,
      registers,
    }),
    jobRunSeconds: new Histogram({
      name: "ecotrim_job_run_seconds",
      help: "Time of one try at a job, by its outcome: completed or failed.",
      labelNames: ["job_name", "outcome"],
      buckets: RUN_BUCKETS,
      registers,
    }),
    jobFailures: new Counter({
      name: "ecotrim_job_failures_total",
      help: "Failed tries by error code, and whether that was the last try.",
      labelNames: ["job_name", "code", "final"],
      registers,
    }),
    sweepFailures: new Counter({
      name: "ecotrim_sweep_failures_total",
      help: "Rows, or parts, that a sweep could not deal with; it went on with the others.",
      labelNames: ["job_name"],
      registers,
    }),
    stageSeconds: new Histogram({
      name: "ecotrim_run_stage_seconds",
      help: "Time of each stage of a completed simulation.",
      labelNames: ["stage"],
      buckets: RUN_BUCKETS,
      registers,
    }),
    powerSeconds: new Histogram({
      name: "ecotrim_power_piece_seconds",
      help: "Time of each piece of a study of powers, its wait for a thread included: joint or margin.",
      labelNames: ["stage"],
      buckets: RUN_BUCKETS,
      registers,
    }),
    solverRuns: new Counter({
      name: "ecotrim_solver_runs_total",
      help: "Simulations solved or not, by the status of the solver.",
      labelNames: ["status"],
      registers,
    }),
    solverThreads: new Gauge({
      name: "ecotrim_solver_threads",
      help: "Solver threads by their work, runs or studies, and state: busy, also with getting ready, or idle.",
      labelNames: ["work", "state"],
      registers,
    }),
    solverTasksWaiting: new Gauge({
      name: "ecotrim_solver_tasks_waiting",
      help: "Runs and studies that wait for a solver thread.",
      labelNames: ["work"],
      registers,
    }),
  };
}
export type WorkerMetrics = ReturnType<typeof createWorkerMetrics>;

/**
 * The code of a failure as a label: the error's code or the beginning of its reason if the catalogue has it, else
 * OTHER.
 */
export function failureCode({ code, message }: { code?: unknown; message: string }): string {
  const known = [code, message.split(":")[0]].find((text) => typeof text === "string" && Object.hasOwn(ERRORS, text));
  return (known as string | undefined) ?? "OTHER";
}
