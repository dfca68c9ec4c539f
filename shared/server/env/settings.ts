import { availableParallelism } from "node:os";
import Type, { type Static } from "typebox";

const MAX_THREADS = 256;

/** A whole number with its default; the description is for operators. */
const whole = (description: string, standard: number, minimum: number, maximum: number, extra: object = {}) =>
  Type.Integer({ description, default: standard, minimum, maximum, ...extra });

/** An optional setting; `unset` says what happens without it. */
const optional = (description: string, unset: string, limits: object = {}) =>
  Type.Optional(Type.String({ description, unset, ...limits }));

/** Texts of an origin, of an address below one, and of a mailbox. */
const ORIGIN = "https?://[^\\s/?#@\\\\,]+";
const MAILBOX = '[^\\s<>@,;:"]+@[^\\s<>@,;:"]+';

/** What a text must look like; `form` says it after "must be". */
const mailbox = { pattern: `^${MAILBOX}$`, form: "one address, name@domain" };

const optionalPort = (description: string) =>
  Type.Optional(Type.Integer({ description, unset: "none", minimum: 1, maximum: 65_535 }));

const address = {
  NODE_ENV: Type.Enum(["development", "test", "production"], {
    description:
      "Production refuses development defaults, weak secrets, plain HTTP and example addresses, and names them all.",
    default: "development",
  }),
  HOST: Type.String({ description: "Address the API listens on.", default: "127.0.0.1" }),
  PORT: whole("Port the API listens on.", 3000, 1, 65_535),
  PUBLIC_URL: optional("Address people use, with scheme; https switches HSTS on.", "http://HOST:PORT", {
    pattern: `^${ORIGIN}$`,
    form: "scheme and host alone, such as https://name: no path, query or fragment",
  }),
  TRUST_PROXY: whole("Trusted proxies in front of the API, by which limits find the caller's address.", 0, 0, 10, {
    unset: "0; with docker compose 1, the proxy beside it",
  }),
  CORS_ORIGINS: optional("Other origins whose pages may call the API, separated by commas.", "none", {
    pattern: `^${ORIGIN}(,${ORIGIN})*$`,
    form: "origins such as https://name, separated by commas alone",
  }),
};

const storage = {
  DATA_DIR: Type.String({
    description:
      "Where the embedded PostgreSQL, the session secret and unsent mails are kept while their own settings are unset.",
    default: ".data",
  }),
  DATABASE_URL: optional(
    "PostgreSQL 14 or newer, postgres://user:password@host:5432/name.",
    "`npm start` runs an embedded one",
    { pattern: "^postgres(ql)?://\\S+$", form: "postgres://user:password@host:5432/name" },
  ),
  REDIS_URL: optional(
    "Redis 6.2 or newer with maxmemory-policy noeviction and an append-only file: redis://host:6379, redis+sentinel://host:26379,host:26379/name or redis+cluster://host:6379,host:6379; rediss for TLS, with own authorities in NODE_EXTRA_CA_CERTS.",
    "the queue lives in PostgreSQL",
    {
      pattern: "^rediss?(\\+(sentinel|cluster))?://\\S+$",
      form: "redis://host:6379, or the same with rediss, redis+sentinel or redis+cluster",
    },
  ),
  OMIE_DIR: optional(
    "Folder of OMIE's day-ahead prices (marginalpdbc_YYYYMMDD.v, or CSV with utc_iso and eur_mwh), the same for API and workers; `npm run -s data:report` tells what is in it and what is missing.",
    "the prices that ship",
  ),
  PVGIS_CSV: optional(
    "PVGIS' hourly CSV of one site (seriescalc with pvcalculation=1), the same for API and workers.",
    "the yield of Madrid that ships",
  ),
};

const secrets = {
  JWT_SECRET: optional(
    "Signs sessions: 32 characters or more, made at random.",
    "`npm start` makes one and keeps it in DATA_DIR",
    { minLength: 32 },
  ),
  OPERATOR_PASSWORD: optional(
    "Opens the queues to operators at /ops/queues (any user name, this password): 16 characters or more.",
    "there is no such page",
    { minLength: 16 },
  ),
};

const mail = {
  SMTP_URL: optional(
    "Mail server, smtp://user:password@host:587 or smtps://...",
    "mails are written to DATA_DIR/mail",
    { pattern: "^smtps?://\\S+$", form: "smtp://user:password@host:587 or smtps://..." },
  ),
  MAIL_FROM: Type.String({
    description: "Sender of every mail.",
    default: "EcoTrim <no-responder@ecotrim.example>",
    pattern: `^(("[^"<>]*"|[^",;:<>@]*) *<${MAILBOX}>|${MAILBOX})$`,
    form: "one sender, such as EcoTrim <no-responder@domain>; a name with a comma stands in quotes",
  }),
  CONTACT_EMAIL: Type.String({
    description: "Where messages of the contact page and requests for a firm offer are mailed to.",
    default: "info@ecotrim.example",
    ...mailbox,
  }),
  PRIVACY_EMAIL: Type.String({
    description: "Where people exercise their rights over personal data.",
    default: "privacidad@ecotrim.example",
    ...mailbox,
  }),
  NOTIFICATION_MAIL_DELAY_S: whole(
    "How long a notification waits to be seen in a browser before it is mailed, seconds.",
    15,
    0,
    3600,
  ),
};

const company = {
  COMPANY_NAME: Type.String({
    description: "Registered name of the company, on legal pages and for search engines.",
    default: "EcoTrim Almacenamiento, S.L. (datos de ejemplo)",
  }),
  COMPANY_TRADE_NAME: Type.String({ description: "Name people know the company by.", default: "EcoTrim" }),
  COMPANY_TAX_ID: Type.String({ description: "The company's tax id (NIF).", default: "B00000000" }),
  COMPANY_STREET: Type.String({
    description: "Street and number of the company's seat.",
    default: "Avenida de ejemplo, 1",
  }),
  COMPANY_POSTAL_CODE: Type.String({
    description: "Postal code of the company's seat.",
    default: "28108",
    pattern: "^\\d{5}$",
    form: "five digits",
  }),
  COMPANY_CITY: Type.String({ description: "Town of the company's seat.", default: "Alcobendas" }),
  COMPANY_PROVINCE: Type.String({ description: "Province of the company's seat.", default: "Madrid" }),
  COMPANY_REGISTRY: Type.String({
    description: "The company's entry in the commercial register.",
    default: "Registro Mercantil de Madrid, tomo 0, folio 0, hoja M-0 (datos de ejemplo)",
  }),
  COMPANY_PHONE: optional("The company's telephone.", "none is shown"),
};

const payments = {
  STRIPE_SECRET_KEY: optional("Key of the payment provider.", "`npm start` runs a stand-in that charges nothing", {
    pattern: "^(sk|rk)_(test|live)_\\w+$",
    form: "a key that begins with sk_ or rk_",
  }),
  STRIPE_WEBHOOK_SECRET: optional(
    "Secret of the payment provider's webhook, PUBLIC_URL/api/stripe/webhook.",
    "that of the stand-in",
    { pattern: "^whsec_\\S+$", form: "a secret that begins with whsec_" },
  ),
  STRIPE_API_BASE: optional(
    "Address of a stand-in for the payment provider; refused in production and with a live key.",
    "the payment provider's own",
    { pattern: `^${ORIGIN}$`, form: "scheme and host alone, such as http://127.0.0.1:4000" },
  ),
  STRIPE_LOCAL_HOST: optional(
    "Address the stand-in of `npm start` listens on. Whoever reaches it pays, refunds and moves its clock (/_control); its port is PORT + 1000.",
    "127.0.0.1, this machine alone",
  ),
  SUBSCRIPTION_TRIAL_DAYS: whole("Free days at the start of a subscription.", 0, 0, 730),
  GEOTRIM_URL: Type.String({
    description: "Address of the GeoTrim tool, for its subscribers.",
    default: "https://geotrim.example",
    pattern: `^${ORIGIN}([/?#][^\\s@]*)?$`,
    form: "an address of the web, https://... or http://...",
  }),
};

const solver = {
  SOLVER_THREADS: whole(
    "Threads of one worker for runs; as many more, of low priority, serve the studies that follow.",
    availableParallelism(),
    1,
    MAX_THREADS,
    {
      unset: "the number of cores",
    },
  ),
  WORKER_CONCURRENCY: Type.Integer({
    description:
      "Simulations one worker takes at a time; one more than its threads, so that no thread waits for the next.",
    unset: "SOLVER_THREADS + 1",
    minimum: 1,
    maximum: MAX_THREADS + 1,
  }),
  SOLVER_TIME_LIMIT_S: whole("Longest solve, seconds.", 45, 1, 3600),
  SYNC_TIMEOUT_S: whole("Longest wait of a call that answers with the results, seconds.", 55, 1, 3600),
  SHUTDOWN_GRACE_S: whole(
    "Longest orderly shutdown, seconds: twice SOLVER_TIME_LIMIT_S and 30 more let the runs of a worker end, the one taken in advance included; below what a container is given to stop.",
    130,
    1,
    3600,
  ),
};

const limits = {
  QUEUE_MAX_DEPTH: whole(
    "Simulations of visitors, and as many of users, that may wait before new ones of theirs are refused with 503.",
    5000,
    1,
    1_000_000,
  ),
  QUEUE_MAX_PER_CALLER: whole(
    "Simulations of one user, or of one address without an account, that may wait before more are refused with 429. One of a year of quarter hours counts as four.",
    100,
    1,
    1_000_000,
  ),
  RATE_LIMIT_PER_MINUTE: whole(
    "Requests one address may make each minute of each call that has no limit of its own.",
    600,
    1,
    1_000_000,
  ),
  RATE_LIMIT_SIMULATIONS_PER_MINUTE: whole("New simulations one address may ask for each minute.", 60, 1, 1_000_000),
  RATE_LIMIT_ACCOUNTS_PER_HOUR: whole(
    "Registrations and password resets one address may ask for each hour.",
    20,
    1,
    1_000_000,
  ),
  RATE_LIMIT_LOGINS_PER_HOUR: whole("Logins one address may try each hour, to whatever accounts.", 100, 1, 1_000_000),
  SOCKETS_PER_ADDRESS: whole(
    "Sockets one address may hold open at one API process. A company's screens often share one address, and all do behind a proxy that TRUST_PROXY does not count; a screen that is refused polls for its results.",
    100,
    1,
    1_000_000,
  ),
};

const observability = {
  LOG_LEVEL: Type.Enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"], {
    description: "Least severe log line written: fatal, error, warn, info, debug, trace or silent.",
    default: "info",
  }),
  METRICS_HOST: Type.String({
    description:
      "Address METRICS_PORT and WORKER_HEALTH_PORT are open at, whatever HOST is. 0.0.0.0 opens them to every network of the machine: only where a firewall or the container's network keeps others out.",
    default: "127.0.0.1",
  }),
  METRICS_PORT: optionalPort("Port on which the API answers GET /metrics, apart from the public one."),
  WORKER_HEALTH_PORT: optionalPort("Port on which a worker answers GET /health and GET /metrics."),
};

/** Every setting by its heading in `docs/settings.md` and `.env.example`. */
export const SETTING_GROUPS = {
  "Address and network": address,
  "Storage and data": storage,
  Secrets: secrets,
  "Mail and notifications": mail,
  Company: company,
  Payments: payments,
  "Solver and worker": solver,
  Limits: limits,
  "Logs and metrics": observability,
};

/** Every setting of the platform in one schema: name, meaning, limits and default. */
export const Settings = Type.Object({
  ...address,
  ...storage,
  ...secrets,
  ...mail,
  ...company,
  ...payments,
  ...solver,
  ...limits,
  ...observability,
});
export type Settings = Static<typeof Settings>;

/** Settings that API and worker require; `npm start` provides them outside production. */
export const NEEDED = {
  DATABASE_URL: "DATABASE_URL is missing: the address of a PostgreSQL database, postgres://user:password@host/name",
  JWT_SECRET: "JWT_SECRET is missing: 32 characters or more that nobody can guess; openssl rand -base64 48 makes them",
  STRIPE_SECRET_KEY: "STRIPE_SECRET_KEY is missing: the secret key of your account at the payment provider",
  STRIPE_WEBHOOK_SECRET: "STRIPE_WEBHOOK_SECRET is missing: the secret of the webhook PUBLIC_URL/api/stripe/webhook",
};

/** Settings that production requires. */
export const REQUIRED = {
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

/** Production refuses these with an example domain, which their defaults have. */
export const OWN_DOMAIN = ["PUBLIC_URL", "MAIL_FROM", "CONTACT_EMAIL", "PRIVACY_EMAIL", "GEOTRIM_URL"] as const;

/** Production refuses these settings, which replace a service by a stand-in. */
export const DEVELOPMENT_ONLY = ["STRIPE_API_BASE", "STRIPE_LOCAL_HOST"] as const;
