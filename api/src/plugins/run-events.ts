import { EventEmitter } from "node:events";
import { AppError, ERRORS, type ErrorCode } from "@ecotrim/shared/errors";
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
  failed: [computationId: string, error: { code: ErrorCode; message: string }];
}>;

declare module "fastify" {
  interface FastifyInstance {
    runEvents: RunEvents;
  }
}

/** A worker gives the reason as `CODE: sentence`; whatever else it says stays inside. */
function errorOf(reason: string): { code: ErrorCode; message: string } {
  const [code = "", ...sentence] = reason.split(": ");
  if (Object.hasOwn(ERRORS, code) && sentence.length > 0)
    return { code: code as ErrorCode, message: sentence.join(": ") };
  return new AppError("SOLVER_FAILED");
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
      failed: (jobId, reason) => void events.emit("failed", computationIdOf(jobId), errorOf(reason)),
    },
    env,
    logger,
  );
  app.decorate("runEvents", events);
  app.addHook("onClose", () => listening.close());
});
