import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import react from "@vitejs/plugin-react";
import { defaultClientConditions, defineConfig, type Plugin } from "vite";
import { pageAt } from "../shared/contracts/website/pages.ts";
import { SAMPLE_FILE } from "../shared/present/reports/sample.ts";
import { renderPage } from "../shared/present/website/head.ts";
import { readSettings } from "../shared/server/env/env.ts";
import { websiteOf } from "../shared/server/env/website.ts";
import { themeVariables } from "./src/theme.ts";

const API_URL = process.env.API_URL ?? "http://127.0.0.1:3000";

/** Libraries every page needs, kept apart from our own code so that a release does not make browsers fetch them again. */
const VENDOR = /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|@tanstack)\//;

/** What may be fetched together where many pages use it: a page may ask for some that it does not need. */
const SHARED = /web\/src\/(lib|ui)\/|shared\/(contracts|present)\/|@mantine/;

/**
 * Writes a brotli and a gzip copy beside each text file, so that the API serves them as they are. Only once the files
 * are written: other plugins change the code until then.
 */
const compressed = (): Plugin => ({
  name: "compressed",
  apply: "build",
  async writeBundle({ dir = "" }) {
    const names = await readdir(dir, { recursive: true });
    for (const name of names.filter((name) => /\.(js|css|svg|webmanifest)$/.test(name))) {
      const path = join(dir, name);
      const source = await readFile(path);
      await writeFile(`${path}.br`, await promisify(brotliCompress)(source));
      await writeFile(`${path}.gz`, await promisify(gzip)(source));
    }
  },
});

/** Says in development what the API says of a page when it serves the build. */
const pageHead = (): Plugin => ({
  name: "page-head",
  apply: "serve",
  transformIndexHtml: (html, { originalUrl = "/" }) => {
    const settings = readSettings();
    const { pathname } = new URL(originalUrl, API_URL);
    return renderPage(html, pageAt(pathname), websiteOf({ PUBLIC_URL: API_URL, ...settings }));
  },
});

/** Pages that begin with code of their own, by the module that their route loads. */
const ROUTE_MODULES = {
  "/calculadora/paso/": "/features/calculator/step-route.tsx",
  "/contacto": "/features/contact/contact-page.tsx",
};

/** Has the code and styles of those pages fetched beside the shell's, not after it has run. */
const routeModules = (): Plugin => ({
  name: "route-modules",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler: (html, { bundle = {} }) =>
      Object.entries(ROUTE_MODULES).flatMap(([page, module]) => {
        const files = new Set<string>();
        const collect = (name: string) => {
          const chunk = bundle[name];
          if (chunk?.type !== "chunk" || files.has(name)) return;
          files.add(name);
          for (const sheet of chunk.viteMetadata?.importedCss ?? []) files.add(sheet);
          chunk.imports.forEach(collect);
        };
        for (const chunk of Object.values(bundle))
          if (chunk.type === "chunk" && chunk.facadeModuleId?.endsWith(module)) collect(chunk.fileName);
        return [...files]
          .filter((name) => !html.includes(`/${name}"`))
          .map((name) => ({
            tag: "link",
            injectTo: "head" as const,
            attrs: {
              rel: name.endsWith(".css") ? "stylesheet" : "modulepreload",
              crossorigin: "",
              href: `/${name}`,
              "data-page": page,
            },
          }));
      }),
  },
});

/** Has the font of the first words fetched beside the code, not after the styles. */
const preloadedFont = (): Plugin => ({
  name: "preloaded-font",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler: (_html, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((name) => /inter-latin-opsz-normal.*\.woff2$/.test(name))
        .map((name) => ({
          tag: "link",
          injectTo: "head-prepend",
          attrs: { rel: "preload", as: "font", type: "font/woff2", href: `/${name}`, crossorigin: "" },
        })),
  },
});

/** The variables of the theme as a style sheet of the build. */
const themeSheet = (): Plugin => {
  const name = "virtual:theme-variables.css";
  return {
    name: "theme-sheet",
    resolveId: (id) => (id === name ? name : undefined),
    load: (id) => (id === name ? themeVariables() : undefined),
  };
};

export default defineConfig({
  plugins: [react(), themeSheet(), compressed(), pageHead(), preloadedFont(), routeModules()],
  resolve: { conditions: ["source", ...defaultClientConditions] },
  server: {
    proxy: {
      "/api": API_URL,
      "/health": API_URL,
      [SAMPLE_FILE]: API_URL,
      "/socket.io": { target: API_URL, ws: true },
    },
  },
  // A thread too loads what only some files need when they need it.
  worker: { format: "es" },
  build: {
    outDir: "dist",
    target: "es2022",
    rolldownOptions: {
      output: {
        // By itself the bundler cuts a file for each set of pages that share some code: one page asked for sixty.
        codeSplitting: {
          groups: [
            { name: "vendor", test: VENDOR },
            { name: "shell", tags: ["$initial"] },
            { name: "shared", test: SHARED, minShareCount: 6 },
          ],
        },
      },
    },
  },
});
