import { createDataSource } from "@ecotrim/shared/server/db/data-source";
import { readEnv } from "@ecotrim/shared/server/env";
import { createLogger } from "@ecotrim/shared/server/logger";
import { createQueue } from "@ecotrim/shared/server/queue";
import { startWorker } from "../../worker/src/app.ts";
import { followedOutput } from "./gated-pool.ts";
import { dieAt, type KillPointName, killPoint } from "./kill-points.ts";
import { sampleTasks } from "./sample-tasks.ts";
import { workerParts } from "./worker-deps.ts";

/**
 * A worker process that works until it comes to the point KILL_AT, with the row KILL_OF where one is given. It stays in
 * the stage in which it is to die, and has of the scenarios only the first piece where it dies among them.
 */
const env = readEnv();
const name = process.env.KILL_AT as KillPointName;
const logger = createLogger(env, "doomed-worker");
const dataSource = await createDataSource(env.DATABASE_URL).initialize();
const queue = createQueue(env, logger);
dieAt(name, dataSource, queue, process.env.KILL_OF);

const never = new Promise<never>(() => {});
const point = killPoint(name);
await startWorker({
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
      from > 0 && point.mentions === "processing" ? never : sampleTasks.solveScenarios(base, from, to),
    run: async (request, { onProgress } = {}) => {
      for (const stage of ["series", "model", "solving", "economics", "charts"] as const) {
        onProgress?.({ stage, fraction: 0 });
        if (point.mentions === `"stage":"${stage}"`) return never;
      }
      return followedOutput(request);
    },
  },
});
