import { availableParallelism } from "node:os";
import Type, { type Static, type TSchema } from "typebox";
import Value from "typebox/value";
import { productionFaults } from "./production.ts";

const MAX_THREADS = 256;

/** A whole number with its default; the description tells the operator what it does. */
const whole = (description: string, standard: number, minimum: number, maximum: number) =>
  Type.Integer({ description, default: standard, minimum, maximum });

/**
 * Every setting of the platform, written once: name, meaning, limits and default. `.env.example` shows them all.
 */
export const Settings = Type.Object({
  NODE_ENV: Type.Enum(["development", "test", "production"], {
    description: "Production refuses every development default.",
    default: "development",
  }),
  HOST: Type.String({ description: "Address the API listens on.", default: "127.0.0.1" }),
  PORT: whole("Port the API listens on.", 3000, 1, 65_535),
  PUBLIC_URL: Type.Optional(
    Type.String({
      description: "Address people use, with scheme; default http://HOST:PORT. https switches HSTS on.",
      pattern: "^https?://[^\\s/]+$",
    }),
  ),
  TRUST_PROXY: whole("Trusted proxies in front of the API, for the caller's address.", 0, 0, 10),
  CORS_ORIGINS: Type.Optional(
    Type.String({
      description: "Other origins whose pages may call the API, with commas between them. Unset, none.",
      pattern: "^https?://[^\\s/,]+(,https?://[^\\s/,]+)*$",
    }),
  ),
  DATA_DIR: Type.String({ description: "Where the embedded database keeps its data.", default: ".data" }),
  OMIE_DIR: Type.Optional(
    Type.String({
      description: "Folder of OMIE's day-ahead prices, the same for API and workers. Unset, the shipped.",
    }),
  ),
  PVGIS_CSV: Type.Optional(
    Type.String({
      description: "PVGIS' hourly CSV of one site, the same for API and workers. Unset, the shipped yield.",
    }),
  ),
  DATABASE_URL: Type.Optional(
    Type.String({
      description: "PostgreSQL 14 or newer. Unset, `npm start` runs an embedded one.",
      pattern: "^postgres(ql)?://\\S+$",
    }),
  ),
  REDIS_URL: Type.Optional(
    Type.String({
      description:
        "Redis 6.2 or newer with noeviction; also redis+sentinel://host,host/name and redis+cluster://host,host, and rediss for TLS. Unset, the queue lives in PostgreSQL.",
      pattern: "^rediss?(\\+(sentinel|cluster))?://\\S+$",
    }),
  ),
  JWT_SECRET: Type.Optional(
    Type.String({
      description: "Signs sessions, 32 characters or more. Unset, `npm start` makes one and keeps it in DATA_DIR.",
      minLength: 32,
    }),
  ),
  SMTP_URL: Type.Optional(
    Type.String({
      description: "Mail server, smtp://user:password@host:587. Unset, mails are written to DATA_DIR/mail.",
      pattern: "^smtps?://\\S+$",
    }),
  ),
  MAIL_FROM: Type.String({ description: "Sender of every mail.", default: "EcoTrim <no-responder@ecotrim.example>" }),
  CONTACT_EMAIL: Type.String({
    description: "Where messages of the contact page are mailed to.",
    default: "info@ecotrim.example",
  }),
  PRIVACY_EMAIL: Type.String({
    description: "Where rights over personal data are exercised.",
    default: "privacidad@ecotrim.example",
  }),
  COMPANY_NAME: Type.String({
    description: "Registered name of the company, on legal pages and for search engines.",
    default: "Ecotrim Almacenamiento, S.L. (datos de ejemplo)",
  }),
  COMPANY_TRADE_NAME: Type.String({ description: "Name people know the company by.", default: "Ecotrim" }),
  COMPANY_TAX_ID: Type.String({ description: "Its tax id (NIF).", default: "B00000000" }),
  COMPANY_STREET: Type.String({ description: "Street and number of its seat.", default: "Avenida de ejemplo, 1" }),
  COMPANY_POSTAL_CODE: Type.String({ description: "Postal code of its seat.", default: "28108", pattern: "^\\d{5}$" }),
  COMPANY_CITY: Type.String({ description: "Town of its seat.", default: "Alcobendas" }),
  COMPANY_PROVINCE: Type.String({ description: "Province of its seat.", default: "Madrid" }),
  COMPANY_REGISTRY: Type.String({
    description: "Its entry in the commercial register.",
    default: "Registro Mercantil de Madrid, tomo 0, folio 0, hoja M-0 (datos de ejemplo)",
  }),
  COMPANY_PHONE: Type.Optional(Type.String({ description: "Its telephone. Unset, none is shown." })),
  NOTIFICATION_MAIL_DELAY_S: whole(
    "How long a notification waits to be heard before it is mailed, seconds.",
    15,
    0,
    3600,
  ),
  RATE_LIMIT_ACCOUNTS_PER_HOUR: whole(
    "Registrations and password resets one address may ask for each hour.",
    20,
    1,
    1_000_000,
  ),
  RATE_LIMIT_LOGINS_PER_HOUR: whole("Logins one address may try each hour, to whatever accounts.", 100, 1, 1_000_000),
  STRIPE_SECRET_KEY: Type.Optional(
    Type.String({
      description: "Key of the payment provider. Unset, `npm start` runs a stand-in that charges nothing.",
      pattern: "^(sk|rk)_(test|live)_\\w+$",
    }),
  ),
  STRIPE_WEBHOOK_SECRET: Type.Optional(
    Type.String({ description: "Signs what the payment provider tells.", pattern: "^whsec_\\S+$" }),
  ),
  STRIPE_API_BASE: Type.Optional(
    Type.String({
      description: "Address of a stand-in for the payment provider. Never in production.",
      pattern: "^https?://[^\\s/]+$",
    }),
  ),
  SUBSCRIPTION_TRIAL_DAYS: whole("Free days at the start of a subscription.", 0, 0, 730),
  GEOTRIM_URL: Type.String({
    description: "Address of the GeoTrim tool, for its subscribers.",
    default: "https://geotrim.example",
  }),
  LOG_LEVEL: Type.Enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"], {
    description: "Least severe log line written.",
    default: "info",
  }),
  SOLVER_THREADS: whole(
    "Threads of a worker for runs, and as many for studies.",
    availableParallelism(),
    1,
    MAX_THREADS,
  ),
  WORKER_CONCURRENCY: Type.Integer({
    description: "Simulations one worker takes at a time. Unset, one more than its threads, so that none waits for it.",
    minimum: 1,
    maximum: MAX_THREADS + 1,
  }),
  WORKER_HEALTH_PORT: Type.Optional(
    Type.Integer({
      description: "Port on which a worker answers GET /health and GET /metrics. Unset, none.",
      minimum: 1,
      maximum: 65_535,
    }),
  ),
  METRICS_PORT: Type.Optional(
    Type.Integer({
      description: "Port on which the API answers GET /metrics, apart from the public one. Unset, none.",
      minimum: 1,
      maximum: 65_535,
    }),
  ),
  OPERATOR_PASSWORD: Type.Optional(
    Type.String({
      description: "Opens the queues to operators at /ops/queues, 16 characters or more. Unset, there is no such page.",
      minLength: 16,
    }),
  ),
  SOLVER_TIME_LIMIT_S: whole("Longest solve, seconds.", 45, 1, 3600),
  QUEUE_MAX_DEPTH: whole(
    "Simulations of visitors, and as many of users, that may wait before new ones of theirs are refused.",
    5000,
    1,
    1_000_000,
  ),
  QUEUE_MAX_PER_CALLER: whole(
    "Simulations of one user, or of one address without an account, that may wait at a time.",
    100,
    1,
    1_000_000,
  ),
  RATE_LIMIT_SIMULATIONS_PER_MINUTE: whole("New simulations one address may ask for each minute.", 60, 1, 1_000_000),
  SOCKETS_PER_ADDRESS: whole(
    "Sockets one address may hold open at a time at one API process; a company's screens often share one.",
    100,
    1,
    1_000_000,
  ),
  SYNC_TIMEOUT_S: whole("Longest wait of a call that answers with the results, seconds.", 55, 1, 3600),
  SHUTDOWN_GRACE_S: whole("Longest orderly shutdown, seconds.", 130, 1, 3600),
});
export type Settings = Static<typeof Settings>;

/** What API and worker run with: a database and a secret are always there. */
export type Env = Settings & Record<keyof typeof NEEDED, string>;

type Source = Record<string, string | undefined>;

/** Faulty settings, all of them, one a line. */
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
    if (Value.Check(schema as TSchema, value)) settings[name] = value;
    else faults.push(fault(name, text, schema));
  }
  settings.WORKER_CONCURRENCY ??= Number(settings.SOLVER_THREADS) + 1;
  if (settings.NODE_ENV === "production" && settings.STRIPE_API_BASE)
    faults.push("STRIPE_API_BASE stands in for the payment provider and is never used in production");
  if (settings.STRIPE_API_BASE && /_live_/.test(String(settings.STRIPE_SECRET_KEY)))
    faults.push("STRIPE_SECRET_KEY is a live key, which no stand-in (STRIPE_API_BASE) may see");
  if (settings.NODE_ENV === "production") {
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

/** The address the API listens on. */
export function localUrl({ HOST, PORT }: Pick<Settings, "HOST" | "PORT">): string {
  return `http://${HOST.includes(":") ? `[${HOST}]` : HOST}:${PORT}`;
}

/** The address people use, without a trailing slash. */
export function publicUrl(settings: Pick<Settings, "PUBLIC_URL" | "HOST" | "PORT">): string {
  return settings.PUBLIC_URL ?? localUrl(settings);
}

/** What API and worker cannot do without; `npm start` provides it outside production. */
const NEEDED = {
  DATABASE_URL: "DATABASE_URL is missing: the address of a PostgreSQL database, postgres://user:password@host/name",
  JWT_SECRET: "JWT_SECRET is missing: 32 characters or more that nobody can guess; openssl rand -base64 48 makes them",
  STRIPE_SECRET_KEY: "STRIPE_SECRET_KEY is missing: the secret key of your account at the payment provider",
  STRIPE_WEBHOOK_SECRET: "STRIPE_WEBHOOK_SECRET is missing: the secret of the webhook PUBLIC_URL/api/stripe/webhook",
};
/** What production cannot do without. */
const REQUIRED = {
  ...NEEDED,
  PUBLIC_URL: "PUBLIC_URL is missing: the address people use, which mailed links begin with, https://name",
  SMTP_URL: "SMTP_URL is missing: the mail server, smtp://user:password@host:587",
  COMPANY_NAME: "COMPANY_NAME is missing: the registered name of the company, which the law wants on the site",
  COMPANY_TAX_ID: "COMPANY_TAX_ID is missing: the company's tax id (NIF)",
  COMPANY_STREET: "COMPANY_STREET is missing: street and number of the company's seat",
  COMPANY_POSTAL_CODE: "COMPANY_POSTAL_CODE is missing: the five digits of the company's seat",
  COMPANY_CITY: "COMPANY_CITY is missing: the town of the company's seat",
  COMPANY_PROVINCE: "COMPANY_PROVINCE is missing: the province of the company's seat",
  COMPANY_REGISTRY: "COMPANY_REGISTRY is missing: the company's entry in the commercial register",
};

/** Addresses may hold passwords, so their value is never repeated. */
function fault(name: string, text: string, schema: object): string {
  const {
    enum: allowed,
    minimum,
    maximum,
    minLength,
    pattern,
  } = schema as {
    enum?: string[];
    minimum?: number;
    maximum?: number;
    minLength?: number;
    pattern?: string;
  };
  if (pattern && /URL|BASE|ORIGINS/.test(name)) return `${name} is not a valid address`;
  if (pattern) return `${name} has not the form of one`;
  if (minLength !== undefined) return `${name} must have at least ${minLength} characters`;
  const shown = JSON.stringify(text.slice(0, 40));
  if (allowed) return `${name} is ${shown}; it must be one of ${allowed.join(", ")}`;
  return `${name} is ${shown}; it must be a whole number from ${minimum} to ${maximum}`;
}
