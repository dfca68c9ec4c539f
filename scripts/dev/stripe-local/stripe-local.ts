import type { AddressInfo } from "node:net";
import Fastify from "fastify";
import { writeDurably } from "../../../shared/server/files/durable.ts";
import { apiRoutes } from "./api.ts";
import { type Control, createControl, serveControl } from "./control.ts";
import { ApiError } from "./errors.ts";
import { type ApiTraffic, serveApi } from "./http.ts";
import { servePages } from "./pages.ts";
import type { Stand } from "./stand.ts";
import { readState } from "./state.ts";
import { createStore } from "./store.ts";
import { createWebhooks } from "./webhooks.ts";

export interface StripeLocalOptions {
  /** Port of the server; a free port by default. */
  port?: number;
  host?: string;
  /** Address of the webhook; without one events are only recorded. */
  webhookUrl?: string;
  webhookSecret: string;
  secretKey?: string;
  /** Origin under which browsers reach the pages, if it differs from the server's address. */
  publicUrl?: string;
  /** Backoff before each retry of a delivery, ms. */
  retryDelaysMs?: readonly number[];
  /** File that keeps the state for the next start; without one the state ends with the process. */
  stateFile?: string;
}

export interface StripeLocal {
  url: string;
  secretKey: string;
  webhookSecret: string;
  control: Control;
  close(): Promise<void>;
}

/** A stand-in of Stripe, in memory: its API as the SDK calls it, its pages and its signed webhooks. */
export async function startStripeLocal({
  port = 0,
  host = "127.0.0.1",
  webhookUrl,
  webhookSecret,
  secretKey = "sk_test_local",
  publicUrl,
  retryDelaysMs,
  stateFile,
}: StripeLocalOptions): Promise<StripeLocal> {
  const app = Fastify({ forceCloseConnections: true });
  let url = "";
  const stand: Stand = {
    store: createStore(stateFile ? readState(stateFile) : {}),
    webhooks: createWebhooks({
      secret: webhookSecret,
      ...(webhookUrl !== undefined && { url: webhookUrl }),
      ...(retryDelaysMs && { retryDelaysMs }),
    }),
    publicUrl: () => (publicUrl ?? url).replace(/\/$/, ""),
  };
  const traffic: ApiTraffic = { requests: [], faults: [] };
  const control = createControl(stand, traffic);

  // Forms stay text: the API and the pages parse brackets in different ways.
  app.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, body, done) =>
    done(null, body),
  );
  app.addHook("onRequest", async () => control.catchUp());
  if (stateFile) app.addHook("onSend", async () => writeDurably(stateFile, JSON.stringify(stand.store.snapshot())));
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof ApiError) return reply.code(error.status).send({ error: error.body });
    console.error(error);
    return reply.code(500).send({ error: { type: "api_error", message: String(error) } });
  });
  serveApi(app, { store: stand.store, secretKey, routes: apiRoutes(stand), traffic });
  app.register(async (pages) => servePages(pages, stand));
  serveControl(app, control);

  await app.listen({ port, host });
  url = `http://${host}:${(app.server.address() as AddressInfo).port}`;
  return {
    url,
    secretKey,
    webhookSecret,
    control,
    async close() {
      await stand.webhooks.close();
      await app.close();
    },
  };
}
