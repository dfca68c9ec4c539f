import { existsSync, readFileSync } from "node:fs";
import { readEnv, readSettings } from "@ecotrim/server/env/env";
import { Settings } from "@ecotrim/server/env/settings";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { BESIDE_SOLVE_MS } from "../worker/src/solver/pool.ts";

interface Service {
  image: string;
  command?: string[];
  environment?: Record<string, string>;
  ports?: string[];
  networks?: string[];
  container_name?: string;
  healthcheck?: { test?: string[]; disable?: boolean };
  depends_on?: Record<string, { condition: string }>;
  build?: { target: string };
  cap_add?: string[];
  stop_grace_period?: string;
  restart?: string;
}

const text = readFileSync("docker-compose.yml", "utf8");
const { services, networks } = parse(text, { merge: true }) as {
  services: Record<string, Service>;
  networks: Record<string, { internal: boolean }>;
};
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

/** Settings without a default in compose. */
const REQUIRED = {
  POSTGRES_PASSWORD: "7Kq2mZx9LwT4",
  REDIS_PASSWORD: "Xv5Rc8Nb3HtY",
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
  test.each(["migrate", "api", "worker"])("compose gives %s settings that production accepts, all known", (name) => {
    const environment = environmentOf(name, REQUIRED);
    expect(readEnv(environment)).toMatchObject({
      NODE_ENV: "production",
      REDIS_URL: "redis://:Xv5Rc8Nb3HtY@redis:6379",
    });
    for (const key of Object.keys(environment)) expect(Object.keys(Settings.properties)).toContain(key);
  });

  test("docker-compose.yml hands on the limits of a worker and of an address, and leaves them where unset", () => {
    const ofAddress = { SOCKETS_PER_ADDRESS: 7, RATE_LIMIT_PER_MINUTE: 8, RATE_LIMIT_LOGINS_PER_HOUR: 9 };
    const chosen = {
      SOLVER_THREADS: "3",
      ...Object.fromEntries(Object.entries(ofAddress).map(([name, value]) => [name, String(value)])),
    };
    const settingsOf = (name: string, more = {}) => readEnv(environmentOf(name, { ...REQUIRED, ...more }));
    expect(settingsOf("worker", chosen)).toMatchObject({ SOLVER_THREADS: 3, WORKER_CONCURRENCY: 4 });
    expect(settingsOf("worker", { ...chosen, WORKER_CONCURRENCY: "9" })).toMatchObject({ WORKER_CONCURRENCY: 9 });
    expect(settingsOf("worker").WORKER_CONCURRENCY).toBe(settingsOf("worker").SOLVER_THREADS + 1);
    expect(settingsOf("api", chosen)).toMatchObject(ofAddress);
    const { SOCKETS_PER_ADDRESS, RATE_LIMIT_PER_MINUTE, RATE_LIMIT_LOGINS_PER_HOUR } = readSettings({});
    const standard = { SOCKETS_PER_ADDRESS, RATE_LIMIT_PER_MINUTE, RATE_LIMIT_LOGINS_PER_HOUR, TRUST_PROXY: 1 };
    expect(settingsOf("api")).toMatchObject(standard);
  });

  test("docker-compose.yml has no default for what only its operator knows and says what is missing", () => {
    for (const name of ["postgres", "api", "worker"])
      expect(() => environmentOf(name, {})).toThrow("POSTGRES_PASSWORD");
    for (const name of ["api", "worker"]) {
      for (const missing of Object.keys(REQUIRED))
        expect(() => environmentOf(name, { ...REQUIRED, [missing]: "" })).toThrow(missing);
    }
    expect(text).not.toMatch(/((POSTGRES|REDIS)_PASSWORD|SECRET|SMTP_URL):-/);
  });

  test.each(["POSTGRES_PASSWORD", "REDIS_PASSWORD"])(
    "docker-compose.yml gives settings that production refuses with a weak %s",
    (name) => {
      for (const process of ["migrate", "api", "worker"])
        expect(() => readEnv(environmentOf(process, { ...REQUIRED, [name]: "chosen" }))).toThrow("can be guessed");
    },
  );

  test("docker-compose.yml migrates once, when the database is healthy, and starts the others after that", () => {
    expect(service("migrate").restart).toBe("no");
    expect(service("migrate").depends_on).toEqual({ postgres: { condition: "service_healthy" } });
    for (const name of ["api", "worker"])
      expect(service(name).depends_on).toEqual({
        migrate: { condition: "service_completed_successfully" },
        redis: { condition: "service_healthy" },
      });
  });

  test("docker-compose.yml runs a Redis that neither evicts nor forgets jobs", () => {
    expect(service("redis").command?.join(" ")).toContain("--maxmemory-policy noeviction --appendonly yes");
  });

  test("docker-compose.yml runs a Redis that asks for the password that API, workers and its health check give", () => {
    const command = service("redis").command?.map((word) => substituted(word, REQUIRED));
    expect(command?.slice(-2)).toEqual(["--requirepass", REQUIRED.REDIS_PASSWORD]);
    expect(environmentOf("redis", REQUIRED)).toEqual({ REDISCLI_AUTH: REQUIRED.REDIS_PASSWORD });
  });

  test("docker-compose.yml gives every service a read-only disk and no rights but those its image steps down with", () => {
    for (const [name, { cap_add }] of Object.entries(services)) {
      expect(service(name)).toMatchObject({
        read_only: true,
        cap_drop: ["ALL"],
        security_opt: ["no-new-privileges:true"],
      });
      const stepsDown = ["postgres", "redis"].includes(name);
      expect(cap_add).toEqual(stepsDown ? ["CHOWN", "DAC_OVERRIDE", "FOWNER", "SETGID", "SETUID"] : undefined);
    }
  });

  test("docker-compose.yml keeps database and queue on a network that leads nowhere and that only their users join", () => {
    expect(networks.stores).toEqual({ internal: true });
    const joined = Object.fromEntries(Object.entries(services).map(([name, { networks }]) => [name, networks]));
    const [stores, both] = [["stores"], ["default", "stores"]];
    expect(joined).toEqual({ postgres: stores, redis: stores, migrate: stores, api: both, worker: both });
    const monitoring = parse(readFileSync("ops/compose.monitoring.yml", "utf8")).services as Record<string, Service>;
    for (const { networks } of Object.values(monitoring)) expect(networks).toBeUndefined();
  });

  test("docker-compose.yml lets any number of workers run", () => {
    expect(service("worker")).not.toHaveProperty("ports");
    expect(service("worker")).not.toHaveProperty("container_name");
  });

  test("docker-compose.yml publishes the API only, on this machine unless told otherwise", () => {
    expect(Object.keys(services).filter((name) => service(name).ports)).toEqual(["api"]);
    const published = (variables = {}) => service("api").ports?.map((port) => substituted(port, variables));
    expect(published()).toEqual(["127.0.0.1:3000:3000"]);
    expect(published({ BIND_ADDRESS: "10.0.0.5", PORT: "80" })).toEqual(["10.0.0.5:80:3000"]);
  });

  test("docker-compose.yml watches the health of database, queue, API and worker", () => {
    for (const name of ["postgres", "redis"]) expect(service(name).healthcheck?.test?.length).toBeGreaterThan(1);
    expect(dockerfile).toMatch(/AS api\n(.*\n)*HEALTHCHECK .*\n.*\/ready/);
    expect(dockerfile).toMatch(/AS worker\n(.*\n)*HEALTHCHECK .*\n.*\/health(.*\n)*FROM runtime AS api/);
  });

  test("docker-compose.yml stops a container later than its process stops itself, and that later than its runs end", () => {
    const { SOLVER_TIME_LIMIT_S, SHUTDOWN_GRACE_S } = readEnv(environmentOf("worker", REQUIRED));
    // Two runs count: the one being solved and the one prefetched.
    expect(SHUTDOWN_GRACE_S * 1000).toBeGreaterThan(2 * (SOLVER_TIME_LIMIT_S * 1000 + BESIDE_SOLVE_MS));
    for (const name of ["api", "worker"])
      expect(Number.parseInt(service(name).stop_grace_period ?? "0", 10)).toBeGreaterThan(SHUTDOWN_GRACE_S);
  });
});

describe("Dockerfile", () => {
  test("the Dockerfile has the stages compose builds, and none of them runs as root", () => {
    for (const name of ["migrate", "api", "worker"])
      expect(dockerfile).toContain(`FROM runtime AS ${service(name).build?.target}\n`);
    expect(dockerfile.slice(dockerfile.indexOf("AS runtime"))).toMatch(/^USER node$/m);
    expect(dockerfile).not.toMatch(/^USER root/m);
  });

  test("the Dockerfile runs everywhere the newest version of Node that the suites are run on", () => {
    const supported =
      /SUPPORTED = \[(.+)\]/.exec(readFileSync("scripts/versions.ts", "utf8"))?.[1]?.match(/\d+/g) ?? [];
    const used = [...dockerfile.matchAll(/^FROM node:(\d+)-/gm)].map(([, version]) => version);
    expect(used.length).toBeGreaterThan(0);
    expect(new Set(used)).toEqual(new Set([supported.at(-1)]));
  });

  test("the Dockerfile leaves development's packages out of what runs", () => {
    const packages = /AS packages\n(RUN npm ci .*)/.exec(dockerfile)?.[1];
    expect(packages).toContain("--omit=dev");
    const runs = dockerfile.slice(dockerfile.indexOf("AS runtime"));
    expect(runs).not.toMatch(/npm|COPY (?!--from)|--from=build \S*node_modules/);
    expect(runs).toContain("COPY --from=packages /app ./");
  });

  test("the Dockerfile takes up no secret, of a file or written into it", () => {
    const lines = (file: string) => readFileSync(file, "utf8").split("\n");
    expect(lines(".dockerignore")).toEqual(expect.arrayContaining(["**/.env*", ".data", ".git"]));
    expect(lines(".gitignore")).toEqual(expect.arrayContaining([".env", ".env.*", ".data/"]));
    expect(dockerfile).not.toMatch(/^ARG|SECRET|PASSWORD|_URL=/m);
  });

  test("the Dockerfile copies only what the repository has", () => {
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+)$/gm)].flatMap(([, paths]) =>
      (paths as string).split(" ").slice(0, -1),
    );
    expect(copied.length).toBeGreaterThan(5);
    expect(copied.filter((path) => !existsSync(path))).toEqual([]);
  });

  test("the Dockerfile starts files that the build makes from sources", () => {
    const commands = [dockerfile, ...(service("migrate").command ?? [])].join("\n");
    const started = [...commands.matchAll(/([\w/]+)\/dist\/([\w/-]+)\.js/g)];
    expect(started.map(([path]) => path).sort()).toEqual([
      "api/dist/server.js",
      "shared/server/dist/db/migrate-main.js",
      "worker/dist/main.js",
    ]);
    for (const [, workspace, file] of started)
      expect([`${workspace}/src/${file}.ts`, `${workspace}/${file}.ts`].some(existsSync)).toBe(true);
  });
});
