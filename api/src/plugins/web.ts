import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { AppError } from "@ecotrim/shared/errors";
import fastifyStatic from "@fastify/static";
import type { FastifyReply, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { sendError } from "./errors.ts";

const WEB_ROOT = fileURLToPath(new URL("../../../web/dist", import.meta.url));

/** Paths of files and services: what is missing there is an error, not a screen of the web. */
const NOT_A_SCREEN = /^\/(api|assets|socket\.io|health|ready)(\/|\?|$)/;

/** In the page, where each answer's nonce goes; `web/index.html` has it in a meta element. */
const NONCE_PLACE = "__CSP_NONCE__";

/**
 * Serves the built web: hashed files for ever, other files checked each time, and the one page for every address
 * that is a screen. Without a build only the API answers.
 */
export const web = fp(async (app, { root = WEB_ROOT }: { root?: string }) => {
  const page = existsSync(`${root}/index.html`) ? readFileSync(`${root}/index.html`, "utf8") : undefined;
  if (page === undefined) app.log.warn("the web is not built, only the API answers");
  else
    await app.register(fastifyStatic, {
      root,
      wildcard: false,
      index: false,
      globIgnore: ["index.html"],
      cacheControl: false,
      setHeaders: (reply, path) => {
        const hashed = path.startsWith(`${root}/assets/`);
        reply.setHeader("cache-control", hashed ? "public, max-age=31536000, immutable" : "no-cache");
      },
    });

  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    const isScreen = ["GET", "HEAD"].includes(request.method) && !NOT_A_SCREEN.test(request.url);
    if (page === undefined || !isScreen) return sendError(new AppError("NOT_FOUND"), request, reply);
    // Kept nowhere: a kept page would hold another answer's nonce.
    return reply
      .code(200)
      .header("cache-control", "no-store")
      .type("text/html; charset=utf-8")
      .send(page.replaceAll(NONCE_PLACE, reply.cspNonce.style));
  });
});
