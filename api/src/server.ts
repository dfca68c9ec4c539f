import { useSourceData } from "@ecotrim/engine/site/source-data";
import { createStripe } from "@ecotrim/server/billing/stripe";
import { createDataSource } from "@ecotrim/server/db/data-source";
import { openOperatorPort } from "@ecotrim/server/process/operator-port";
import { runProcess } from "@ecotrim/server/process/run-process";
import { onShutdown } from "@ecotrim/server/process/shutdown";
import { createQueue } from "@ecotrim/server/queue/queue";
import { importSourceData } from "@ecotrim/server/source-data/source-data";
import { buildApp } from "./app.ts";
import { refreshPlatform } from "./plugins/metrics.ts";

/** The API process. Exit codes: 0 after an orderly shutdown, 1 for wrong settings, a database that is down, or a forced end. */
await runProcess("api", async (env, logger) => {
  const dataSource = createDataSource(env.DATABASE_URL, { applicationName: "ecotrim-api", logger });
  await dataSource.initialize();
  const queue = createQueue(env, logger);
  const deps = { env, logger, dataSource, queue, stripe: createStripe(env) };
  useSourceData(importSourceData(env).data);
  const app = await buildApp(deps);
  const { METRICS_HOST: host, METRICS_PORT: port, DATA_DIR: dataDir } = env;
  const refresh = () => refreshPlatform(app.metrics, deps);
  const operators =
    port === undefined
      ? undefined
      : await openOperatorPort({ host, port, dataSource, queue, metrics: app.metrics, logger, dataDir, refresh });
  onShutdown(
    async () => {
      operators?.close();
      await app.close();
      await queue.close();
      await dataSource.destroy();
    },
    { logger, graceMs: env.SHUTDOWN_GRACE_S * 1000 },
  );
  await app.listen({ host: env.HOST, port: env.PORT });
});
