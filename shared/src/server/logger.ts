import { type Logger, pino } from "pino";
import type { Settings } from "./env.ts";

export type { Logger };

const SECRETS = ["authorization", "cookie", "password", "token", "accessToken", '["x-simulation-token"]'];

/** Whatever is logged at these places is replaced, at the top and one or two levels down. */
const REDACTED = [
  ...SECRETS.flatMap((name) => (name.startsWith("[") ? [name, `*${name}`] : [name, `*.${name}`])),
  ...SECRETS.map((name) => (name.startsWith("[") ? `req.headers${name}` : `req.headers.${name}`)),
];

/** One JSON line an event on standard output, without credentials. `name` says which process speaks. */
export function createLogger({ LOG_LEVEL }: Pick<Settings, "LOG_LEVEL">, name: string): Logger {
  return pino({ name, level: LOG_LEVEL, redact: { paths: REDACTED, censor: "[redacted]" } });
}
