import { AppError } from "@ecotrim/contracts/errors";
import {
  CURVE_TOKEN_HEADER,
  IDEMPOTENCY_HEADER,
  REQUEST_ID_HEADER,
  SIMULATION_TOKEN_HEADER,
} from "@ecotrim/contracts/http";
import { publicUrl } from "@ecotrim/server/env/env";
import cors from "@fastify/cors";
import helmet from "@fastify/helmet";
import rateLimit from "@fastify/rate-limit";
import type { onRequestAsyncHookHandler } from "fastify";
import fp from "fastify-plugin";
import type { Deps } from "../deps.ts";
import { callCounter, rateStore } from "./rate-store.ts";

const MINUTE_MS = 60_000;

declare module "fastify" {
  interface FastifyContextConfig {
    /** Counts a request of this route. */
    count?: onRequestAsyncHookHandler;
    /** A file of the build. */
    file?: string;
  }
}

/**
 * Headers, other origins and rates. A route's limit is `config: { rateLimit: { max } }`, `rateLimit: false` for none,
 * else RATE_LIMIT_PER_MINUTE. Register before whatever refuses requests.
 */
export const security = fp(async (app, deps: Pick<Deps, "env" | "dataSource">) => {
  const { env } = deps;
  const site = publicUrl(env);
  const https = site.startsWith("https:");

  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // Browsers that do not count ws: as 'self' need the socket's origin by name.
        connectSrc: ["'self'", site.replace(/^http/, "ws")],
        imgSrc: ["'self'", "data:"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(https && { upgradeInsecureRequests: [] }),
      },
    },
    strictTransportSecurity: https,
    // Browsers ignore these two, with a complaint, on plain HTTP.
    crossOriginOpenerPolicy: https,
    originAgentCluster: https,
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
  });

  if (env.CORS_ORIGINS)
    await app.register(cors, {
      origin: env.CORS_ORIGINS.split(","),
      methods: ["GET", "POST", "PUT", "PATCH", "DELETE"],
      allowedHeaders: [
        ...["content-type", "authorization", IDEMPOTENCY_HEADER, REQUEST_ID_HEADER],
        ...[SIMULATION_TOKEN_HEADER, CURVE_TOKEN_HEADER],
      ],
      exposedHeaders: ["retry-after", REQUEST_ID_HEADER],
    });

  app.addHook("onRoute", (route) => {
    // Files of the build cost less than counting them, a dozen a page.
    if (route.config?.file === undefined)
      route.config = { rateLimit: { max: env.RATE_LIMIT_PER_MINUTE }, ...route.config };
  });
  await app.register(rateLimit, {
    global: false,
    timeWindow: MINUTE_MS,
    store: rateStore(callCounter(deps)),
    // While the database is away requests go uncounted; they fail for the same reason.
    skipOnError: true,
    errorResponseBuilder: () => new AppError("RATE_LIMITED"),
  });
  // The plugin counts after a route's own hooks, which refuse whom nobody then would have counted.
  app.addHook("onRoute", (route) => {
    if (!route.config?.rateLimit) return;
    const hooks = [route.onRequest ?? []].flat();
    route.config = { ...route.config, count: hooks.pop() as onRequestAsyncHookHandler };
    route.onRequest = hooks;
  });
  app.addHook("onRequest", async (request, reply) => {
    await request.routeOptions.config.count?.call(app, request, reply);
  });
});
