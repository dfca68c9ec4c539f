import { EventEmitter } from "node:events";
import type { JobName } from "@ecotrim/shared/jobs/catalog";
import { UncertaintyProgress } from "@ecotrim/shared/realtime/events";
import { computationIdOf } from "@ecotrim/shared/server/db/entities/computation";
import { type JobListeners, listenToJobs } from "@ecotrim/shared/server/queue";
import type { RunEnd } from "@ecotrim/shared/server/signals";
import { Progress } from "@ecotrim/shared/simulations/progress";
import fp from "fastify-plugin";
import Value from "typebox/value";
import type { Deps } from "../deps.ts";

/**
 * What is told of runs, and of what follows them, in any worker, by computation: ends by the database at their commit,
 * all else by the queue. Hints only: the row is the truth.
 */
export type RunEvents = EventEmitter<{
  progress: [computationId: string, progress: Progress];
  ended: [computationId: string, end: RunEnd];
  uncertainty: [computationId: string, progress: UncertaintyProgress];
  /** Tornado and sizes are stored, or will not be. */
  sensitivity: [computationId: string];
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
  const hear = (name: JobName, listeners: JobListeners) => listenToJobs(name, listeners, env, logger);
  const sensitivityEnded = (jobId: string) => void events.emit("sensitivity", computationIdOf(jobId));
  const listening = [
    hear("simulation.run", {
      progress: (jobId, data) => {
        if (Value.Check(Progress, data)) events.emit("progress", computationIdOf(jobId), data);
      },
    }),
    hear("simulation.uncertainty", {
      progress: (jobId, data) => {
        if (Value.Check(UncertaintyProgress, data)) events.emit("uncertainty", computationIdOf(jobId), data);
      },
    }),
    hear("simulation.sensitivity", { completed: sensitivityEnded, failed: sensitivityEnded }),
  ];
  app.signals.on("run-ended", ({ computationId, end }) => events.emit("ended", computationId, end));
  app.decorate("runEvents", events);
  app.addHook("onClose", async () => {
    await Promise.all(listening.map((listener) => listener.close()));
  });
});
