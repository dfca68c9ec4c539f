import { createDataSource } from "@ecotrim/shared/server/db/data-source";
import { readEnv } from "@ecotrim/shared/server/env";
import { createLogger } from "@ecotrim/shared/server/logger";
import { createQueue } from "@ecotrim/shared/server/queue";
import { onShutdown } from "@ecotrim/shared/server/shutdown";
import { buildApp } from "./app.ts";

function readEnvOrExit() {
  try {
    return readEnv();
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}

const env = readEnvOrExit();
const logger = createLogger(env, "api");
const dataSource = await createDataSource(env.DATABASE_URL, { applicationName: "ecotrim-api", logger }).initialize();
const queue = createQueue(env, logger);
const app = await buildApp({ env, logger, dataSource, queue });

onShutdown(
  async () => {
    await app.close();
    await queue.close();
    await dataSource.destroy();
  },
  { logger, graceMs: env.SHUTDOWN_GRACE_S * 1000 },
);

await app.listen({ host: env.HOST, port: env.PORT });
