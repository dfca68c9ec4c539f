import type { Stripe } from "@ecotrim/shared/server/billing/stripe";
import type { createDataSource } from "@ecotrim/shared/server/db/data-source";
import type { Env } from "@ecotrim/shared/server/env";
import type { Logger } from "@ecotrim/shared/server/logger";
import type { JobQueue } from "@ecotrim/shared/server/queue";

export type Database = ReturnType<typeof createDataSource>;
/** The database inside one transaction. */
export type Transaction = Database["manager"];

/** What the API works with; opened and closed by its caller. */
export interface Deps {
  env: Env;
  logger: Logger;
  dataSource: Database;
  queue: JobQueue;
  stripe: Stripe;
}
