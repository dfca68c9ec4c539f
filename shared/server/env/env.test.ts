import { createHash, randomBytes } from "node:crypto";
import { availableParallelism } from "node:os";
import { describe, expect, test } from "vitest";
import { publicUrl, readEnv, readSettings } from "./env.ts";
import { Settings } from "./settings.ts";

const DATABASE_URL = "postgres://app:7Kq2mZx9LwT4@db/ecotrim";
const JWT_SECRET = "Jk3vQ0xZr8mT2bYw6nLp9sHd4fGc7aEu1iOq5tXo";
const COMPANY = {
  COMPANY_NAME: "Almacenamiento, S.L.",
  COMPANY_TAX_ID: "B12345674",
  COMPANY_STREET: "Calle Mayor, 1",
  COMPANY_POSTAL_CODE: "28100",
  COMPANY_CITY: "Alcobendas",
  COMPANY_PROVINCE: "Madrid",
  COMPANY_REGISTRY: "Registro Mercantil de Madrid, hoja M-1",
};
const ADDRESSES = {
  PUBLIC_URL: "https://ecotrim.test",
  MAIL_FROM: "EcoTrim <no-responder@ecotrim.test>",
  CONTACT_EMAIL: "info@ecotrim.test",
  PRIVACY_EMAIL: "privacidad@ecotrim.test",
  GEOTRIM_URL: "https://geotrim.test",
};
const STRIPE = {
  STRIPE_SECRET_KEY: "sk_live_51Hq8ZkT2vNx7RbLw4Jd",
  STRIPE_WEBHOOK_SECRET: "whsec_Vt6Yp3Ks9Xf2Mz8Qc5Hr",
};

describe("settings", () => {
  test("settings have defaults that fit a laptop", () => {
    expect(readSettings({})).toMatchObject({
      NODE_ENV: "development",
      HOST: "127.0.0.1",
      PORT: 3000,
      DATA_DIR: ".data",
    });
    expect(publicUrl(readSettings({ PORT: "4000" }))).toBe("http://127.0.0.1:4000");
    expect(publicUrl(readSettings({ HOST: "::1" }))).toBe("http://[::1]:3000");
    expect(publicUrl(readSettings({ PUBLIC_URL: "https://example.org" }))).toBe("https://example.org");
  });

  test("settings have a worker take one simulation more than it has threads", () => {
    expect(readSettings({ SOLVER_THREADS: "3" }).WORKER_CONCURRENCY).toBe(4);
    expect(readSettings({ SOLVER_THREADS: "3", WORKER_CONCURRENCY: "2" }).WORKER_CONCURRENCY).toBe(2);
    expect(readSettings({}).SOLVER_THREADS).toBe(availableParallelism());
    expect(readSettings({}).WORKER_CONCURRENCY).toBe(availableParallelism() + 1);
    expect(readSettings({ SOLVER_THREADS: "256" }).WORKER_CONCURRENCY).toBe(257);
  });

  test("settings are read as numbers, and an empty one counts as unset", () => {
    expect(readSettings({ PORT: " 8080 ", REDIS_URL: "", LOG_LEVEL: "debug" })).toMatchObject({
      PORT: 8080,
      LOG_LEVEL: "debug",
    });
    expect(readSettings({ REDIS_URL: "" })).not.toHaveProperty("REDIS_URL");
  });

  test("settings name every fault in one message, without repeating an address that may hold a password", () => {
    const faulty = { PORT: "http", LOG_LEVEL: "loud", DATABASE_URL: "mysql://app:hidden@db/x", QUEUE_MAX_DEPTH: "0.5" };
    const read = () => readEnv(faulty);
    for (const name of Object.keys(faulty)) expect(read).toThrow(name);
    expect(read).not.toThrow("hidden");
  });

  /** What a reading throws, or nothing: the strength of secrets takes a tenth of a second. */
  const refusalOf = (read: () => unknown): string => {
    try {
      read();
      return "";
    } catch (error) {
      return (error as Error).message;
    }
  };

  test("settings need database, secret, mail server and company in production, all named at once", () => {
    const production = {
      NODE_ENV: "production",
      DATABASE_URL,
      JWT_SECRET,
      ...STRIPE,
      ...COMPANY,
      ...ADDRESSES,
      SMTP_URL: "smtp://mail.example",
    };
    expect(readEnv(production)).toMatchObject(production);
    const refusal = refusalOf(() => readSettings({ NODE_ENV: "production" }));
    for (const name of Object.keys(production).filter((key) => key !== "NODE_ENV")) expect(refusal).toContain(name);
  });

  const production = (changes: Record<string, string>) => () =>
    readEnv({
      NODE_ENV: "production",
      ...{ DATABASE_URL, JWT_SECRET, SMTP_URL: "smtp://mail.test", ...STRIPE, ...COMPANY, ...ADDRESSES, ...changes },
    });

  test.each([
    ["repeated characters", "x".repeat(64)],
    ["a repeated text", "Zt5!".repeat(12)],
    ["few characters", "ab".repeat(5) + "ba".repeat(20) + "aab".repeat(4)],
    ["an example", "chosen-with-more-than-32-characters"],
    ["the one of these tests", "a-secret-for-tests-of-more-than-32-characters"],
    ["a request to change it", "please-change-me-before-going-live-1234567890"],
  ])("production refuses a JWT_SECRET of %s, without repeating it", (_, secret) => {
    const refusal = refusalOf(production({ JWT_SECRET: secret }));
    expect(refusal).toContain("JWT_SECRET can be guessed");
    expect(refusal).not.toContain(secret);
    expect(readEnv({ DATABASE_URL, JWT_SECRET: secret, ...STRIPE })).toMatchObject({ JWT_SECRET: secret });
  });

  test("production accepts any secret that is made at random", () => {
    for (let count = 0; count < 3; count++)
      for (const encoding of ["base64url", "hex"] as const) {
        const made = (bytes: number) => randomBytes(bytes).toString(encoding);
        const changes = {
          JWT_SECRET: made(32),
          OPERATOR_PASSWORD: made(18),
          STRIPE_WEBHOOK_SECRET: `whsec_${made(24)}`,
          DATABASE_URL: `postgres://ecotrim:${made(12)}@db/ecotrim`,
          REDIS_URL: `redis://:${made(12)}@redis:6379`,
          SMTP_URL: `smtp://ecotrim:${made(9)}@mail.test:587`,
        };
        expect(production(changes)).not.toThrow();
      }
  });

  test.each([
    { JWT_SECRET: "abcdefghijklmnopqrstuvwxyz0123456789" },
    { JWT_SECRET: "qwertyuiopasdfghjklzxcvbnm1234567890" },
    { OPERATOR_PASSWORD: "1234567890123456" },
    { OPERATOR_PASSWORD: "qwertyuiopasdfgh" },
    { OPERATOR_PASSWORD: "change-me-please-now" },
    { STRIPE_SECRET_KEY: "sk_live_x" },
    { STRIPE_WEBHOOK_SECRET: "whsec_x" },
    { DATABASE_URL: "postgres://ecotrim:123456@db/x" },
    { DATABASE_URL: "postgres://ecotrim:qwerty@db/x" },
    { DATABASE_URL: "postgres://ecotrim:ecotrim@db/x" },
    { DATABASE_URL: "postgres://wintergarten:wintergarten@db/x" },
    { DATABASE_URL: "postgres://ecotrim:p%61ssword@db/x" },
    { DATABASE_URL: "postgres://ecotrim:%zz@localhost/x" },
    { REDIS_URL: "redis://:123456@redis:6379" },
    { REDIS_URL: "redis+sentinel://app:qwerty@one:26379,two:26379/name" },
    { SMTP_URL: "smtp://user:password@host:587" },
    { SMTP_URL: "smtp://info:123456@mail.test:587" },
  ])("production refuses a value that is guessed first: %o", (changes) => {
    const [[name, value]] = Object.entries(changes) as [[string, string]];
    const refusal = refusalOf(production(changes));
    expect(refusal).toMatch(new RegExp(`${name} .*can be guessed`));
    expect(refusal).not.toContain(value);
  });

  const hashOf = (text: string, algorithm: string, encoding: "hex" | "base64url" = "hex") =>
    createHash(algorithm).update(text).digest(encoding);
  test.each([
    { JWT_SECRET: hashOf("password", "md5") },
    { JWT_SECRET: hashOf("password\n", "sha1").toUpperCase() },
    { JWT_SECRET: hashOf("", "sha256") },
    { JWT_SECRET: hashOf("qwerty", "sha512") },
    { JWT_SECRET: hashOf("ecotrim", "sha384", "base64url") },
    { OPERATOR_PASSWORD: hashOf("123456", "md5") },
    { STRIPE_WEBHOOK_SECRET: `whsec_${hashOf("secret", "sha256")}` },
    { DATABASE_URL: `postgres://ecotrim:${hashOf("letmein", "sha1")}@db/x` },
    { REDIS_URL: `redis://:${hashOf("redis", "sha224")}@redis:6379` },
  ])("production refuses the hash of a common word: %o", (changes) => {
    const [[name, value]] = Object.entries(changes) as [[string, string]];
    const refusal = refusalOf(production(changes));
    expect(refusal).toMatch(new RegExp(`${name} .*is the hash of a common word and can be guessed`));
    expect(refusal).not.toContain(value);
  });

  test("production needs a password for a database on another machine, not for Redis or a mail server", () => {
    for (const address of [
      "postgres://db/ecotrim",
      "postgres://ecotrim@db.test:5432/ecotrim",
      "postgres://ecotrim:@db/x",
    ])
      expect(production({ DATABASE_URL: address })).toThrow("DATABASE_URL holds no password");
    for (const host of ["localhost", "127.0.0.1:5432", "[::1]", "%2Fvar%2Frun%2Fpostgresql"])
      expect(production({ DATABASE_URL: `postgres://ecotrim@${host}/ecotrim` })).not.toThrow();
    expect(production({ REDIS_URL: "redis://redis:6379", SMTP_URL: "smtp://mail.test" })).not.toThrow();
  });

  test("production refuses all weak secrets at once", () => {
    const weak = { JWT_SECRET: "0".repeat(40), OPERATOR_PASSWORD: "0".repeat(16), STRIPE_WEBHOOK_SECRET: "whsec_0" };
    const refusal = refusalOf(production(weak));
    for (const name of Object.keys(weak)) expect(refusal).toContain(`${name} can be guessed`);
  });

  test("production refuses plain HTTP, but on the machine itself", () => {
    expect(production({ PUBLIC_URL: "http://ecotrim.test" })).toThrow("PUBLIC_URL is not https");
    expect(production({ PUBLIC_URL: "http://localhost:3000" })).not.toThrow();
    expect(production({ PUBLIC_URL: "http://localhost.ecotrim.test" })).toThrow("PUBLIC_URL is not https");
  });

  test("production refuses addresses of examples, all named at once, as when they are left out", () => {
    const example = {
      PUBLIC_URL: "https://ecotrim.example",
      MAIL_FROM: "EcoTrim <no@example.com>",
      CONTACT_EMAIL: "info@example.org",
      PRIVACY_EMAIL: "a@ecotrim.example",
      GEOTRIM_URL: "https://example.net",
    };
    const unset = Object.fromEntries(Object.keys(example).map((name) => [name, ""]));
    for (const refusal of [refusalOf(production(example)), refusalOf(production(unset))])
      for (const name of Object.keys(example)) expect(refusal).toContain(name);
    expect(production({ CONTACT_EMAIL: "info@for-example.es" })).not.toThrow();
  });

  test.each([
    ["GEOTRIM_URL", "javascript:alert(1)"],
    ["GEOTRIM_URL", "data:text/html,hello"],
    ["GEOTRIM_URL", "https://user:clave@geotrim.test/"],
    ["GEOTRIM_URL", "https://geo%trim.test/"],
    ["PUBLIC_URL", "https://ecotrim.test?from=mail"],
    ["PUBLIC_URL", "https://ecotrim.test#top"],
    ["PUBLIC_URL", "https://ecotrim.test/path"],
    ["PUBLIC_URL", "https://user@ecotrim.test"],
    ["PUBLIC_URL", "https://ecotrim.test:port"],
    ["PUBLIC_URL", "ftp://ecotrim.test"],
    ["CORS_ORIGINS", "https://one.test,https://two.test?all"],
    ["CORS_ORIGINS", "https://one.test,javascript:two"],
    ["STRIPE_API_BASE", "http://127.0.0.1:4000?all"],
    ["MAIL_FROM", "Administración"],
    ["MAIL_FROM", "EcoTrim, S.L. <no-responder@ecotrim.test>"],
    ["MAIL_FROM", "one@ecotrim.test, two@ecotrim.test"],
    ["CONTACT_EMAIL", "one@ecotrim.test,two@ecotrim.test"],
    ["PRIVACY_EMAIL", "privacidad"],
    ["COMPANY_POSTAL_CODE", "2810"],
  ])("settings refuse a %s of %j and say what it must be, without repeating it", (name, value) => {
    expect(() => readSettings({ [name]: value })).toThrow(`${name} must be `);
    expect(() => readSettings({ [name]: value })).not.toThrow(value);
  });

  test.each([
    ["GEOTRIM_URL", "https://geotrim.test/one,two?from=area#top"],
    ["PUBLIC_URL", "http://[::1]:3000"],
    ["CORS_ORIGINS", "https://one.test,http://two.test:8080"],
    ["MAIL_FROM", "no-responder@ecotrim.test"],
    ["MAIL_FROM", '"EcoTrim, S.L." <no-responder@ecotrim.test>'],
  ])("settings accept a %s of %j", (name, value) => {
    expect(readSettings({ [name]: value })).toMatchObject({ [name]: value });
  });

  test.each(Object.keys(Settings.properties))("settings refuse a line break in %s", (name) => {
    for (const control of ["\n", "\r\n", "\0", "\u2028"])
      expect(() => readSettings({ [name]: `1${control}Bcc: other@x.test` })).toThrow(
        `${name} holds a line break or another control character`,
      );
  });

  test("the metrics are open to this machine alone, whatever HOST is, unless METRICS_HOST says otherwise", () => {
    expect(readSettings({ HOST: "0.0.0.0", METRICS_PORT: "9100" })).toMatchObject({ METRICS_HOST: "127.0.0.1" });
    expect(production({ METRICS_HOST: "0.0.0.0", METRICS_PORT: "9100" })()).toMatchObject({ METRICS_HOST: "0.0.0.0" });
  });

  test("settings need database and secret in any process that is not the supervisor", () => {
    expect(() => readEnv({ JWT_SECRET })).toThrow("DATABASE_URL");
    expect(() => readEnv({ DATABASE_URL })).toThrow("JWT_SECRET");
    const weak = () => readEnv({ DATABASE_URL, JWT_SECRET: "too short" });
    expect(weak).toThrow("JWT_SECRET");
    expect(weak).not.toThrow("too short");
    expect(readEnv({ DATABASE_URL, JWT_SECRET, ...STRIPE })).toMatchObject({ DATABASE_URL, JWT_SECRET, ...STRIPE });
  });

  test("production allows no stand-in for the payment provider, and a stand-in never sees a live key", () => {
    const STRIPE_API_BASE = "http://127.0.0.1:4000";
    for (const setting of [{ STRIPE_API_BASE }, { STRIPE_LOCAL_HOST: "0.0.0.0" }])
      expect(() => readSettings({ NODE_ENV: "production", ...setting })).toThrow("never used in production");
    const live = () => readSettings({ ...STRIPE, STRIPE_API_BASE });
    expect(live).toThrow("live key");
    expect(live).not.toThrow(STRIPE.STRIPE_SECRET_KEY);
    expect(readSettings({ STRIPE_SECRET_KEY: "sk_test_local", STRIPE_API_BASE })).toMatchObject({ STRIPE_API_BASE });
  });
});
