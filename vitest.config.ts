import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { defaultServerConditions } from "vite";
import { configDefaults, defineConfig } from "vitest/config";
import { BUILT, builtModules } from "./tests/support/built-modules.ts";
import { FULL } from "./tests/support/full.ts";

// Suites, threads and processes run compiled code; what has not changed is compiled anew in a second.
spawnSync("node_modules/.bin/tsc", ["-b", "--noCheck", "api", "worker"], { stdio: "inherit" });
const plugins = [builtModules];
const compiled = { server: { deps: { external: [BUILT] } } };
/** Suites that replace a module of ours read all of them from their sources, as in development. */
const resolve = { conditions: ["source", ...defaultServerConditions] };

/** From Node 25 on it has a `localStorage` of its own, which is undefined and hides that of the simulated browser. */
const withoutNodesStorage = process.allowedNodeEnvironmentFlags.has("--webstorage") ? ["--no-webstorage"] : [];
/** Limits of time are for tests that hang: none is near one, also on a busy machine. */
const servers = { globalSetup: "tests/support/global-setup.ts", hookTimeout: 120_000 };

/** Projects run in three groups, one after another: by itself vitest leaves one core idle, as do suites that wait. */
const cores = availableParallelism();
const waiting = { sequence: { groupOrder: 0 }, maxWorkers: 2 * cores };
const computing = { sequence: { groupOrder: 1 }, maxWorkers: cores, testTimeout: 300_000 };
const browsing = { sequence: { groupOrder: 2 }, maxWorkers: cores + 1 };

/** Suites of pure functions, which leave nothing behind in the modules they share. */
const PURE = ["shared/{contracts,curves,engine,present}/**/*.test.ts", "web/src/**/*.test.ts"];
/** Suites that replace a module for themselves need the modules to themselves. */
const mockingIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((file) => `${folder}/${file}`)
    .filter((file) => /\.test\.tsx?$/.test(file) && readFileSync(file, "utf8").includes("vi.mock("));
const MOCKING = [...mockingIn("tests"), ...mockingIn("worker/src")];
const MOCKING_PAGES = mockingIn("web/src");
const pages = {
  environment: "happy-dom",
  execArgv: withoutNodesStorage,
  ...compiled,
  setupFiles: ["tests/support/website-data.ts", "tests/support/property-seed.ts", "tests/support/patience.ts"],
  ...computing,
};
/** Faults of the machine, and Redis in other shapes, which only `npm run test:full` tries. */
const LONG = FULL
  ? []
  : [
      "tests/faults/full-disk.test.ts",
      "tests/faults/solver.test.ts",
      "tests/{faults,queue}/clock.test.ts",
      "tests/queue/redis-servers.test.ts",
    ];

export default defineConfig({
  test: {
    reporters: ["default"],
    projects: [
      {
        plugins,
        test: {
          name: "pure",
          ...compiled,
          include: PURE,
          isolate: false,
          setupFiles: "tests/support/property-seed.ts",
          ...computing,
        },
      },
      {
        plugins,
        test: {
          name: "unit",
          ...compiled,
          include: [
            "shared/server/**/*.test.ts",
            "{api,worker}/src/**/*.test.ts",
            "tests/*.test.ts",
            "scripts/**/*.test.ts",
          ],
          exclude: [...configDefaults.exclude, ...MOCKING],
          // Importing our packages anew for each file took a tenth of the time.
          isolate: false,
          setupFiles: "tests/support/property-seed.ts",
          ...computing,
        },
      },
      {
        plugins,
        test: {
          name: "web",
          // Testing Library cleans up after each test, so files may share their modules and document.
          isolate: false,
          include: ["web/src/**/*.test.tsx"],
          exclude: [...configDefaults.exclude, ...MOCKING_PAGES],
          ...pages,
        },
      },
      {
        plugins,
        test: { name: "web-mocking", include: MOCKING_PAGES, ...pages },
      },
      {
        plugins,
        test: {
          name: "integration",
          ...compiled,
          // Importing the API and the worker anew for each file took a third of the time.
          isolate: false,
          include: ["tests/{api,worker,queue,security,faults}/**/*.test.ts"],
          exclude: [...configDefaults.exclude, ...MOCKING, ...LONG],
          testTimeout: 180_000,
          ...waiting,
          ...servers,
        },
      },
      {
        resolve,
        ssr: { resolve },
        test: { name: "mocking", include: MOCKING, testTimeout: 180_000, ...waiting, ...servers },
      },
      {
        plugins,
        test: {
          name: "e2e",
          ...compiled,
          // As for the integration suites: no browser file replaces a module.
          isolate: false,
          include: ["tests/e2e/**/*.test.ts"],
          testTimeout: 360_000,
          ...browsing,
          ...servers,
        },
      },
    ],
  },
});
