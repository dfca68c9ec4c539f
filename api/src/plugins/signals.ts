import { EventEmitter } from "node:events";
import { listenToSignals, type Signal } from "@ecotrim/server/events/signals";
import fp from "fastify-plugin";
import type { Deps } from "../deps.ts";

/** The signals of any process, by type. They are hints only: the row is the truth. */
export type Signals = EventEmitter<{ [T in Signal["type"]]: [signal: Extract<Signal, { type: T }>] }>;

declare module "fastify" {
  interface FastifyInstance {
    signals: Signals;
  }
}

export const signals = fp(async (app, { env, logger }: Deps) => {
  const heard: Signals = new EventEmitter();
  // Every waiting call adds a listener.
  heard.setMaxListeners(0);
  const listener = listenToSignals(
    env.DATABASE_URL,
    (signal) => heard.emit(signal.type, ...([signal] as never)),
    logger,
  );
  app.decorate("signals", heard);
  // The API is ready once it listens for signals, so that no caller's run ends unheard.
  app.addHook("onReady", () => listener.ready);
  app.addHook("onClose", () => listener.close());
});
