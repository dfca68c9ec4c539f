import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build, defaultServerConditions } from "vite";

/** Children that tests start again and again. */
const CHILDREN = ["doomed-worker", "worker-child"];

/**
 * Bundles the children once for the whole run, from the sources of now: Node starts one file in half the time it takes
 * to translate hundreds. Where it returns, `<dir>/<child>.js` may be run.
 */
export async function bundleChildren(): Promise<{ dir: string; remove(): void }> {
  // Inside the packages, so that what the children import from there is found.
  const dir = mkdtempSync(join("node_modules", ".ecotrim-children-"));
  await build({
    configFile: false,
    logLevel: "error",
    ssr: { resolve: { conditions: ["source", ...defaultServerConditions] } },
    build: {
      ssr: true,
      outDir: dir,
      rolldownOptions: { input: CHILDREN.map((child) => `tests/support/${child}.ts`) },
    },
  });
  return { dir, remove: () => rmSync(dir, { recursive: true }) };
}
