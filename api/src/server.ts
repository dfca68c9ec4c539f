import { createDataSource } from "@ecotrim/shared/server/db/data-source";
import { type Env, EnvError, readEnv } from "@ecotrim/shared/server/env";
import { createLogger, type Logger } from "@ecotrim/shared/server/logger";
import { createQueue } from "@ecotrim/shared/server/queue";
import { onShutdown } from "@ecotrim/shared/server/shutdown";
import { buildApp } from "./app.ts";

/** The API process. Exit codes: 0 after an orderly shutdown, 1 for wrong settings, a database that is down, or a forced end. */
async function main(env: Env, logger: Logger): Promise<void> {
  const dataSource = createDataSource(env.DATABASE_URL, { applicationName: "ecotrim-api", logger });
  await dataSource.initialize();
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
const logger = createLogger(env, "api");
try {
  await main(env, logger);
} catch (error) {
  logger.fatal({ err: error }, "API cannot start");
  process.exit(1);
}
