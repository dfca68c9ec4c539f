import { createDataSource } from "@ecotrim/shared/server/db/data-source";
import { readEnv } from "@ecotrim/shared/server/env";
import { createLogger } from "@ecotrim/shared/server/logger";
import { createQueue } from "@ecotrim/shared/server/queue";
import { onShutdown } from "@ecotrim/shared/server/shutdown";
import { startWorker } from "../../worker/src/app.ts";
import { sampleOutput } from "./gated-pool.ts";

/** A worker process whose runs reach half of the solving and end when the test sends "finish". */
const env = readEnv();
const logger = createLogger(env, "worker-child");
const dataSource = await createDataSource(env.DATABASE_URL).initialize();
const queue = createQueue(env, logger);
const worker = await startWorker({
  dataSource,
  queue,
  logger,
  settings: env,
  concurrency: 1,
  timing: { lockMs: 500, stalledCheckMs: 200 },
  pool: {
    run: (request, { onProgress } = {}) =>
      new Promise((resolve) => {
        process.on("message", () => resolve(sampleOutput(request)));
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
