import type { Website } from "@ecotrim/contracts/website/company";
import { PAGES } from "@ecotrim/contracts/website/pages";

/** What search engines may show. */
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
 * Where crawlers may not go: the API and what is personal. Other pages that are not to be shown stay open, those of
 * tokens above all: whoever may not read a page does not learn there that its address is not to be shown.
 */
export function robotsTxt({ publicUrl }: Pick<Website, "publicUrl">): string {
  const closed = PAGES.filter(({ personal }) => personal).map(({ path }) => `Disallow: ${path}`);
  return ["User-agent: *", "Disallow: /api/", ...closed, "", `Sitemap: ${publicUrl}/sitemap.xml`, ""].join("\n");
}
