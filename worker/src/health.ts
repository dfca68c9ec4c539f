import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { JobQueue } from "@ecotrim/shared/server/queue";
import type { Database } from "./jobs/job.ts";

/** Answers `GET /health` on a port of the worker's own: 200 while database and queue answer it, 503 otherwise. */
export async function serveHealth(
  port: number,
  { dataSource, queue }: { dataSource: Pick<Database, "query">; queue: Pick<JobQueue, "ping"> },
): Promise<Server> {
  const server = createServer(async (_request, response) => {
    const answers = await Promise.allSettled([dataSource.query("SELECT 1"), queue.ping()]);
    response.writeHead(answers.every(({ status }) => status === "fulfilled") ? 200 : 503).end();
  });
  server.listen(port);
  await once(server, "listening");
  return server;
}
