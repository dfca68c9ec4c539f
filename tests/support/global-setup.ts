import { chmodSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres } from "../../scripts/dev/embedded-postgres.ts";
import { migrate } from "../../shared/server/db/migrate.ts";
import { bundleChildren } from "./bundled-children.ts";
import { recordEnds } from "./ends.ts";
import { leash } from "./leash.ts";
import { startRedis } from "./redis-server.ts";
import { logLine } from "./test-log.ts";

declare module "vitest" {
  interface ProvidedContext {
    postgresUrl: string;
    redisUrl: string;
    childrenDir: string;
  }
}

export const TEMPLATE = "template_ecotrim";

interface Servers {
  postgresUrl: string;
  redisUrl: string;
  childrenDir: string;
  stop(): Promise<void>;
}

async function startServers(): Promise<Servers> {
  const dataDir = mkdtempSync(join(tmpdir(), "ecotrim-postgres-"));
  // Open to other users, since root runs PostgreSQL as `nobody`.
  chmodSync(dataDir, 0o755);
  const [postgres, redis, children] = await Promise.all([
    startEmbeddedPostgres({
      dataDir,
      parameters: {
        ...{ fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "400" },
        // Databases live for seconds, so cleaning them is a waste.
        autovacuum: "off",
      },
      onLog: logLine,
    }),
    startRedis(),
    bundleChildren(),
  ]);
  const release = leash(postgres.pid, dataDir);
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(`CREATE DATABASE ${TEMPLATE}`);
  await client.end();
  await migrate(databaseOf(postgres.url, TEMPLATE));
  const template = new pg.Client({ connectionString: databaseOf(postgres.url, TEMPLATE) });
  await template.connect();
  await recordEnds((sql) => template.query(sql));
  await template.end();
  return {
    postgresUrl: postgres.url,
    redisUrl: redis.url,
    childrenDir: children.dir,
    async stop() {
      await Promise.all([postgres.stop(), redis.stop()]);
      release();
      children.remove();
    },
  };
}

export function databaseOf(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = name;
  return url.href;
}

/** Each vitest project loads this file anew, but all of them share the servers. */
const shared = globalThis as { ecotrimServers?: { started: Promise<Servers>; users: number } };

/** Starts one PostgreSQL with a migrated template and one Redis for the whole run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared.ecotrimServers ??= { started: startServers(), users: 0 };
  const servers = shared.ecotrimServers;
  servers.users++;
  const { postgresUrl, redisUrl, childrenDir, stop } = await servers.started;
  project.provide("postgresUrl", postgresUrl);
  project.provide("redisUrl", redisUrl);
  project.provide("childrenDir", childrenDir);
  return async () => {
    if (--servers.users > 0) return;
    delete shared.ecotrimServers;
    await stop();
  };
}
