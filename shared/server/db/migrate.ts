import { runMigrations as migrateQueue } from "bullmq";
import pg from "pg";
import { MigrationExecutor } from "typeorm";
import { createDataSource } from "./data-source.ts";

/** Advisory lock held while migrating, so that concurrent starts migrate one after another. */
export const MIGRATION_LOCK = 4_021_873;

/** Lock timeout of a migration: statements queue behind its waiting lock, so it rather fails, changing nothing. */
const LOCK_WAIT_S = 5;

/**
 * Migrates the schema of the platform and of the queue. Idempotent, also under concurrency.
 * @param through how many of the platform's migrations to apply, the oldest first; fewer than all leave the queue for
 * later
 */
export async function migrate(databaseUrl: string, through = Number.POSITIVE_INFINITY): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query("SELECT pg_advisory_lock($1)", [MIGRATION_LOCK]);
    const database = await createDataSource(databaseUrl, {
      poolSize: 2,
      applicationName: "ecotrim-migrate",
    }).initialize();
    const later = database.migrations.splice(through);
    try {
      const runner = database.createQueryRunner();
      await runner.query(`SET lock_timeout = '${LOCK_WAIT_S}s'`);
      const executor = new MigrationExecutor(database, runner);
      executor.transaction = "all";
      await executor.executePendingMigrations();
      await runner.release();
    } finally {
      await database.destroy();
    }
    if (later.length === 0) await migrateQueue(client);
  } finally {
    await client.end();
  }
}
