import { createDataSource } from "@ecotrim/server/db/data-source";
import { readEnv } from "@ecotrim/server/env/env";
import { createLogger } from "@ecotrim/server/observability/logger";
import { createQueue } from "@ecotrim/server/queue/queue";
import { startWorker, type WorkerDeps } from "../../worker/src/app.ts";
import { shiftClock } from "./clock.ts";
import { workerParts } from "./worker-deps.ts";

/**
 * Services of a worker in a process of its own; `start` works off the jobs on a pool, one run at a time. CLOCK_AHEAD_MS
 * in the environment puts its clock ahead.
 */
export async function openChildWorker(service: string) {
  shiftClock(Number(process.env.CLOCK_AHEAD_MS ?? 0));
  const env = readEnv();
  const logger = createLogger(env, service);
  const dataSource = await createDataSource(env.DATABASE_URL).initialize();
  const queue = createQueue(env, logger);
  return {
    logger,
    dataSource,
    queue,
    start: (pool: WorkerDeps["pool"]) =>
      startWorker({
        dataSource,
        queue,
        logger,
        env,
        ...workerParts(env),
        settings: env,
        concurrency: 1,
        timing: { lockMs: 500, stalledCheckMs: 200 },
        pool,
      }),
  };
}
