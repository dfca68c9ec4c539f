import { AppError } from "@ecotrim/contracts/errors";
import { IDEMPOTENCY_HEADER, REQUEST_ID_HEADER, SIMULATION_TOKEN_HEADER } from "@ecotrim/contracts/http";
import { publicUrl } from "@ecotrim/server/env/env";
import cors from "@fastify/cors";
import helmet from "@fastify/helmet";
import rateLimit from "@fastify/rate-limit";
import fp from "fastify-plugin";
import type { Deps } from "../deps.ts";
import { rateStore } from "./rate-store.ts";

const MINUTE_MS = 60_000;

/** Security headers, CORS and rate limits. Routes ask for a limit with `config: { rateLimit: { max } }`. */
export const security = fp(async (app, deps: Pick<Deps, "env" | "dataSource">) => {
  const { env } = deps;
  const site = publicUrl(env);
  const https = site.startsWith("https:");

  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // Some browsers do not count ws: as 'self' and need the socket's origin by name.
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
    // Browsers ignore these two headers on plain HTTP and warn about them.
    crossOriginOpenerPolicy: https,
    originAgentCluster: https,
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
  });

  if (env.CORS_ORIGINS)
    await app.register(cors, {
      origin: env.CORS_ORIGINS.split(","),
      methods: ["GET", "POST", "PUT", "DELETE"],
      allowedHeaders: ["content-type", "authorization", IDEMPOTENCY_HEADER, REQUEST_ID_HEADER, SIMULATION_TOKEN_HEADER],
      exposedHeaders: ["retry-after", REQUEST_ID_HEADER],
    });

  await app.register(rateLimit, {
    global: false,
    timeWindow: MINUTE_MS,
    store: rateStore(deps),
    // A request that cannot be counted is answered, or fails for the same reason.
    skipOnError: true,
    errorResponseBuilder: () => new AppError("RATE_LIMITED"),
  });
});
