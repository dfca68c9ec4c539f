import type { ChildProcess } from "node:child_process";
import { appendFileSync } from "node:fs";
import { createInterface } from "node:readline";
// By its path, as all that the global setup reads: there a package's name leads to what was built, if anything was.
import { createLogger, type Logger } from "../../shared/server/observability/logger.ts";

/** Appends to the file that TEST_LOG names, for `npm test` to search it for what no log may hold. */
export function logLine(line: string): void {
  const file = process.env.TEST_LOG;
  if (file !== undefined) appendFileSync(file, `${line.trimEnd()}\n`);
}

/** The logger of what tests run, which says everything: to that file, and to the test that listens. */
export function testLogger(service: string, onLine?: (line: string) => void): Logger {
  const isHeard = onLine !== undefined || process.env.TEST_LOG !== undefined;
  return createLogger({ LOG_LEVEL: isHeard ? "trace" : "silent" }, service, {
    write(line) {
      onLine?.(line);
      logLine(line);
    },
  });
}

/** Appends to that file all that a process says on outputs that are pipes. */
export function logOutputOf({ stdout, stderr }: Pick<ChildProcess, "stdout" | "stderr">): void {
  for (const input of [stdout, stderr]) if (input) createInterface({ input }).on("line", logLine);
}
