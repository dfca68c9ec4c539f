import { readSettings } from "../shared/server/env/env.ts";
import { startEmbeddedPostgres } from "./dev/embedded-postgres.ts";

/**
 * `npm run backup` and `npm run restore`; without DATABASE_URL they use the database of `npm start`, which must not
 * run.
 */
try {
  const { DATABASE_URL, DATA_DIR } = readSettings();
  const postgres = DATABASE_URL === undefined ? await startEmbeddedPostgres({ dataDir: DATA_DIR }) : undefined;
  if (postgres) process.env.DATABASE_URL = postgres.url;
  try {
    await import("../shared/server/backup/main.ts");
  } finally {
    await postgres?.stop();
  }
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
