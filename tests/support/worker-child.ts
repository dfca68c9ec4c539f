import { createDataSource } from "@ecotrim/shared/server/db/data-source";
import { readEnv } from "@ecotrim/shared/server/env";
import { createLogger } from "@ecotrim/shared/server/logger";
import { createQueue } from "@ecotrim/shared/server/queue";
import { onShutdown } from "@ecotrim/shared/server/shutdown";
import { startWorker } from "../../worker/src/app.ts";
import { followedOutput, sampleOutput } from "./gated-pool.ts";
import { sampleTasks } from "./sample-tasks.ts";
import { workerParts } from "./worker-deps.ts";

/**
 * A worker process whose runs reach half of the solving and end when the test sends "finish", or "finish with a saving":
 * of the scenarios that follow only the first piece is ever solved.
 */
const env = readEnv();
const logger = createLogger(env, "worker-child");
const dataSource = await createDataSource(env.DATABASE_URL).initialize();
const queue = createQueue(env, logger);
const worker = await startWorker({
  dataSource,
  queue,
  logger,
  env,
  ...workerParts(env),
  settings: env,
  concurrency: 1,
  timing: { lockMs: 500, stalledCheckMs: 200 },
  pool: {
    ...sampleTasks,
    solveScenarios: (base, from, to) =>
      from === 0 ? sampleTasks.solveScenarios(base, from, to) : new Promise(() => {}),
    run: (request, { onProgress } = {}) =>
      new Promise((resolve) => {
        process.on("message", (message) =>
          resolve(message === "finish" ? sampleOutput(request) : followedOutput(request)),
        );
        onProgress?.({ stage: "solving", fraction: 0.5 });
      }),
  },
});
onShutdown(
  async () => {
    await worker.close();
    await queue.close();
    await dataSource.destroy();
  },
  { logger, graceMs: 20_000 },
);
process.send?.("ready");
