import type { DataSource } from "typeorm";
import type { Env } from "../env/env.ts";
import type { Logger } from "../observability/logger.ts";
import type { JobQueue } from "../queue/queue.ts";
import type { Stripe } from "./stripe.ts";

/** Dependencies by which API and worker settle payments. */
export interface BillingDeps {
  dataSource: DataSource;
  queue: JobQueue;
  logger: Pick<Logger, "warn" | "error" | "info">;
  stripe: Stripe;
  env: Pick<Env, "PUBLIC_URL" | "HOST" | "PORT" | "NOTIFICATION_MAIL_DELAY_S" | "SUBSCRIPTION_TRIAL_DAYS">;
}
