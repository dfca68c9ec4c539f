import { availableParallelism } from "node:os";
import { defaultClientConditions, defaultServerConditions } from "vite";
import { configDefaults, defineConfig } from "vitest/config";
import { FULL } from "./tests/support/full.ts";

/** Our packages are read from their sources, as in development. */
const resolve = { conditions: ["source", ...defaultServerConditions] };
/** From Node 25 on it has a `localStorage` of its own, which is undefined and hides that of the simulated browser. */
const withoutNodesStorage = process.allowedNodeEnvironmentFlags.has("--webstorage") ? ["--no-webstorage"] : [];
const servers = { globalSetup: "tests/support/global-setup.ts", hookTimeout: 60_000 };
const cores = availableParallelism();
/** Faults of the machine itself, which only `npm run test:full` tries: clocks that jump, disks that are full. */
const LONG = FULL ? [] : ["tests/faults/full-disk.test.ts", "tests/faults/clock.test.ts", "tests/queue/clock.test.ts"];

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
          testTimeout: 60_000,
          maxWorkers: cores,
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
          maxWorkers: cores,
        },
      },
      {
        resolve,
        ssr: { resolve },
        test: {
          name: "integration",
          include: ["tests/{api,worker,queue,security,faults}/**/*.test.ts"],
          exclude: [...configDefaults.exclude, ...LONG],
          testTimeout: 60_000,
          // They mostly wait: for the queue, for processes and for each other.
          sequence: { groupOrder: 1 },
          maxWorkers: 2 * cores,
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
          sequence: { groupOrder: 2 },
          maxWorkers: cores,
          ...servers,
        },
      },
    ],
  },
});
