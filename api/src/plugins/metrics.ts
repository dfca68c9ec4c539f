import { type ApiMetrics, createApiMetrics } from "@ecotrim/server/observability/metrics";
import { readBacklog } from "@ecotrim/server/operations/backlog";
import { inTime } from "@ecotrim/server/process/operator-port";
import { QUEUES } from "@ecotrim/server/queue/jobs";
import fp from "fastify-plugin";
import type { Deps } from "../deps.ts";

declare module "fastify" {
  interface FastifyInstance {
    metrics: ApiMetrics;
  }
}

/** Counts what is answered; register before the routes. */
export const metrics = fp(async (app) => {
  app.decorate("metrics", createApiMetrics());
  app.addHook("onResponse", async ({ method, routeOptions }, reply) => {
    // The files of the build have names of their own, and what is no route may be called anything.
    const route = routeOptions.url?.replace(/^\/assets\/.*/, "/assets/*") ?? "none";
    app.metrics.requestSeconds.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
});

/** Brings up to date what is told of the platform as a whole. What cannot be read is left out rather than told as it was. */
export async function refreshPlatform(metrics: ApiMetrics, { dataSource, queue }: Deps): Promise<void> {
  // All is read before any of it is told, and then told at once: others may ask meanwhile.
  const [rows, line] = await Promise.allSettled([
    inTime(
      Promise.all([
        readBacklog(dataSource),
        dataSource.query(
          `SELECT pg_database_size(current_database())::float8 AS size,
                  (SELECT count(*)::int FROM stripe_events WHERE dead_at IS NOT NULL) AS dead`,
        ),
      ]),
    ),
    inTime(Promise.all([queue.workers(), Promise.all(QUEUES.map((name) => queue.counts(name)))])),
  ]);

  for (const gauge of [metrics.queueJobs, metrics.oldestWaitingSeconds]) gauge.reset();
  // Set back they would say 0, which is an answer.
  for (const gauge of [metrics.workersConnected, metrics.paymentEventsDead, metrics.databaseSizeBytes]) gauge.remove();
  if (rows.status === "fulfilled") {
    const [backlog, [{ size, dead }]] = rows.value;
    for (const { job, oldestSeconds } of backlog) metrics.oldestWaitingSeconds.set({ job_name: job }, oldestSeconds);
    metrics.databaseSizeBytes.set(size);
    metrics.paymentEventsDead.set(dead);
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
