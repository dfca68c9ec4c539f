import type { Company, Website } from "@ecotrim/contracts/website/company";
import { documentTitle, type PageInfo } from "@ecotrim/contracts/website/pages";
import { escapeHtml } from "../html.ts";
import { firstWords, PRODUCT } from "./first-words.ts";

/** Placeholders in `index.html` for the content that differs from page to page. */
const HEAD_MARK = "<!--page-->";
const WORDS_MARK = "<!--words-->";
/** Image of link previews; in `web/public`. */
const IMAGE = { path: "/og-image.png", width: 1200, height: 630 };
const IMAGE_ALT = "EcoTrim: energía de la fotovoltaica a la fábrica y a la batería, hora a hora";

/** A link of the build that only pages below an address need. */
const PAGE_LINK = /<link [^>]*data-page="([^"]+)"[^>]*>\s*/g;

/**
 * The HTML of a page: the built `index.html` with its metadata for search engines, link previews and the page itself, and
 * with its first words. Links to the code of other pages are left out.
 */
export function renderPage(template: string, page: PageInfo, website: Website): string {
  // Replacement functions, since `replace` reads dollar signs in a text as patterns.
  return template
    .replace(PAGE_LINK, (link, below: string) => (page.path.startsWith(below) ? link : ""))
    .replace(HEAD_MARK, () => head(page, website))
    .replace(WORDS_MARK, () => firstWords(page));
}

function head(page: PageInfo, website: Website): string {
  const url = absolute(website, page.canonical ?? page.path);
  const title = documentTitle(page);
  const properties = {
    "og:type": "website",
    "og:site_name": PRODUCT,
    "og:locale": "es_ES",
    "og:title": title,
    "og:description": page.description,
    "og:url": url,
    "og:image": absolute(website, IMAGE.path),
    "og:image:type": "image/png",
    "og:image:width": String(IMAGE.width),
    "og:image:height": String(IMAGE.height),
    "og:image:alt": IMAGE_ALT,
  };
  return [
    `<title>${escapeHtml(title)}</title>`,
    `<meta name="description" content="${escapeHtml(page.description)}" />`,
    `<meta name="robots" content="${page.indexed ? "index, follow" : "noindex"}" />`,
    `<link rel="canonical" href="${escapeHtml(url)}" />`,
    ...Object.entries(properties).map(
      ([property, content]) => `<meta property="${property}" content="${escapeHtml(content)}" />`,
    ),
    `<meta name="twitter:card" content="summary_large_image" />`,
    ...(page.indexed ? [data(structure(page, website), 'type="application/ld+json"')] : []),
    data(website, 'type="application/json" id="website"'),
  ].join("\n    ");
}

/** Structured data of the page in the vocabulary of schema.org. */
function structure(page: PageInfo, website: Website): object {
  const id = (name: string) => `${absolute(website, "/")}#${name}`;
  const url = absolute(website, page.path);
  const isHome = page.path === "/";
  const graph: object[] = [
    organization(website, id("organization")),
    {
      "@type": "WebSite",
      "@id": id("website"),
      name: PRODUCT,
      url: absolute(website, "/"),
      inLanguage: "es-ES",
      publisher: { "@id": id("organization") },
    },
    {
      "@type": page.path === "/contacto" ? "ContactPage" : "WebPage",
      "@id": url,
      url,
      name: page.title,
      description: page.description,
      inLanguage: "es-ES",
      isPartOf: { "@id": id("website") },
    },
  ];
  if (isHome || page.path === "/calculadora")
    graph.push({
      "@type": "SoftwareApplication",
      "@id": id("calculator"),
      name: "Calculadora de hibridación industrial",
      url: absolute(website, "/calculadora"),
      applicationCategory: "BusinessApplication",
      operatingSystem: "Web",
      inLanguage: "es-ES",
      offers: { "@type": "Offer", price: "0", priceCurrency: "EUR" },
      provider: { "@id": id("organization") },
    });
  if (!isHome)
    graph.push({
      "@type": "BreadcrumbList",
      itemListElement: [
        { "@type": "ListItem", position: 1, name: "Inicio", item: absolute(website, "/") },
        { "@type": "ListItem", position: 2, name: page.title, item: url },
      ],
    });
  return { "@context": "https://schema.org", "@graph": graph };
}

function organization(website: Website, id: string): object {
  const { name, tradeName, taxId, address, phone, email }: Company = website.company;
  return {
    "@type": "Organization",
    "@id": id,
    name: tradeName,
    legalName: name,
    url: absolute(website, "/"),
    logo: absolute(website, "/icon-512.png"),
    taxID: taxId,
    email,
    ...(phone !== undefined && { telephone: phone }),
    address: {
      "@type": "PostalAddress",
      streetAddress: address.street,
      postalCode: address.postalCode,
      addressLocality: address.city,
      addressRegion: address.province,
      addressCountry: "ES",
    },
  };
}

const absolute = ({ publicUrl }: Pick<Website, "publicUrl">, path: string) => `${publicUrl}${path}`;

/** A data block, which browsers never run; its content is escaped, so that it cannot close the block. */
const data = (value: object, attributes: string) =>
  `<script ${attributes}>${JSON.stringify(value).replaceAll("<", "\\u003c")}</script>`;
