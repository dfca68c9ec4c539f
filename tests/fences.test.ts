import { readdirSync, readFileSync } from "node:fs";
import { join, normalize } from "node:path";
import { describe, expect, test } from "vitest";

/** Who may import what; the innermost zone a file lies in decides. Tests may reach further than what they test. */
const SHARED = ["shared/src", "shared/src/engine"];
const ZONES: Record<string, { zones: string[]; packages: RegExp }> = {
  "shared/src": { zones: SHARED, packages: /^typebox(\/|$)/ },
  "shared/src/engine": { zones: SHARED, packages: /^(typebox(\/|$)|suncalc$)/ },
  "shared/src/server": {
    zones: [...SHARED, "shared/src/server"],
    packages:
      /^(node:|typebox(\/|$)|@zxcvbn-ts\/|(typeorm|pg|pg-copy-streams|bullmq|ioredis|csv-parse\/sync|pino|prom-client|stripe)$)/,
  },
  "api/src": { zones: [...SHARED, "shared/src/server", "api/src"], packages: declaredBy("api", "tsx/esm/api") },
  "worker/src": {
    zones: [...SHARED, "shared/src/server", "worker/src", "worker/src/solver"],
    packages: declaredBy("worker", "tsx/esm/api"),
  },
  "worker/src/solver": { zones: [...SHARED, "worker/src/solver"], packages: /^(node:|(highs|piscina|tsx\/esm\/api)$)/ },
  "web/src": { zones: [...SHARED, "web/src"], packages: declaredBy("web") },
};

/** Packages the workspace names in its own package.json, `others`, and Node's where it runs on Node. */
function declaredBy(workspace: string, ...others: string[]): RegExp {
  const { dependencies } = JSON.parse(readFileSync(`${workspace}/package.json`, "utf8"));
  const names = [...Object.keys(dependencies).filter((name) => !name.startsWith("@ecotrim/")), ...others];
  return new RegExp(`^(${workspace === "web" ? "" : "node:|"}(${names.join("|")})(/|$))`);
}

interface Import {
  file: string;
  /** Path in the repository, or the name of a package. */
  target: string;
}

const IMPORT = /\bfrom\s+"([^"]+)"|\bimport\s*\(\s*"([^"]+)"|^import\s+"([^"]+)"/gm;

const sources = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((name) => /(?<!\.(test|fixture))\.(ts|tsx|mjs)$/.test(name));

const files = ["shared/src", "api/src", "worker/src", "web/src"].flatMap(sources);

function importsOf(file: string): Import[] {
  return [...readFileSync(file, "utf8").matchAll(IMPORT)].map(([, from, dynamic, bare]) => {
    const specifier = (from ?? dynamic ?? bare) as string;
    if (specifier.startsWith(".")) return { file, target: normalize(join(file, "..", specifier)) };
    return { file, target: specifier.replace(/^@ecotrim\/(\w+)\//, "$1/src/") };
  });
}

const zoneOf = (path: string): string | undefined =>
  Object.keys(ZONES)
    .filter((zone) => path.startsWith(`${zone}/`))
    .sort((a, b) => b.length - a.length)[0];

const imports = files.flatMap(importsOf);
const shown = ({ file, target }: Import) => `${file} imports ${target}`;

/** `modules/simulations/` of `api/src/modules/simulations/routes.ts`. */
const part = (path: string, parent: string): string | undefined =>
  path.startsWith(`${parent}/`) ? path.slice(parent.length + 1).split("/")[0] : undefined;

describe("imports", () => {
  test("are found at all", () => {
    expect(imports.length).toBeGreaterThan(100);
    expect(imports).toContainEqual({ file: "shared/server/queue/queue.ts", target: "bullmq" });
    expect(imports).toContainEqual({ file: "shared/server/queue/queue.ts", target: "shared/contracts/errors.ts" });
  });

  test.each(Object.entries(ZONES))("of %s stay within its fence", (zone, fence) => {
    const strays = imports
      .filter(({ file }) => zoneOf(file) === zone)
      .filter(({ target }) => {
        const targetZone = zoneOf(target);
        return targetZone ? !fence.zones.includes(targetZone) : !fence.packages.test(target);
      });
    expect(strays.map(shown)).toEqual([]);
  });

  test("reach another module of the API only through its service", () => {
    const strays = imports.filter(({ file, target }) => {
      const [from, to] = [part(file, "api/src/modules"), part(target, "api/src/modules")];
      return from && to && from !== to && !target.endsWith("/service.ts");
    });
    expect(strays.map(shown)).toEqual([]);
  });

  test("never reach from one feature of the web into another", () => {
    const strays = imports.filter(({ file, target }) => {
      const [from, to] = [part(file, "web/src/features"), part(target, "web/src/features")];
      return from && to && from !== to;
    });
    expect(strays.map(shown)).toEqual([]);
  });
});

test("the engine knows neither clock nor chance nor environment", () => {
  const impure = /\bDate\.now\(|new Date\(\)|Math\.random\(|performance\.now\(|\bprocess\.|\bfetch\(/;
  const strays = sources("shared/src/engine").filter((file) => impure.test(readFileSync(file, "utf8")));
  expect(strays).toEqual([]);
});
