import { EventEmitter } from "node:events";
import { listenToSignals, type Signal } from "@ecotrim/server/events/signals";
import fp from "fastify-plugin";
import type { Deps } from "../deps.ts";

/** What any process tells every API process, by its type. Hints only: the row is the truth. */
export type Signals = EventEmitter<{ [T in Signal["type"]]: [signal: Extract<Signal, { type: T }>] }>;

declare module "fastify" {
  interface FastifyInstance {
    signals: Signals;
  }
}

export const signals = fp(async (app, { env, logger }: Deps) => {
  const heard: Signals = new EventEmitter();
  // One listener for each waiting call.
  heard.setMaxListeners(0);
  const listener = listenToSignals(
    env.DATABASE_URL,
    (signal) => heard.emit(signal.type, ...([signal] as never)),
    logger,
  );
  app.decorate("signals", heard);
  // Whoever calls the API once it listens is heard by it.
  app.addHook("onReady", () => listener.ready);
  app.addHook("onClose", () => listener.close());
});
