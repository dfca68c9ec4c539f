import { createDataSource } from "@ecotrim/shared/server/db/data-source";
import { type Env, EnvError, readEnv } from "@ecotrim/shared/server/env";
import { createLogger, type Logger } from "@ecotrim/shared/server/logger";
import { createQueue } from "@ecotrim/shared/server/queue";
import { onShutdown } from "@ecotrim/shared/server/shutdown";
import { startWorker } from "./app.ts";
import { createSimulationPool } from "./solver/pool.ts";

/** The worker process. Exit codes: 0 after an orderly shutdown, 1 for wrong settings, a server that is down, or a forced end. */
async function main(env: Env, logger: Logger): Promise<void> {
  const dataSource = createDataSource(env.DATABASE_URL, { applicationName: "ecotrim-worker", logger });
  await dataSource.initialize();
  const queue = createQueue(env, logger);
  const pool = createSimulationPool({ threads: env.SOLVER_THREADS, timeLimitSeconds: env.SOLVER_TIME_LIMIT_S });
  const worker = await startWorker({
    dataSource,
    queue,
    pool,
    logger,
    settings: env,
    concurrency: env.WORKER_CONCURRENCY,
  });
  onShutdown(
    async () => {
      await worker.close();
      await pool.close();
      await queue.close();
      await dataSource.destroy();
    },
    { logger, graceMs: env.SHUTDOWN_GRACE_S * 1000 },
  );
  logger.info({ concurrency: env.WORKER_CONCURRENCY, queue: env.REDIS_URL ? "redis" : "postgres" }, "worker ready");
}

function readEnvOrExit(): Env {
  try {
    return readEnv();
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

const env = readEnvOrExit();
const logger = createLogger(env, "worker");
try {
  await main(env, logger);
} catch (error) {
  logger.fatal({ err: error }, "worker cannot start");
  process.exit(1);
}
