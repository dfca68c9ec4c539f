import { setFlagsFromString } from "node:v8";
import { useSourceData } from "@ecotrim/engine/site/source-data";
import { createStripe } from "@ecotrim/server/billing/stripe";
import { createDataSource } from "@ecotrim/server/db/data-source";
import { createWorkerMetrics } from "@ecotrim/server/observability/metrics";
import { openOperatorPort } from "@ecotrim/server/process/operator-port";
import { runProcess } from "@ecotrim/server/process/run-process";
import { onShutdown } from "@ecotrim/server/process/shutdown";
import { createQueue } from "@ecotrim/server/queue/queue";
import { importSourceData } from "@ecotrim/server/source-data/source-data";
import { startWorker } from "./app.ts";
import { createMailer } from "./mail/mailer.ts";
import { createReportRenderer } from "./pdf/renderer.ts";
import { createSimulationPool } from "./solver/pool.ts";

// V8 lets the heaps of this process and its threads grow to several times what they hold, which large runs would do.
setFlagsFromString("--heap-growing-percent=20");

/** The worker process. Exit codes: 0 after an orderly shutdown, 1 for wrong settings, a server that is down, or a forced end. */
await runProcess("worker", async (env, logger) => {
  const dataSource = createDataSource(env.DATABASE_URL, { applicationName: "ecotrim-worker", logger });
  await dataSource.initialize();
  const queue = createQueue(env, logger);
  useSourceData(importSourceData(env).data);
  const pool = createSimulationPool({ threads: env.SOLVER_THREADS, timeLimitSeconds: env.SOLVER_TIME_LIMIT_S });
  const reports = createReportRenderer();
  const mailer = createMailer(env, logger);
  const metrics = createWorkerMetrics();
  const worker = await startWorker({
    dataSource,
    queue,
    pool,
    reports,
    mailer,
    stripe: createStripe(env),
    logger,
    metrics,
    env,
    now: () => new Date(),
    settings: env,
    concurrency: env.WORKER_CONCURRENCY,
  });
  const refresh = async () => {
    for (const [work, { threads, busy, waiting }] of Object.entries(pool.load())) {
      metrics.solverThreads.set({ work, state: "busy" }, busy);
      metrics.solverThreads.set({ work, state: "idle" }, threads - busy);
      metrics.solverTasksWaiting.set({ work }, waiting);
    }
  };
  const { METRICS_HOST: host, WORKER_HEALTH_PORT: port, DATA_DIR: dataDir } = env;
  const operators =
    port === undefined
      ? undefined
      : await openOperatorPort({ host, port, dataSource, queue, metrics, logger, dataDir, refresh });
  onShutdown(
    async () => {
      await worker.close();
      operators?.close();
      mailer.close();
      await Promise.all([pool.close(), reports.close()]);
      await queue.close();
      await dataSource.destroy();
    },
    { logger, graceMs: env.SHUTDOWN_GRACE_S * 1000 },
  );
  logger.info({ concurrency: env.WORKER_CONCURRENCY, queue: env.REDIS_URL ? "redis" : "postgres" }, "worker ready");
});
