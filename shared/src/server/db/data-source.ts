import { DataSource } from "typeorm";
import type { Logger } from "../logger.ts";
import { ComputationEntity } from "./entities/computation.ts";
import { SimulationEntity } from "./entities/simulation.ts";
import { Simulations1700000000001 } from "./migrations/0001-simulations.ts";
import { FollowUps1700000000002 } from "./migrations/0002-follow-ups.ts";

interface DataSourceOptions {
  /** Most connections this process opens; default 10. */
  poolSize?: number;
  /** Shown in pg_stat_activity. */
  applicationName?: string;
  /** Told of connections the server drops; they are replaced at the next query. */
  logger?: Pick<Logger, "warn">;
}

/** The database of the platform, not yet connected: call `initialize()`, and `destroy()` at the end. */
export function createDataSource(databaseUrl: string, options: DataSourceOptions = {}): DataSource {
  return new DataSource({
    type: "postgres",
    url: databaseUrl,
    entities: [ComputationEntity, SimulationEntity],
    migrations: [Simulations1700000000001, FollowUps1700000000002],
    migrationsTableName: "schema_migrations",
    synchronize: false,
    installExtensions: false,
    poolSize: options.poolSize ?? 10,
    applicationName: options.applicationName ?? "ecotrim",
    connectTimeoutMS: 5000,
    poolErrorHandler: (error) => options.logger?.warn({ err: error }, "database connection lost"),
  });
}
