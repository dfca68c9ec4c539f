import { EventEmitter } from "node:events";
import { type AppError, errorOfReason } from "@ecotrim/shared/errors";
import { computationIdOf } from "@ecotrim/shared/server/db/entities/computation";
import { listenToJobs } from "@ecotrim/shared/server/queue";
import { Progress } from "@ecotrim/shared/simulations/progress";
import fp from "fastify-plugin";
import Value from "typebox/value";
import type { Deps } from "../deps.ts";

/** What the queue tells of runs in any worker, by computation. Hints only: the row is the truth. */
export type RunEvents = EventEmitter<{
  progress: [computationId: string, progress: Progress];
  completed: [computationId: string];
  failed: [computationId: string, error: AppError];
}>;

declare module "fastify" {
  interface FastifyInstance {
    runEvents: RunEvents;
  }
}

export const runEvents = fp(async (app, { env, logger }: Deps) => {
  const events: RunEvents = new EventEmitter();
  // One listener for each waiting call.
  events.setMaxListeners(0);
  const listening = listenToJobs(
    "simulation.run",
    {
      progress: (jobId, data) => {
        if (Value.Check(Progress, data)) events.emit("progress", computationIdOf(jobId), data);
      },
      completed: (jobId) => void events.emit("completed", computationIdOf(jobId)),
      failed: (jobId, reason) => void events.emit("failed", computationIdOf(jobId), errorOfReason(reason)),
    },
    env,
    logger,
  );
  app.decorate("runEvents", events);
  app.addHook("onClose", () => listening.close());
});
