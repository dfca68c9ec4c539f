import type { Stripe } from "@ecotrim/server/billing/stripe";
import type { createDataSource } from "@ecotrim/server/db/data-source";
import type { Env } from "@ecotrim/server/env/env";
import type { Logger } from "@ecotrim/server/observability/logger";
import type { JobQueue } from "@ecotrim/server/queue/queue";

export type Database = ReturnType<typeof createDataSource>;
/** The database inside one transaction. */
export type Transaction = Database["manager"];

/** Dependencies of the API; their caller opens and closes them. */
export interface Deps {
  env: Env;
  logger: Logger;
  dataSource: Database;
  queue: JobQueue;
  stripe: Stripe;
}
