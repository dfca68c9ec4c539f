import type { JobName } from "@ecotrim/shared/jobs/catalog";
import type { createDataSource } from "@ecotrim/shared/server/db/data-source";
import type { Logger } from "@ecotrim/shared/server/logger";
import type { JobHandler, JobQueue } from "@ecotrim/shared/server/queue";
import type { SimulationPool } from "../solver/pool.ts";

export type Database = ReturnType<typeof createDataSource>;

/** What every job may use. */
export interface JobDeps {
  dataSource: Database;
  queue: JobQueue;
  pool: Pick<SimulationPool, "run">;
  logger: Logger;
}

/** Makes the handler of one job of the catalogue. */
export type JobFactory<N extends JobName> = (deps: JobDeps) => JobHandler<N>;
