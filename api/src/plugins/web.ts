import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { AppError } from "@ecotrim/contracts/errors";
import type { Website } from "@ecotrim/contracts/website/company";
import { PAGES, type PageInfo, pageAt, UNKNOWN_PAGE } from "@ecotrim/contracts/website/pages";
import { SAMPLE_FILE } from "@ecotrim/present/reports/sample";
import { renderPage } from "@ecotrim/present/website/head";
import { websiteOf } from "@ecotrim/server/env/website";
import fastifyStatic from "@fastify/static";
import type { FastifyReply, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import type { Deps } from "../deps.ts";
import { robotsTxt, sitemapXml } from "./crawlers.ts";
import { sendError } from "./errors.ts";
import { CHECKED_EACH_TIME, type Prepared, prepare, sendPrepared } from "./prepared.ts";

const WEB_ROOT = fileURLToPath(new URL("../../../web/dist", import.meta.url));

/** Paths of files and services: a missing one is an error, not a screen of the web. */
const NOT_A_SCREEN = /^\/(api|assets|ops|socket\.io|health|ready)(\/|\?|$)/;

/** Whether a request asks for a screen of the web, unknown ones included. */
export const asksForScreen = (method: string, url: string): boolean =>
  ["GET", "HEAD"].includes(method) && !NOT_A_SCREEN.test(url);

/**
 * Serves the built web. Browsers cache hashed files for ever and revalidate the rest. Every screen's address answers
 * the one page, with the title and description of that address. Without a build only the API answers.
 */
export const web = fp(async (app, { root = WEB_ROOT, env }: { root?: string } & Pick<Deps, "env">) => {
  const website = websiteOf(env);
  const template = join(root, "index.html");
  const sample = join(root, SAMPLE_FILE);
  const built = existsSync(template);
  const pages = built ? await renderPages(readFileSync(template, "utf8"), website) : new Map<PageInfo, RenderedPage>();
  if (!built) app.log.warn("the web is not built, only the API answers");
  else
    await app.register(fastifyStatic, {
      root,
      wildcard: false,
      // `index.html` is rendered for each address instead.
      globIgnore: ["index.html"],
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        const hashed = path.startsWith(join(root, "assets", "/"));
        reply.setHeader("cache-control", hashed ? "public, max-age=31536000, immutable" : CHECKED_EACH_TIME);
        if (path === sample) asDocument(reply);
      },
    });

  const forCrawlers = { "/robots.txt": ["text/plain", robotsTxt], "/sitemap.xml": ["application/xml", sitemapXml] };
  for (const [path, [type, write]] of Object.entries(forCrawlers) as [string, [string, (website: Website) => string]][])
    app.get(path, { schema: { hide: true } }, async (_request, reply) =>
      reply.type(`${type}; charset=utf-8`).header("cache-control", CHECKED_EACH_TIME).send(write(website)),
    );

  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    const page = asksForScreen(request.method, request.url) && pages.get(pageAt(request.url.replace(/[?#].*/, "")));
    return page ? sendPage(page, request, reply) : sendError(new AppError("NOT_FOUND"), request, reply);
  });
});

/**
 * A browser shows a PDF within a page of its own, whose styles and parts our policy would forbid; it must still not be
 * framed. Search engines list the page that explains it.
 */
function asDocument(reply: { setHeader(name: string, value: string): void }): void {
  reply.setHeader("content-security-policy", "frame-ancestors 'none'");
  reply.setHeader("x-robots-tag", "noindex");
}

interface RenderedPage extends Prepared {
  indexed: boolean;
}

/** Every page, rendered in advance: nothing in it depends on the caller. */
async function renderPages(template: string, website: Website): Promise<Map<PageInfo, RenderedPage>> {
  const rendered = [...PAGES, UNKNOWN_PAGE].map(async (page): Promise<[PageInfo, RenderedPage]> => {
    return [page, { indexed: page.indexed, ...(await prepare(renderPage(template, page, website))) }];
  });
  return new Map(await Promise.all(rendered));
}

function sendPage(page: RenderedPage, request: FastifyRequest, reply: FastifyReply) {
  if (!page.indexed) reply.header("x-robots-tag", "noindex");
  return sendPrepared(page, "text/html; charset=utf-8", request, reply);
}
