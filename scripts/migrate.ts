import { migrate } from "../shared/src/server/db/migrate.ts";
import { readEnv } from "../shared/src/server/env.ts";

/** `npm run migrate`: brings the database up to date, once, before API and worker start. */
try {
  await migrate(readEnv().DATABASE_URL);
  console.log("The database is up to date.");
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
