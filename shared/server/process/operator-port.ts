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

/** Timeout after which a server counts as down, ms. */
const PATIENCE_MS = 3000;

export interface OperatorPort {
  host: string;
  port: number;
  dataSource: DataSource;
  queue: Pick<JobQueue, "ping">;
  metrics: ProcessMetrics;
  logger: Pick<Logger, "warn">;
  /** Folder whose free disk space is reported. */
  dataDir: string;
  /** Refreshes gauges that are read only on a scrape. */
  refresh?: () => Promise<void>;
}

/**
 * Serves operators on a port of the process's own, never the public one. `GET /health` answers 200 while database and
 * queue answer and 503 otherwise; `GET /metrics` has the format of Prometheus.
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

/** @throws Error after 3 s: a frozen server would hold up all other metrics. */
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

/** Counters of the `pg` pool under TypeORM; it exists only while connected. */
interface Pool {
  totalCount: number;
  idleCount: number;
  waitingCount: number;
  options: { max: number };
}

async function refreshProcess(options: OperatorPort): Promise<void> {
  const { dataSource, metrics, dataDir, logger, refresh } = options;
  // Read before the queries below take a connection from the pool.
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
    // An unknown value is left out; the gauge of dependencies already shows that a server is down.
    logger.warn({ err: error }, "metrics not complete");
  }
}
