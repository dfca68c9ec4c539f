import type { ChildProcess } from "node:child_process";
import { appendFileSync } from "node:fs";
import { createInterface } from "node:readline";
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

/** Appends to that file all that a process says on outputs that are pipes. */
export function logOutputOf({ stdout, stderr }: Pick<ChildProcess, "stdout" | "stderr">): void {
  const file = process.env.TEST_LOG;
  for (const input of [stdout, stderr])
    if (input) createInterface({ input }).on("line", (line) => file && appendFileSync(file, `${line}\n`));
}
