import { type ApiMetrics, createApiMetrics } from "@ecotrim/server/observability/metrics";
import { readBacklog } from "@ecotrim/server/operations/backlog";
import { UNSENT_OFFERS } from "@ecotrim/server/operations/offers";
import { inTime } from "@ecotrim/server/process/operator-port";
import { QUEUES } from "@ecotrim/server/queue/jobs";
import fp from "fastify-plugin";
import type { Deps } from "../deps.ts";

declare module "fastify" {
  interface FastifyInstance {
    metrics: ApiMetrics;
  }
}

/** Measures every response; register before the routes. */
export const metrics = fp(async (app) => {
  app.decorate("metrics", createApiMetrics());
  app.addHook("onResponse", async ({ method, routeOptions }, reply) => {
    // Assets have hashed names, and an unknown path may be any text: both would give labels without limit.
    const route = routeOptions.url?.replace(/^\/assets\/.*/, "/assets/*") ?? "none";
    app.metrics.requestSeconds.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
});

/** Refreshes the gauges of the platform as a whole. A value that cannot be read is left out rather than repeated. */
export async function refreshPlatform(metrics: ApiMetrics, { dataSource, queue }: Deps): Promise<void> {
  // All values are read before any gauge is set, and then set together: another scrape may come meanwhile.
  const [rows, line] = await Promise.allSettled([
    inTime(
      Promise.all([
        readBacklog(dataSource),
        dataSource.query(
          `SELECT pg_database_size(current_database())::float8 AS size,
                  (SELECT count(*)::int FROM stripe_events WHERE dead_at IS NOT NULL) AS dead,
                  (SELECT count(*)::int FROM offers) AS offers, (${UNSENT_OFFERS}) AS unsent`,
        ),
      ]),
    ),
    inTime(Promise.all([queue.workers(), Promise.all(QUEUES.map((name) => queue.counts(name)))])),
  ]);

  for (const gauge of [metrics.queueJobs, metrics.oldestWaitingSeconds]) gauge.reset();
  // A reset gauge would say 0, which is a valid value.
  for (const gauge of [
    metrics.workersConnected,
    metrics.paymentEventsDead,
    metrics.databaseSizeBytes,
    metrics.offersStored,
    metrics.offersUnsent,
  ])
    gauge.remove();
  if (rows.status === "fulfilled") {
    const [backlog, [{ size, dead, offers, unsent }]] = rows.value;
    for (const { job, oldestSeconds } of backlog) metrics.oldestWaitingSeconds.set({ job_name: job }, oldestSeconds);
    metrics.databaseSizeBytes.set(size);
    metrics.paymentEventsDead.set(dead);
    metrics.offersStored.set(offers);
    metrics.offersUnsent.set(unsent);
  }
  if (line.status === "fulfilled") {
    const [workers, counts] = line.value;
    metrics.workersConnected.set(workers.length);
    for (const [index, name] of QUEUES.entries())
      for (const [state, count] of Object.entries(counts[index] ?? {}))
        metrics.queueJobs.set({ queue: name, state }, count);
  }
  for (const read of [rows, line]) if (read.status === "rejected") throw read.reason;
}
