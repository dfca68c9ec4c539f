import type { Website } from "@ecotrim/contracts/website/company";
import { PAGES } from "@ecotrim/contracts/website/pages";

/** The site map: the pages that search engines may index. */
export function sitemapXml({ publicUrl }: Pick<Website, "publicUrl">): string {
  const urls = PAGES.filter(({ indexed }) => indexed).map(({ path }) => `  <url><loc>${publicUrl}${path}</loc></url>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    "</urlset>",
    "",
  ].join("\n");
}

/**
 * Disallows the API and personal pages. Other pages with `noindex` stay allowed, those with tokens above all: a crawler
 * must read a page to learn that it must not index it.
 */
export function robotsTxt({ publicUrl }: Pick<Website, "publicUrl">): string {
  const closed = PAGES.filter(({ personal }) => personal).map(({ path }) => `Disallow: ${path.replace(/:.*/, "")}`);
  return ["User-agent: *", "Disallow: /api/", ...closed, "", `Sitemap: ${publicUrl}/sitemap.xml`, ""].join("\n");
}
