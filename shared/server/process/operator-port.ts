import { once } from "node:events";
import { existsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { collectDefaultMetrics } from "prom-client";
import type { DataSource } from "typeorm";
import type { Logger } from "../observability/logger.ts";
import type { ProcessMetrics } from "../observability/metrics.ts";
import type { JobQueue } from "../queue/queue.ts";

/** A server that has not answered by then counts as down, ms. */
const PATIENCE_MS = 3000;

export interface OperatorPort {
  host: string;
  port: number;
  dataSource: DataSource;
  queue: Pick<JobQueue, "ping">;
  metrics: ProcessMetrics;
  logger: Pick<Logger, "warn">;
  /** Whose free space is told. */
  dataDir: string;
  /** Brings up to date what is read only when somebody asks. */
  refresh?: () => Promise<void>;
}

/**
 * Answers operators on a port of the process's own, never the public one: `GET /health` with 200 while database and
 * queue answer it and with 503 otherwise, `GET /metrics` in the format of Prometheus.
 */
export async function openOperatorPort(options: OperatorPort): Promise<Server> {
  const { host, port, metrics, logger } = options;
  collectDefaultMetrics({ register: metrics.registry });
  const answer = async (path: string): Promise<{ status: number; type?: string; body?: string }> => {
    if (path === "/health") return { status: (await dependencies(options)).every(({ up }) => up) ? 200 : 503 };
    if (path !== "/metrics") return { status: 404 };
    await refreshProcess(options);
    return { status: 200, type: metrics.registry.contentType, body: await metrics.registry.metrics() };
  };
  const server = createServer(async ({ method, url = "/" }, response) => {
    try {
      const { status, type, body } = method === "GET" ? await answer(url) : { status: 405 };
      response.writeHead(status, type === undefined ? {} : { "content-type": type }).end(body);
    } catch (error) {
      logger.warn({ err: error }, "operators not answered");
      response.writeHead(500).end();
    }
  });
  server.listen(port, host);
  await once(server, "listening");
  return server;
}

/** @throws Error where it takes longer than 3 s: a server that is frozen would hold up all else that is told. */
export const inTime = <T>(work: Promise<T>): Promise<T> =>
  Promise.race([
    work,
    pause(PATIENCE_MS, undefined, { ref: false }).then(() => {
      throw new Error(`no answer within ${PATIENCE_MS} ms`);
    }),
  ]);

const answers = (question: Promise<unknown>): Promise<boolean> =>
  inTime(question).then(
    () => true,
    () => false,
  );

async function dependencies({ dataSource, queue }: OperatorPort): Promise<{ dependency: string; up: boolean }[]> {
  const [database, jobs] = await Promise.all([answers(dataSource.query("SELECT 1")), answers(queue.ping())]);
  return [
    { dependency: "database", up: database },
    { dependency: "queue", up: jobs },
  ];
}

/** What `pg` counts of its pool, under TypeORM; there is none before and after. */
interface Pool {
  totalCount: number;
  idleCount: number;
  waitingCount: number;
  options: { max: number };
}

async function refreshProcess(options: OperatorPort): Promise<void> {
  const { dataSource, metrics, dataDir, logger, refresh } = options;
  // Before the questions below take a connection of it.
  const { master: pool } = dataSource.driver as unknown as { master?: Pool };
  if (pool) {
    metrics.poolConnections.set({ state: "total" }, pool.totalCount);
    metrics.poolConnections.set({ state: "idle" }, pool.idleCount);
    metrics.poolConnections.set({ state: "waiting" }, pool.waitingCount);
    metrics.poolSize.set(pool.options.max);
  }

  for (const { dependency, up } of await dependencies(options)) metrics.dependencyUp.set({ dependency }, Number(up));
  try {
    const { bsize, bavail, blocks } = await statfs(existsSync(dataDir) ? dataDir : tmpdir());
    metrics.diskFreeBytes.set(bavail * bsize);
    metrics.diskSizeBytes.set(blocks * bsize);
    if (refresh) await inTime(refresh());
  } catch (error) {
    // What is not known is not told; that a server is down has been said above.
    logger.warn({ err: error }, "metrics not complete");
  }
}
