import { readSettings } from "../shared/server/env/env.ts";
import { runningPostgresUrl } from "./dev/embedded-postgres.ts";

/** `npm run ops:status`, `ops:why` and `ops:offers`; without DATABASE_URL they use the database of a running `npm start`. */
try {
  const { DATABASE_URL, DATA_DIR } = readSettings();
  const url = DATABASE_URL ?? runningPostgresUrl(DATA_DIR);
  if (url !== undefined) process.env.DATABASE_URL = url;
  await import("../shared/server/operations/main.ts");
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
