import { appendFileSync } from "node:fs";
import { createLogger, type Logger } from "@ecotrim/shared/server/logger";

/**
 * The logger of what tests run: silent, unless TEST_LOG names a file. Then everything is appended to that, for
 * `npm test` to search it for what no log may hold.
 */
export function testLogger(service: string): Logger {
  const file = process.env.TEST_LOG;
  return file === undefined
    ? createLogger({ LOG_LEVEL: "silent" }, service)
    : createLogger({ LOG_LEVEL: "debug" }, service, { write: (line) => appendFileSync(file, line) });
}
