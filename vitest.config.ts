import { defaultClientConditions, defaultServerConditions } from "vite";
import { defineConfig } from "vitest/config";

/** Our packages are read from their sources, as in development. */
const resolve = { conditions: ["source", ...defaultServerConditions] };
/** From Node 25 on it has a `localStorage` of its own, which is undefined and hides that of the simulated browser. */
const withoutNodesStorage = process.allowedNodeEnvironmentFlags.has("--webstorage") ? ["--no-webstorage"] : [];
const servers = { globalSetup: "tests/support/global-setup.ts", hookTimeout: 60_000 };

export default defineConfig({
  test: {
    reporters: ["default"],
    projects: [
      {
        resolve,
        ssr: { resolve },
        test: {
          name: "unit",
          include: [
            "shared/*/**/*.test.ts",
            "{api,worker,web}/src/**/*.test.ts",
            "tests/*.test.ts",
            "scripts/**/*.test.ts",
          ],
          setupFiles: "tests/support/property-seed.ts",
          testTimeout: 30_000,
        },
      },
      {
        resolve: { conditions: ["source", ...defaultClientConditions] },
        ssr: { resolve: { conditions: ["source", ...defaultClientConditions] } },
        test: {
          name: "web",
          include: ["web/src/**/*.test.tsx"],
          environment: "happy-dom",
          execArgv: withoutNodesStorage,
          setupFiles: ["tests/support/website-data.ts", "tests/support/property-seed.ts"],
        },
      },
      {
        resolve,
        ssr: { resolve },
        test: {
          name: "integration",
          include: ["tests/{api,worker,queue,security,faults}/**/*.test.ts"],
          testTimeout: 30_000,
          ...servers,
        },
      },
      {
        resolve,
        ssr: { resolve },
        test: {
          name: "e2e",
          include: ["tests/e2e/**/*.test.ts"],
          testTimeout: 120_000,
          // After all others, since a browser wants the whole machine.
          sequence: { groupOrder: 1 },
          maxWorkers: 1,
          ...servers,
        },
      },
    ],
  },
});
