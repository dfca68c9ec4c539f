import { hostname } from "node:os";
import { type DestinationStream, type Logger, pino } from "pino";
import type { Settings } from "../env/settings.ts";
import { logContext } from "./log-context.ts";

export type { Logger };

const SECRETS = ["authorization", "cookie", "password", "token", "accessToken", "x-simulation-token"];

/** Fields with these names are redacted: at the top, one level down, and in a request's headers. */
const REDACTED = SECRETS.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `req.headers["${name}"]`]);

/** Drivers attach connections and query parameters to their errors; neither may be logged. */
function shortError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message, stack, cause } = error;
  const { code } = error as { code?: unknown };
  return { type: name, code, message, stack, ...(cause !== undefined && { cause: shortError(cause) }) };
}

/**
 * One JSON line an event, without credentials. `service` and `instance` name the process, and the log context the
 * request.
 */
export function createLogger(
  { LOG_LEVEL }: Pick<Settings, "LOG_LEVEL">,
  service: string,
  sink?: DestinationStream,
): Logger {
  const options = {
    base: { service, pid: process.pid, instance: hostname() },
    level: LOG_LEVEL,
    mixin: () => ({ ...logContext() }),
    redact: { paths: REDACTED, censor: "[redacted]" },
    serializers: { err: shortError },
  };
  return sink ? pino(options, sink) : pino(options);
}
