import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { AppError } from "@ecotrim/shared/errors";
import fastifyStatic from "@fastify/static";
import type { FastifyReply, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { sendError } from "./errors.ts";

const WEB_ROOT = fileURLToPath(new URL("../../../web/dist", import.meta.url));

/** Paths of files and services: what is missing there is an error, not a screen of the web. */
const NOT_A_SCREEN = /^\/(api|assets|socket\.io|health|ready)(\/|\?|$)/;

/**
 * Serves the built web: hashed files for ever, the rest checked each time, and the one page for every address
 * that is a screen. Without a build only the API answers.
 */
export const web = fp(async (app, { root = WEB_ROOT }: { root?: string }) => {
  const built = existsSync(join(root, "index.html"));
  if (!built) app.log.warn("the web is not built, only the API answers");
  else
    await app.register(fastifyStatic, {
      root,
      wildcard: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        const hashed = path.startsWith(join(root, "assets", "/"));
        reply.setHeader("cache-control", hashed ? "public, max-age=31536000, immutable" : "no-cache");
      },
    });

  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    const isScreen = ["GET", "HEAD"].includes(request.method) && !NOT_A_SCREEN.test(request.url);
    return built && isScreen ? reply.sendFile("index.html") : sendError(new AppError("NOT_FOUND"), request, reply);
  });
});
