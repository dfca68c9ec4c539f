import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { publicUrl, readEnv, readSettings, Settings } from "./env.ts";

const DATABASE_URL = "postgres://app:hidden@db/ecotrim";
const JWT_SECRET = "a-secret-of-more-than-32-characters";
const COMPANY = {
  COMPANY_NAME: "Almacenamiento, S.L.",
  COMPANY_TAX_ID: "B12345674",
  COMPANY_STREET: "Calle Mayor, 1",
  COMPANY_POSTAL_CODE: "28100",
  COMPANY_CITY: "Alcobendas",
  COMPANY_PROVINCE: "Madrid",
  COMPANY_REGISTRY: "Registro Mercantil de Madrid, hoja M-1",
};
const STRIPE = { STRIPE_SECRET_KEY: "sk_live_hidden", STRIPE_WEBHOOK_SECRET: "whsec_hidden" };

describe("settings", () => {
  test("have defaults that fit a laptop", () => {
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

  test("are read as numbers, and an empty one counts as unset", () => {
    expect(readSettings({ PORT: " 8080 ", REDIS_URL: "", LOG_LEVEL: "debug" })).toMatchObject({
      PORT: 8080,
      LOG_LEVEL: "debug",
    });
    expect(readSettings({ REDIS_URL: "" })).not.toHaveProperty("REDIS_URL");
  });

  test("name every fault in one message, without repeating an address that may hold a password", () => {
    const faulty = { PORT: "http", LOG_LEVEL: "loud", DATABASE_URL: "mysql://app:hidden@db/x", QUEUE_MAX_DEPTH: "0.5" };
    const read = () => readEnv(faulty);
    for (const name of Object.keys(faulty)) expect(read).toThrow(name);
    expect(read).not.toThrow("hidden");
  });

  test("need database, secret, mail server and company in production, all named at once", () => {
    const production = {
      NODE_ENV: "production",
      DATABASE_URL,
      JWT_SECRET,
      ...STRIPE,
      ...COMPANY,
      SMTP_URL: "smtp://mail.example",
    };
    expect(readEnv(production)).toMatchObject(production);
    for (const name of Object.keys(production).filter((key) => key !== "NODE_ENV"))
      expect(() => readSettings({ NODE_ENV: "production" })).toThrow(name);
  });

  test("need database and secret in any process that is not the supervisor", () => {
    expect(() => readEnv({ JWT_SECRET })).toThrow("DATABASE_URL");
    expect(() => readEnv({ DATABASE_URL })).toThrow("JWT_SECRET");
    const weak = () => readEnv({ DATABASE_URL, JWT_SECRET: "too short" });
    expect(weak).toThrow("JWT_SECRET");
    expect(weak).not.toThrow("too short");
    expect(readEnv({ DATABASE_URL, JWT_SECRET, ...STRIPE })).toMatchObject({ DATABASE_URL, JWT_SECRET, ...STRIPE });
  });

  test("let nothing stand in for the payment provider in production, nor see a live key", () => {
    const STRIPE_API_BASE = "http://127.0.0.1:4000";
    expect(() => readSettings({ NODE_ENV: "production", STRIPE_API_BASE })).toThrow("never used in production");
    const live = () => readSettings({ ...STRIPE, STRIPE_API_BASE });
    expect(live).toThrow("live key");
    expect(live).not.toThrow("hidden");
    expect(readSettings({ STRIPE_SECRET_KEY: "sk_test_local", STRIPE_API_BASE })).toMatchObject({ STRIPE_API_BASE });
  });

  test("are all shown in .env.example with the defaults they have", () => {
    const example = Object.fromEntries(
      [...readFileSync(".env.example", "utf8").matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
    );
    const { POSTGRES_PASSWORD: _composeOnly, ...settings } = example;
    expect(Object.keys(settings).sort()).toEqual(Object.keys(Settings.properties).sort());
    expect(readSettings(settings)).toEqual(readSettings({}));
  });
});
