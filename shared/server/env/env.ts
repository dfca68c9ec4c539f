import type { TSchema } from "typebox";
import Value from "typebox/value";
import { productionFaults } from "./production.ts";
import { DEVELOPMENT_ONLY, NEEDED, REQUIRED, Settings } from "./settings.ts";

/** Settings of API and worker, for which a database and a secret are required. */
export type Env = Settings & Record<keyof typeof NEEDED, string>;

const CONTROL_CHARACTER = /[\p{Cc}\u2028\u2029]/u;

type Source = Record<string, string | undefined>;

/** Faulty settings, all in one error, one a line. */
export class EnvError extends Error {
  constructor(faults: string[]) {
    super(`Cannot start, the settings are wrong:\n${faults.map((fault) => `  - ${fault}`).join("\n")}`);
    this.name = "EnvError";
  }
}

/**
 * Reads every setting; DATABASE_URL may be missing outside production.
 * @throws EnvError naming every fault at once.
 */
export function readSettings(source: Source = process.env): Settings {
  const settings: Record<string, unknown> = {};
  const faults: string[] = [];
  for (const [name, schema] of Object.entries(Settings.properties)) {
    const text = source[name]?.trim();
    if (!text) {
      if ("default" in schema) settings[name] = schema.default;
      continue;
    }
    const value = "type" in schema && schema.type === "integer" ? Number(text) : text;
    // They would end a header of a mail, or a line of a log.
    if (CONTROL_CHARACTER.test(text)) faults.push(`${name} holds a line break or another control character`);
    else if (Value.Check(schema as TSchema, value) && isReadable(text)) settings[name] = value;
    else faults.push(fault(name, text, schema));
  }
  settings.WORKER_CONCURRENCY ??= Number(settings.SOLVER_THREADS) + 1;
  if (settings.STRIPE_API_BASE && /_live_/.test(String(settings.STRIPE_SECRET_KEY)))
    faults.push("STRIPE_SECRET_KEY is a live key, which no stand-in (STRIPE_API_BASE) may see");
  if (settings.NODE_ENV === "production") {
    for (const name of DEVELOPMENT_ONLY)
      if (settings[name]) faults.push(`${name} stands in for the payment provider and is never used in production`);
    for (const [name, missing] of Object.entries(REQUIRED)) if (!source[name]?.trim()) faults.push(missing);
    faults.push(...productionFaults(settings));
  }
  if (faults.length > 0) throw new EnvError(faults);
  return settings as Settings;
}

/**
 * Reads every setting for a process that needs the database.
 * @throws EnvError naming every fault at once.
 */
export function readEnv(source: Source = process.env): Env {
  const settings = readSettings(source);
  const missing = Object.entries(NEEDED).flatMap(([name, text]) => (name in settings ? [] : [text]));
  if (missing.length > 0) throw new EnvError(missing);
  return settings as Env;
}

/** The local address of the API. */
export function localUrl({ HOST, PORT }: Pick<Settings, "HOST" | "PORT">): string {
  return `http://${HOST.includes(":") ? `[${HOST}]` : HOST}:${PORT}`;
}

/** The public address, without a trailing slash. */
export function publicUrl(settings: Pick<Settings, "PUBLIC_URL" | "HOST" | "PORT">): string {
  return settings.PUBLIC_URL ?? localUrl(settings);
}

/** Describes a fault without the value, which may hold a password. */
function fault(name: string, text: string, schema: object): string {
  const {
    enum: allowed,
    minimum,
    maximum,
    minLength,
    form,
  } = schema as {
    enum?: string[];
    minimum?: number;
    maximum?: number;
    minLength?: number;
    form?: string;
  };
  if (form !== undefined) return `${name} must be ${form}`;
  if (minLength !== undefined) return `${name} must have at least ${minLength} characters`;
  const shown = JSON.stringify(text.slice(0, 40));
  if (allowed) return `${name} is ${shown}; it must be one of ${allowed.join(", ")}`;
  return `${name} is ${shown}; it must be a whole number from ${minimum} to ${maximum}`;
}

/** Whether a browser could read an address of the web, or each of several. */
function isReadable(text: string): boolean {
  return !/^https?:/.test(text) || text.split(/,(?=https?:)/).every((address) => URL.canParse(address));
}
