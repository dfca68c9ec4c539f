import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const ROOT = join(import.meta.dirname, "../..");
/** A source of a package that is compiled; only the API and the worker keep theirs in a folder `src`. */
const SOURCE = /^(.*\/(?:shared\/\w+|api|worker)\/)(?:src\/)?(.*)\.ts$/;

/** What Node itself loads, without Vitest's transformation. */
export const BUILT = /\/(?:shared\/\w+|api|worker)\/dist\//;

/**
 * Gives suites our packages as they were compiled: they load in half the time, and loops of the engine run a tenth
 * faster. Tests and fixtures are not compiled and stay sources.
 */
export const builtModules: Plugin = {
  name: "built-modules",
  enforce: "pre",
  async resolveId(specifier, importer, options) {
    const fixture = /^@ecotrim\/(.*\.fixture)$/.exec(specifier);
    if (fixture) return join(ROOT, "shared", `${fixture[1]}.ts`);
    if (!importer || !specifier.startsWith(".")) return null;
    const resolved = await this.resolve(specifier, importer, { ...options, skipSelf: true });
    const [, folder, path] = SOURCE.exec(resolved?.id ?? "") ?? [];
    const built = `${folder}dist/${path}.js`;
    return path && existsSync(built) ? built : null;
  },
};
