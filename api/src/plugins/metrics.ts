import { JOBS, type JobName } from "@ecotrim/shared/jobs/catalog";
import { readBacklog } from "@ecotrim/shared/server/backlog";
import { type ApiMetrics, createApiMetrics } from "@ecotrim/shared/server/metrics";
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
  for (const gauge of [metrics.queueJobs, metrics.oldestWaitingSeconds]) gauge.reset();
  for (const { job, oldestSeconds } of await readBacklog(dataSource))
    metrics.oldestWaitingSeconds.set({ job_name: job }, oldestSeconds);
  const [{ size, dead }] = await dataSource.query(
    `SELECT pg_database_size(current_database())::float8 AS size,
            (SELECT count(*)::int FROM stripe_events WHERE dead_at IS NOT NULL) AS dead`,
  );
  metrics.databaseSizeBytes.set(size);
  metrics.paymentEventsDead.set(dead);
  metrics.workersConnected.set((await queue.workers()).length);
  await Promise.all(
    (Object.keys(JOBS) as JobName[]).map(async (job) => {
      for (const [state, count] of Object.entries(await queue.counts(job)))
        metrics.queueJobs.set({ job_name: job, state }, count);
    }),
  );
}
