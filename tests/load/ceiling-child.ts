/**
 * Forked by `npm run bench:load`: does runs by the worker's own handler, pool and database until it is told to end. No
 * queue, API or visitors take part, so this is the ceiling.
 */
import { randomUUID } from "node:crypto";
import { readCaseFile } from "@ecotrim/contracts/simulations/case-file";
import { createDataSource } from "@ecotrim/server/db/data-source";
import { jobIdOf } from "@ecotrim/server/db/entities/computation";
import { readEnv } from "@ecotrim/server/env/env";
import { createLogger } from "@ecotrim/server/observability/logger";
import { createQueue } from "@ecotrim/server/queue/queue";
import { simulationRun } from "../../worker/src/jobs/simulation-run.ts";
import { createSimulationPool } from "../../worker/src/solver/pool.ts";
import { workerParts } from "../support/worker-deps.ts";
import { loadInput } from "./inputs.ts";
import { serveRate } from "./serve-rate.ts";

/** As in a worker of one thread, the next run is prefetched while one is computed. */
const AT_ONCE = 2;

const env = readEnv();
const logger = createLogger(env, "worker");
const dataSource = await createDataSource(env.DATABASE_URL, { applicationName: "bench-ceiling" }).initialize();
const pool = createSimulationPool({ threads: 1, timeLimitSeconds: 60 });
const work = simulationRun({
  ...workerParts(env),
  env,
  logger,
  dataSource,
  pool,
  queue: createQueue(env, logger),
  // Follow-up jobs are no part of a run's job.
  line: { runsWait: async () => true, afterRuns: () => undefined },
});

/** Stores the rows that the API would store, and does the job. */
async function run(number: number): Promise<void> {
  const { input } = readCaseFile({ inputParameters: loadInput(number) });
  const computation = { id: randomUUID(), run: 1 };
  await dataSource.transaction(async (manager) => {
    await manager.query(
      `INSERT INTO computations (id, run, input_hash, input, input_case, engine_version, status)
       VALUES ($1, 1, $2, '{}', $3, '', 'pending')`,
      [computation.id, computation.id, JSON.stringify(input)],
    );
    await manager.query(
      "INSERT INTO simulations (id, computation_id, capability_hash, input_parameters) VALUES ($1, $2, $3, $4)",
      [randomUUID(), computation.id, computation.id, JSON.stringify(input)],
    );
  });
  await work({
    id: jobIdOf(computation),
    data: { computationId: computation.id },
    attempt: 1,
    isLastAttempt: true,
    signal: new AbortController().signal,
  });
}
await serveRate(AT_ONCE, run);
