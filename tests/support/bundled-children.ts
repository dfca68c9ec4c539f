import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build, defaultServerConditions } from "vite";

/** Children that tests start again and again. */
const CHILDREN = ["doomed-worker", "worker-child"];
/** Packages that look for their own files, or for other packages, when they start. */
const NOT_BUNDLED = ["typeorm", "pg", "pino", "prom-client", "bullmq", "ioredis"];

/**
 * Bundles the children once for the whole run, from the current sources with most packages: Node starts few files in a
 * fraction of the time of a thousand. `<dir>/<child>.js` can be run afterwards.
 */
export async function bundleChildren(): Promise<{ dir: string; remove(): void }> {
  // The bundle lies inside `node_modules`, so that its imports of packages are found.
  const dir = mkdtempSync(join("node_modules", ".ecotrim-children-"));
  await build({
    configFile: false,
    logLevel: "error",
    ssr: {
      resolve: { conditions: ["source", ...defaultServerConditions] },
      noExternal: true,
      external: NOT_BUNDLED,
    },
    build: {
      ssr: true,
      outDir: dir,
      rolldownOptions: { input: CHILDREN.map((child) => `tests/support/${child}.ts`) },
    },
  });
  return { dir, remove: () => rmSync(dir, { recursive: true }) };
}
