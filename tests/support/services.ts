import { randomBytes } from "node:crypto";
import type { QueueSettings } from "@ecotrim/server/queue/queue";
import { Redis } from "ioredis";
import pg from "pg";
import { afterAll, beforeAll, expect, inject } from "vitest";
import { doubledEnds } from "./ends.ts";
import { FULL } from "./full.ts";
import { databaseOf, TEMPLATE } from "./global-setup.ts";
import { type RedisServer, startRedis } from "./redis-server.ts";

/** The queue's backends; the suites of the queue itself always run on both. */
export const BACKENDS = ["postgres", "redis"] as const;
export type Backend = (typeof BACKENDS)[number];

/** Backends of a suite that only uses the queue: one, or both in `npm run test:full`. */
export const backends = (usual: Backend): readonly Backend[] => (FULL ? BACKENDS : [usual]);

/** Required settings; the payment provider they name does not answer. */
export const TEST_SETTINGS = {
  JWT_SECRET: "a-secret-for-tests-of-more-than-32-characters",
  STRIPE_SECRET_KEY: "sk_test_nobody",
  STRIPE_WEBHOOK_SECRET: "whsec_tests",
  STRIPE_API_BASE: "http://127.0.0.1:9",
};

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** A database of its own, migrated and empty; `template0` gives one that is not migrated. */
export async function createTestDatabase(template = TEMPLATE): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString("hex")}`;
  await query(inject("postgresUrl"), `CREATE DATABASE ${name} TEMPLATE ${template}`);
  return {
    url: databaseOf(inject("postgresUrl"), name),
    drop: async () => {
      await query(inject("postgresUrl"), `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

export const nameOf = ({ url }: Pick<TestDatabase, "url">): string => new URL(url).pathname.slice(1);

/** Runs one statement on a connection of its own. */
export const query = (url: string, sql: string): Promise<Record<string, unknown>[]> =>
  connected(url, (run) => run(sql));

/** Runs work on one shared connection, since each connection costs PostgreSQL a process. */
export async function connected<T>(
  url: string,
  work: (run: (sql: string) => Promise<Record<string, unknown>[]>) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(async (sql) => (await client.query(sql)).rows);
  } finally {
    await client.end();
  }
}

/** A Redis database that no other test uses. */
async function createTestRedis(): Promise<string> {
  const redis = new Redis(inject("redisUrl"));
  try {
    return `${inject("redisUrl")}/${await redis.incr("databases")}`;
  } finally {
    redis.disconnect();
  }
}

/**
 * Gives the tests of the enclosing `describe` a database and a queue of their own, and drops them after the last test.
 * No run may have ended twice by then.
 * @param server `own` for tests that list connections, which Redis reports for all its databases together
 */
export function testServices(backend: Backend, server: "shared" | "own" = "shared"): QueueSettings {
  const services = {} as QueueSettings;
  let database: TestDatabase;
  let ownRedis: RedisServer | undefined;
  beforeAll(async () => {
    database = await createTestDatabase();
    services.DATABASE_URL = database.url;
    if (backend !== "redis") return;
    if (server === "own") ownRedis = await startRedis();
    services.REDIS_URL = ownRedis?.url ?? (await createTestRedis());
  });
  afterAll(async () => {
    await ownRedis?.stop();
    if (!database) return;
    const doubled = await doubledEnds((sql) => query(database.url, sql));
    await database.drop();
    expect(doubled).toEqual([]);
  });
  return services;
}

/** Empties tables and queue. */
export async function flush({ DATABASE_URL, REDIS_URL }: QueueSettings): Promise<void> {
  const tables = await query(
    DATABASE_URL,
    `SELECT string_agg(format('%I.%I', schemaname, tablename), ', ') AS names FROM pg_tables
     WHERE schemaname IN ('public', 'bullmq') AND tablename NOT IN ('schema_migrations', 'migration')`,
  );
  await query(DATABASE_URL, `TRUNCATE ${tables[0]?.names}`);
  if (REDIS_URL === undefined) return;
  const redis = new Redis(REDIS_URL);
  await redis.flushdb();
  redis.disconnect();
}
