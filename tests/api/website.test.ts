import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { documentTitle, FIRST_QUESTION_PATH, PAGES, type PageInfo } from "@ecotrim/contracts/website/pages";
import { PREMIUM_CHAPTERS } from "@ecotrim/present/reports/chapters";
import { SAMPLE_FILE } from "@ecotrim/present/reports/sample";
import { CONTACT_WORDS, FIRST_QUESTION, LANDING_WORDS } from "@ecotrim/present/website/first-words";
import { readSettings } from "@ecotrim/server/env/env";
import { websiteOf } from "@ecotrim/server/env/website";
import { Window } from "happy-dom";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sampleReport } from "../../worker/src/sample/sample-report.ts";
import { openApp, type TestApp } from "../support/app.ts";
import { FULL } from "../support/full.ts";
import { testServices } from "../support/services.ts";

const services = testServices("postgres");
const PUBLIC_URL = "https://ecotrim.test";
/** A name that breaks a page which does not escape it. */
const COMPANY_NAME = `</script><script>alert("1")</script> & 'Hijos', S.L. $&`;
const TOKEN = "a-token_nobody-may-see";
/** Headings that come with the HTML. */
const FIRST_HEADINGS: Record<string, string> = {
  "/": LANDING_WORDS.heading,
  [FIRST_QUESTION_PATH]: FIRST_QUESTION.heading,
  "/contacto": CONTACT_WORDS.heading,
};

let api: TestApp;
let webRoot: string;
beforeAll(async () => {
  // The tests serve a copy, since a build during the run would replace the files.
  webRoot = mkdtempSync(join(tmpdir(), "ecotrim-web-"));
  cpSync("web/dist", webRoot, { recursive: true });
  api = await openApp(services, { webRoot, settings: { PUBLIC_URL, COMPANY_NAME } });
});
afterAll(async () => {
  await api.close();
  rmSync(webRoot, { recursive: true });
});

/** The address of a page with its path parameters filled in. */
const addressOf = ({ path }: PageInfo) => path.replace(":step", "3").replace(":token", TOKEN);

/** A page as a program without JavaScript reads it. */
async function read(address: string) {
  const { status, headers, text } = await api.call("GET", address);
  const { document } = new Window({ settings: { disableJavaScriptEvaluation: true } });
  document.write(text);
  const meta = (name: string) =>
    document.querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.getAttribute("content");
  const json = (selector: string) => JSON.parse(document.querySelector(selector)?.textContent ?? "null");
  const canonical = document.querySelector('link[rel="canonical"]')?.getAttribute("href");
  return { status, headers, text, document, meta, json, canonical };
}

test("the sample of the premium report is that of this source, and browsers may show it", async () => {
  const { status, headers, bytes } = await api.call("GET", SAMPLE_FILE);
  expect(status).toBe(200);
  expect(headers["content-type"]).toContain("application/pdf");
  expect(headers).toMatchObject({
    "content-security-policy": "frame-ancestors 'none'",
    "x-robots-tag": "noindex",
    "cache-control": "no-cache",
    etag: expect.any(String),
  });
  const served = await textOf(bytes);
  // Compared by their words, since versions of Node compress alike but not the same. `npm test` has just built it.
  if (FULL) expect(served === (await textOf(await sampleReport()))).toBe(true);
  for (const part of ["Ejemplo: planta inventada", ...Object.values(PREMIUM_CHAPTERS).map(({ title }) => title)])
    expect(served.includes(part), part).toBe(true);
  const first = await read("/informe-ejemplo");
  expect(first.document.title).toContain("ejemplo");
}, 120_000);

async function textOf(file: Buffer): Promise<string> {
  const pdf = await getDocument({ data: new Uint8Array(file), verbosity: 0 }).promise;
  const pages: string[] = [];
  for (let number = 1; number <= pdf.numPages; number++) {
    const { items } = await (await pdf.getPage(number)).getTextContent();
    pages.push(items.map((item) => ("str" in item ? item.str : "")).join(" "));
  }
  await pdf.destroy();
  return pages.join("\n");
}

test("every part of the component library that the code uses has its styles", () => {
  const built = (ending: string) =>
    readdirSync(join(webRoot, "assets"))
      .filter((name) => name.endsWith(ending))
      .map((name) => readFileSync(join(webRoot, "assets", name), "utf8"))
      .join("\n");
  const classesIn = (text: string) => new Set(text.match(/\bm_[0-9a-f]{6,8}\b/g));
  const known = classesIn(readFileSync("node_modules/@mantine/core/styles.css", "utf8"));
  const used = [...classesIn(built(".js"))].filter((name) => known.has(name));
  expect(used.length).toBeGreaterThan(100);
  const styled = classesIn(built(".css"));
  expect(used.filter((name) => !styled.has(name))).toEqual([]);
});

describe("every page as served", () => {
  test.each(PAGES.map((page) => [page.path, page] as const))("the page %s says what it is", async (_path, page) => {
    const { status, headers, document, meta, canonical } = await read(addressOf(page));
    expect(status).toBe(200);
    expect(document.title).toBe(documentTitle(page));
    expect(document.querySelectorAll("title, meta[name=description], link[rel=canonical]")).toHaveLength(3);
    expect(meta("description")).toBe(page.description);
    expect(canonical).toBe(`${PUBLIC_URL}${page.canonical ?? page.path}`);
    expect(document.querySelector("#root h1")?.textContent).toBe(FIRST_HEADINGS[page.path]);
    // The code of a route is fetched at once where it is wanted, and nowhere else.
    const ofRoutes = [...document.querySelectorAll("link[data-page]")].map((link) => link.getAttribute("href"));
    expect(ofRoutes.some((file) => /step-route.*\.js$/.test(file ?? ""))).toBe(
      /^\/calculadora\/paso\//.test(page.path),
    );
    expect(ofRoutes.filter((file) => !existsSync(join(webRoot, file!)))).toEqual([]);
    expect(meta("robots")).toBe(page.indexed ? "index, follow" : "noindex");
    expect(headers["x-robots-tag"]).toBe(page.indexed ? undefined : "noindex");
    expect(headers["cache-control"]).toBe("no-cache");
    expect({
      title: meta("og:title"),
      description: meta("og:description"),
      url: meta("og:url"),
      image: meta("og:image"),
      locale: meta("og:locale"),
      type: meta("og:type"),
      card: meta("twitter:card"),
    }).toEqual({
      title: document.title,
      description: page.description,
      url: canonical,
      image: `${PUBLIC_URL}/og-image.png`,
      locale: "es_ES",
      type: "website",
      card: "summary_large_image",
    });
  });

  test("an unknown address shows Home, is not to be indexed, and names Home as its address", async () => {
    for (const address of ["/no-existe", "/index.html", "/compartido/a/b"]) {
      const { document, meta, canonical, headers } = await read(address);
      expect(document.title).toBe((await read("/")).document.title);
      expect([meta("robots"), headers["x-robots-tag"], canonical]).toEqual(["noindex", "noindex", `${PUBLIC_URL}/`]);
    }
  });

  test("no part of an address comes back in the page", async () => {
    for (const address of [`/compartido/${TOKEN}`, `/restablecer?token=${TOKEN}`, `/${TOKEN}`, `/contacto?x=${TOKEN}`])
      expect((await read(address)).text).not.toContain(TOKEN);
    expect((await read("/contacto?x=1")).canonical).toBe(`${PUBLIC_URL}/contacto`);
  });

  test("every page has its scripts and styles in files, and beside them blocks of data only", async () => {
    const { document } = await read("/");
    const inline = [...document.querySelectorAll("script:not([src])")].map((script) => script.getAttribute("type"));
    expect(inline).toEqual(["application/ld+json", "application/json"]);
    expect(document.querySelectorAll("style, [style], [onload], [onclick]")).toHaveLength(0);
  });
});

describe("what the page is told of where it runs", () => {
  test("the page is told the company and the addresses of the settings, whatever is written in them", async () => {
    const { json, text } = await read("/privacidad");
    expect(json("#website")).toEqual(websiteOf(readSettings({ PUBLIC_URL, COMPANY_NAME })));
    expect(text).not.toContain("<script>alert");
  });

  test("the page is told of no telephone where there is none", async () => {
    expect((await read("/")).json("#website").company).not.toHaveProperty("phone");
  });
});

describe("structured data", () => {
  type Thing = Record<string, unknown> & { "@type": string };
  const things = async (address: string): Promise<Thing[]> =>
    (await read(address)).json('script[type="application/ld+json"]')["@graph"];
  const typesOf = async (address: string) => (await things(address)).map((thing) => thing["@type"]);

  test("structured data tell of company, site and calculator on Home", async () => {
    const graph = await things("/");
    expect(graph.map((thing) => thing["@type"])).toEqual(["Organization", "WebSite", "WebPage", "SoftwareApplication"]);
    expect(graph[0]).toMatchObject({
      legalName: COMPANY_NAME,
      taxID: "B00000000",
      logo: `${PUBLIC_URL}/icon-512.png`,
      address: { addressLocality: "Alcobendas", addressCountry: "ES" },
    });
    expect(graph[3]).toMatchObject({ url: `${PUBLIC_URL}/calculadora`, offers: { price: "0", priceCurrency: "EUR" } });
  });

  test("structured data tell where a page stands, and which one is for contact", async () => {
    expect(await typesOf("/contacto")).toEqual(["Organization", "WebSite", "ContactPage", "BreadcrumbList"]);
    expect(await typesOf("/calculadora")).toContain("SoftwareApplication");
    const [, , , breadcrumbs] = await things("/privacidad");
    expect(breadcrumbs).toMatchObject({
      itemListElement: [
        { position: 1, item: `${PUBLIC_URL}/` },
        { position: 2, name: "Política de privacidad", item: `${PUBLIC_URL}/privacidad` },
      ],
    });
  });

  test("structured data are not given for pages that are not to be indexed", async () => {
    for (const address of ["/mi-area", `/compartido/${TOKEN}`, "/no-existe"])
      expect((await read(address)).document.querySelector('script[type="application/ld+json"]')).toBeNull();
  });

  test("structured data name no thing that they do not describe", async () => {
    const graph = JSON.stringify(await things("/contacto"));
    const named = [...graph.matchAll(/\{"@id":"([^"]+)"\}/g)].map(([, id]) => id);
    expect(named.length).toBeGreaterThan(0);
    for (const id of named) expect(graph).toContain(`"@id":"${id}",`);
  });
});

describe("for crawlers", () => {
  test("the site map lists the pages to be indexed, each where it says it is", async () => {
    const { status, headers, text } = await api.call("GET", "/sitemap.xml");
    expect([status, headers["content-type"]]).toEqual([200, "application/xml; charset=utf-8"]);
    const listed = [...text.matchAll(/<loc>(.+?)<\/loc>/g)].map(([, address]) => address as string);
    expect(listed).toEqual(PAGES.filter(({ indexed }) => indexed).map(({ path }) => `${PUBLIC_URL}${path}`));
    for (const address of listed) expect((await read(address.slice(PUBLIC_URL.length))).canonical).toBe(address);
  });

  test("robots.txt closes the API and personal pages, leaves public ones open, and names the site map", async () => {
    const { headers, text } = await api.call("GET", "/robots.txt");
    expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
    expect(text).toContain(`\nSitemap: ${PUBLIC_URL}/sitemap.xml\n`);
    const closed = [...text.matchAll(/^Disallow: (.+)$/gm)].map(([, path]) => path as string);
    expect(closed).toEqual(
      expect.arrayContaining(["/api/", "/mi-area", "/historial-simulaciones", "/simulacion/", "/comparar"]),
    );
    for (const { path } of PAGES.filter(({ indexed }) => indexed))
      expect(closed.filter((start) => path.startsWith(start))).toEqual([]);
  });
});

describe("on the way", () => {
  test("a page comes compressed as its reader likes best, and says so to caches", async () => {
    const plain = await api.call("GET", "/contacto");
    expect(plain.headers["content-encoding"]).toBeUndefined();
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync };
    for (const [accepted, encoding] of [
      ["gzip, deflate, br, zstd", "br"],
      ["gzip", "gzip"],
      ["br;q=0, gzip", "gzip"],
    ] as const) {
      const answer = await api.app.inject({ url: "/contacto", headers: { "accept-encoding": accepted } });
      expect(answer.headers["content-encoding"]).toBe(encoding);
      expect(answer.headers.vary).toContain("accept-encoding");
      expect(unpack[encoding](answer.rawPayload).toString()).toBe(plain.text);
    }
  });

  test("a page that has not changed is not sent again", async () => {
    const { headers } = await api.call("GET", "/contacto");
    const again = await api.call("GET", "/contacto", { headers: { "if-none-match": String(headers.etag) } });
    expect([again.status, again.text]).toEqual([304, ""]);
    const other = await api.call("GET", "/legal", { headers: { "if-none-match": String(headers.etag) } });
    expect(other.status).toBe(200);
  });

  test("files of the build are cached for ever; text among them was compressed ahead of time", async () => {
    const files = readdirSync(join(webRoot, "assets"));
    const one = (pattern: RegExp) => `/assets/${files.find((name) => pattern.test(name))}`;
    for (const [path, compressed] of [
      [one(/\.js$/), "br"],
      [one(/\.css$/), "br"],
      [one(/^inter-latin-opsz-normal.*\.woff2$/), undefined],
    ] as const) {
      const answer = await api.app.inject({ url: path, headers: { "accept-encoding": "gzip, br" } });
      expect([answer.statusCode, answer.headers["cache-control"], answer.headers["content-encoding"]]).toEqual([
        200,
        "public, max-age=31536000, immutable",
        compressed,
      ]);
      if (compressed) expect(answer.rawPayload).toEqual(readFileSync(join(webRoot, `${path}.${compressed}`)));
    }
  });

  test("the page itself asks for the font of the first words and for the code", async () => {
    const { document } = await read("/");
    const hrefs = [...document.querySelectorAll("link[rel=preload][as=font], link[rel=stylesheet], script[src]")].map(
      (element) => element.getAttribute("href") ?? element.getAttribute("src") ?? "",
    );
    expect(hrefs).toHaveLength(3);
    for (const href of hrefs) expect((await api.call("GET", href)).status).toBe(200);
  });
});

describe("pictures of the site", () => {
  /** Width and height of a PNG, from its header. */
  const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)];
  const fetchPng = async (path: string) => {
    const { statusCode, headers, rawPayload } = await api.app.inject({ url: path });
    expect([statusCode, headers["content-type"]]).toEqual([200, "image/png"]);
    return rawPayload;
  };

  test("the picture of links has the size it is said to have", async () => {
    const { meta } = await read("/");
    const picture = await fetchPng(String(meta("og:image")).slice(PUBLIC_URL.length));
    expect(sizeOf(picture)).toEqual([Number(meta("og:image:width")), Number(meta("og:image:height"))]);
    expect(sizeOf(picture)).toEqual([1200, 630]);
  });

  test("the icons and the manifest of the page are there, in the sizes they name", async () => {
    const { document } = await read("/");
    for (const icon of document.querySelectorAll("link[rel=icon]"))
      expect((await api.call("GET", String(icon.getAttribute("href")))).headers["content-type"]).toMatch(/^image\//);
    const apple = String(document.querySelector("link[rel=apple-touch-icon]")?.getAttribute("href"));
    expect(sizeOf(await fetchPng(apple))).toEqual([180, 180]);
    const answer = await api.call("GET", String(document.querySelector("link[rel=manifest]")?.getAttribute("href")));
    expect(answer.headers["content-type"]).toMatch(/^application\/manifest\+json/);
    const icons: { src: string; sizes: string; type: string }[] = answer.json().icons;
    for (const { src, sizes } of icons.filter(({ type }) => type === "image/png"))
      expect(sizeOf(await fetchPng(src)).join("x")).toBe(sizes);
  });
});
