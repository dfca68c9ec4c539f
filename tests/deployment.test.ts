import { existsSync, readFileSync } from "node:fs";
import { readEnv, readSettings, Settings } from "@ecotrim/shared/server/env";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";

interface Service {
  image: string;
  command?: string[];
  environment?: Record<string, string>;
  ports?: string[];
  container_name?: string;
  healthcheck?: { test?: string[]; disable?: boolean };
  depends_on?: Record<string, { condition: string }>;
  build?: { target: string };
  stop_grace_period?: string;
  restart?: string;
}

const text = readFileSync("docker-compose.yml", "utf8");
const { services } = parse(text, { merge: true }) as { services: Record<string, Service> };
const service = (name: string) => services[name] as Service;
const dockerfile = readFileSync("Dockerfile", "utf8");

/** Compose's substitution: `${NAME:-default}` and `${NAME:?message}`. */
function substituted(value: string, variables: Record<string, string>): string {
  // Innermost first: a default may itself hold a variable.
  const variable = /\$\{(\w+)(?::([-?])([^${}]*))?\}/;
  if (!variable.test(value)) return value;
  const once = value.replace(variable, (_, name, kind, rest) => {
    const found = variables[name];
    if (found) return found;
    if (kind === "-") return rest;
    throw new Error(`${name}: ${rest}`);
  });
  return substituted(once, variables);
}

const environmentOf = (name: string, variables: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(service(name).environment ?? {}).map(([key, value]) => [key, substituted(String(value), variables)]),
  );

/** What compose cannot guess. */
const REQUIRED = {
  POSTGRES_PASSWORD: "7Kq2mZx9LwT4",
  JWT_SECRET: "Jk3vQ0xZr8mT2bYw6nLp9sHd4fGc7aEu1iOq5tXo",
  SMTP_URL: "smtp://mail.example:587",
  STRIPE_SECRET_KEY: "sk_live_51Hq8ZkT2vNx7RbLw4Jd",
  STRIPE_WEBHOOK_SECRET: "whsec_Vt6Yp3Ks9Xf2Mz8Qc5Hr",
  COMPANY_NAME: "Almacenamiento, S.L.",
  COMPANY_TAX_ID: "B12345674",
  COMPANY_STREET: "Calle Mayor, 1",
  COMPANY_POSTAL_CODE: "28100",
  COMPANY_CITY: "Alcobendas",
  COMPANY_PROVINCE: "Madrid",
  COMPANY_REGISTRY: "Registro Mercantil de Madrid, hoja M-1",
  PUBLIC_URL: "https://ecotrim.test",
  MAIL_FROM: "EcoTrim <no-responder@ecotrim.test>",
  CONTACT_EMAIL: "info@ecotrim.test",
  PRIVACY_EMAIL: "privacidad@ecotrim.test",
  GEOTRIM_URL: "https://geotrim.test",
};

describe("docker-compose.yml", () => {
  test.each(["migrate", "api", "worker"])("gives %s settings that production accepts, and none unknown", (name) => {
    const environment = environmentOf(name, REQUIRED);
    expect(readEnv(environment)).toMatchObject({ NODE_ENV: "production", REDIS_URL: "redis://redis:6379" });
    for (const key of Object.keys(environment)) expect(Object.keys(Settings.properties)).toContain(key);
  });

  test("hands on how much one worker computes and how many sockets one address may hold, and leaves it where unset", () => {
    const chosen = { SOLVER_THREADS: "3", SOCKETS_PER_ADDRESS: "7" };
    const settingsOf = (name: string, more = {}) => readEnv(environmentOf(name, { ...REQUIRED, ...more }));
    expect(settingsOf("worker", chosen)).toMatchObject({ SOLVER_THREADS: 3, WORKER_CONCURRENCY: 4 });
    expect(settingsOf("worker", { ...chosen, WORKER_CONCURRENCY: "9" })).toMatchObject({ WORKER_CONCURRENCY: 9 });
    expect(settingsOf("worker").WORKER_CONCURRENCY).toBe(settingsOf("worker").SOLVER_THREADS + 1);
    expect(settingsOf("api", chosen).SOCKETS_PER_ADDRESS).toBe(7);
    expect(settingsOf("api").SOCKETS_PER_ADDRESS).toBe(readSettings({}).SOCKETS_PER_ADDRESS);
  });

  test("has no default for what only its operator knows and says what is missing", () => {
    for (const name of ["postgres", "api", "worker"])
      expect(() => environmentOf(name, {})).toThrow("POSTGRES_PASSWORD");
    for (const name of ["api", "worker"]) {
      for (const missing of Object.keys(REQUIRED))
        expect(() => environmentOf(name, { ...REQUIRED, [missing]: "" })).toThrow(missing);
    }
    expect(text).not.toMatch(/(POSTGRES_PASSWORD|SECRET|SMTP_URL):-/);
  });

  test("migrates once, when the database is healthy, and starts the others after that", () => {
    expect(service("migrate").restart).toBe("no");
    expect(service("migrate").depends_on).toEqual({ postgres: { condition: "service_healthy" } });
    for (const name of ["api", "worker"])
      expect(service(name).depends_on).toEqual({
        migrate: { condition: "service_completed_successfully" },
        redis: { condition: "service_healthy" },
      });
  });

  test("runs a Redis that neither evicts nor forgets jobs", () => {
    expect(service("redis").command?.join(" ")).toContain("--maxmemory-policy noeviction --appendonly yes");
  });

  test("lets any number of workers run", () => {
    expect(service("worker")).not.toHaveProperty("ports");
    expect(service("worker")).not.toHaveProperty("container_name");
  });

  test("publishes the API only", () => {
    expect(Object.keys(services).filter((name) => service(name).ports)).toEqual(["api"]);
  });

  test("watches the health of database, queue, API and worker", () => {
    for (const name of ["postgres", "redis"]) expect(service(name).healthcheck?.test?.length).toBeGreaterThan(1);
    expect(dockerfile).toMatch(/AS api\n(.*\n)*HEALTHCHECK .*\n.*\/ready/);
    expect(dockerfile).toMatch(/AS worker\n(.*\n)*HEALTHCHECK .*\n.*\/health(.*\n)*FROM runtime AS api/);
  });

  test("stops a container later than its process stops itself, and that later than a solve ends", () => {
    const { SOLVER_TIME_LIMIT_S, SHUTDOWN_GRACE_S } = readEnv(environmentOf("worker", REQUIRED));
    expect(SHUTDOWN_GRACE_S).toBeGreaterThan(SOLVER_TIME_LIMIT_S);
    for (const name of ["api", "worker"])
      expect(Number.parseInt(service(name).stop_grace_period ?? "0", 10)).toBeGreaterThan(SHUTDOWN_GRACE_S);
  });
});

describe("Dockerfile", () => {
  test("has the stages compose builds, and none of them runs as root", () => {
    for (const name of ["migrate", "api", "worker"])
      expect(dockerfile).toContain(`FROM runtime AS ${service(name).build?.target}\n`);
    expect(dockerfile.slice(dockerfile.indexOf("AS runtime"))).toMatch(/^USER node$/m);
    expect(dockerfile).not.toMatch(/^USER root/m);
  });

  test("runs everywhere the newest version of Node that the suites are run on", () => {
    const supported =
      /SUPPORTED = \[(.+)\]/.exec(readFileSync("scripts/versions.ts", "utf8"))?.[1]?.match(/\d+/g) ?? [];
    const used = [...dockerfile.matchAll(/^FROM node:(\d+)-/gm)].map(([, version]) => version);
    expect(used.length).toBeGreaterThan(0);
    expect(new Set(used)).toEqual(new Set([supported.at(-1)]));
  });

  test("copies only what the repository has", () => {
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+)$/gm)].flatMap(([, paths]) =>
      (paths as string).split(" ").slice(0, -1),
    );
    expect(copied.length).toBeGreaterThan(5);
    expect(copied.filter((path) => !existsSync(path))).toEqual([]);
  });

  test("starts files that the build makes from sources", () => {
    const commands = [dockerfile, ...(service("migrate").command ?? [])].join("\n");
    const started = [...commands.matchAll(/(\w+)\/dist\/([\w/-]+)\.js/g)];
    expect(started.map(([path]) => path).sort()).toEqual([
      "api/dist/server.js",
      "shared/dist/server/db/migrate-main.js",
      "worker/dist/main.js",
    ]);
    for (const [, workspace, file] of started) expect(existsSync(`${workspace}/src/${file}.ts`)).toBe(true);
  });
});
