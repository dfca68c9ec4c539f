import { createStripe } from "@ecotrim/shared/server/billing/stripe";
import { createDataSource } from "@ecotrim/shared/server/db/data-source";
import { runProcess } from "@ecotrim/shared/server/process";
import { createQueue } from "@ecotrim/shared/server/queue";
import { onShutdown } from "@ecotrim/shared/server/shutdown";
import { buildApp } from "./app.ts";

/** The API process. Exit codes: 0 after an orderly shutdown, 1 for wrong settings, a database that is down, or a forced end. */
await runProcess("api", async (env, logger) => {
  const dataSource = createDataSource(env.DATABASE_URL, { applicationName: "ecotrim-api", logger });
  await dataSource.initialize();
  const queue = createQueue(env, logger);
  const app = await buildApp({ env, logger, dataSource, queue, stripe: createStripe(env) });
  onShutdown(
    async () => {
      await app.close();
      await queue.close();
      await dataSource.destroy();
    },
    { logger, graceMs: env.SHUTDOWN_GRACE_S * 1000 },
  );
  await app.listen({ host: env.HOST, port: env.PORT });
});
