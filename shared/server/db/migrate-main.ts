import { readEnv } from "../env/env.ts";
import { migrate } from "./migrate.ts";

/** Brings the database up to date, once, before API and worker start. */
try {
  await migrate(readEnv().DATABASE_URL);
  console.log("The database is up to date.");
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
