import { readdirSync, readFileSync } from "node:fs";
import { join, normalize } from "node:path";
import { expect, test } from "vitest";

/** Directions of imports that neither the packages' dependencies nor the linter decide. */

interface Import {
  file: string;
  /** Path in the repository, or the name of a package. */
  target: string;
}

const IMPORT = /\bfrom\s+"([^"]+)"|\bimport\s*\(\s*"([^"]+)"|^import\s+"([^"]+)"/gm;

/** Source files of the product; tests may import across the fences. */
const sources = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((name) => !/(^|\/)(node_modules|dist)\//.test(name) && /(?<!\.(test|fixture))\.(ts|tsx|mjs)$/.test(name));

const importsOf = (file: string): Import[] =>
  [...readFileSync(file, "utf8").matchAll(IMPORT)].map(([, from, dynamic, bare]) => {
    const specifier = (from ?? dynamic ?? bare) as string;
    return { file, target: specifier.startsWith(".") ? normalize(join(file, "..", specifier)) : specifier };
  });

const shown = ({ file, target }: Import): string => `${file} imports ${target}`;

/** `simulations` of `api/src/modules/simulations/routes.ts`. */
const part = (path: string, parent: string): string | undefined =>
  path.startsWith(`${parent}/`) ? path.slice(parent.length + 1).split("/")[0] : undefined;

/** Imports from one folder of `parent` into another. */
const crossing = (parent: string): (Import & { from: string; to: string })[] =>
  sources(parent)
    .flatMap(importsOf)
    .flatMap((one) => {
      const [from, to] = [part(one.file, parent), part(one.target, parent)];
      return from && to && from !== to ? [{ ...one, from, to }] : [];
    });

test("modules of the API reach each other only through service.ts", () => {
  const imports = crossing("api/src/modules");
  expect(imports).not.toEqual([]);
  expect(imports.filter(({ target }) => !target.endsWith("/service.ts")).map(shown)).toEqual([]);
});

/** Features that pages may import; every other feature is a page. */
const DOMAIN_FEATURES = [
  "account",
  "billing",
  "charts",
  "curve",
  "installations",
  "notifications",
  "offers",
  "results",
  "simulation-detail",
  "simulations",
];

test("features of the web import domain features, never a page", () => {
  const imports = crossing("web/src/features");
  expect(imports).not.toEqual([]);
  expect(imports.filter(({ to }) => !DOMAIN_FEATURES.includes(to)).map(shown)).toEqual([]);
});

test("features, components and lib of the web never import the app, nor the last two a feature", () => {
  const imports = crossing("web/src");
  expect(imports).not.toEqual([]);
  const above: Record<string, string[]> = {
    features: ["app"],
    ui: ["app", "features"],
    lib: ["app", "features", "ui"],
  };
  expect(imports.filter(({ from, to }) => above[from]?.includes(to)).map(shown)).toEqual([]);
});

test("engine and reader of curves know neither clock nor chance nor environment", () => {
  const impure = /\bDate\.now\(|new Date\(\)|Math\.random\(|performance\.now\(|\bprocess\.|\bfetch\(/;
  const files = [...sources("shared/engine"), ...sources("shared/curves")];
  expect(files).toEqual(expect.arrayContaining(["shared/engine/simulate.ts", "shared/curves/read-curve.ts"]));
  expect(files.filter((file) => impure.test(readFileSync(file, "utf8")))).toEqual([]);
});

/** How a thread is started; it knows nothing of the server. */
const THREADS = "@ecotrim/server/process/thread-program";

test("the solver reaches neither the server package nor the API, directly or through other files", () => {
  const seen = new Set(sources("worker/src/solver"));
  const imports: Import[] = [];
  // Iterating over a set also visits the elements added meanwhile.
  for (const file of seen)
    for (const one of importsOf(file)) {
      imports.push(one);
      if (/^worker\/.*\.(ts|mjs)$/.test(one.target)) seen.add(one.target);
    }
  expect(imports.map(({ target }) => target)).toContain("piscina");
  const reached = imports.filter(
    ({ target }) => /^(@ecotrim\/(server|api)\b|api\/)/.test(target) && target !== THREADS,
  );
  expect(reached.map(shown)).toEqual([]);
});

test("the web loads the reader of curves only when it is needed", () => {
  // Flags and statistics are a few lines without the reader.
  const eager = /^import (?!type )[^;]*from "@ecotrim\/curves\/(?!flags"|statistics")/m;
  expect('import { readCurve } from "@ecotrim/curves/read-curve";').toMatch(eager);
  // The program of a thread is loaded when the thread is started.
  const files = sources("web/src").filter((file) => !file.endsWith(".worker.ts"));
  expect(files.filter((file) => eager.test(readFileSync(file, "utf8")))).toEqual([]);
});
