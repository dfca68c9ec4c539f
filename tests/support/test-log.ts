import type { ChildProcess } from "node:child_process";
import { appendFileSync } from "node:fs";
import { createInterface } from "node:readline";
// The global setup imports this file, and a package's name would resolve there to a build that may be missing.
import { createLogger, type Logger } from "../../shared/server/observability/logger.ts";

/** Appends to the file TEST_LOG, which `npm test` searches for content that no log may hold. */
export function logLine(line: string): void {
  const file = process.env.TEST_LOG;
  if (file !== undefined) appendFileSync(file, `${line.trimEnd()}\n`);
}

/** The logger of tested code, at the lowest level; it writes to that file and to the listening test. */
export function testLogger(service: string, onLine?: (line: string) => void): Logger {
  const isHeard = onLine !== undefined || process.env.TEST_LOG !== undefined;
  return createLogger({ LOG_LEVEL: isHeard ? "trace" : "silent" }, service, {
    write(line) {
      onLine?.(line);
      logLine(line);
    },
  });
}

/** Appends a process's piped output to that file. */
export function logOutputOf({ stdout, stderr }: Pick<ChildProcess, "stdout" | "stderr">): void {
  for (const input of [stdout, stderr]) if (input) createInterface({ input }).on("line", logLine);
}
