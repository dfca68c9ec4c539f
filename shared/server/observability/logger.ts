import { hostname } from "node:os";
import { type DestinationStream, type Logger, pino } from "pino";
import type { Settings } from "../env/settings.ts";
import { logContext } from "./log-context.ts";

export type { Logger };

const SECRETS = ["authorization", "cookie", "password", "token", "accessToken", "x-simulation-token"];

/** Whatever is logged under these names is replaced: at the top, one level down, and in a request's headers. */
const REDACTED = SECRETS.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `req.headers["${name}"]`]);

/** Drivers hang whole connections and query parameters on their errors; neither belongs into a log. */
function shortError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message, stack, cause } = error;
  const { code } = error as { code?: unknown };
  return { type: name, code, message, stack, ...(cause !== undefined && { cause: shortError(cause) }) };
}

/**
 * One JSON line an event, without credentials: `service` and `instance` say which process speaks, and the log context
 * on whose behalf.
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
