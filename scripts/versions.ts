import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { buildWhenStale } from "./build.ts";

/**
 * `npm run versions [-- 20 22 24 26] [-- files]`: runs the unit, web, API, worker and queue suites on each version of
 * Node, one after another, and ends with one line for each version. The binaries come from npm and stay outside the
 * project.
 */
const SUPPORTED = ["20", "22", "24", "26"];
const SUITES = ["pure", "unit", "web", "web-mocking", "integration", "mocking"].flatMap((name) => ["--project", name]);

const named = process.argv.slice(2);
const chosen = named.filter((argument) => /^\d+$/.test(argument));
const files = named.filter((argument) => !/^\d+$/.test(argument));

/** The binary of a version, downloaded once; its package needs no install script. */
function binaryOf(version: string): string {
  const platform = process.platform === "win32" ? "win" : process.platform;
  const name = `node-${platform}-${process.arch}`;
  const home = join(tmpdir(), `ecotrim-node-${version}`);
  const binary = join(home, "node_modules", name, "bin", process.platform === "win32" ? "node.exe" : "node");
  if (existsSync(binary)) return binary;
  mkdirSync(home, { recursive: true });
  const args = ["install", "--no-save", "--no-audit", "--no-fund", "--prefix", home, `${name}@${version}`];
  const { status } = spawnSync("npm", args, { stdio: "inherit", shell: process.platform === "win32" });
  if (status !== 0 || !existsSync(binary)) throw new Error(`${name}@${version} could not be installed`);
  return binary;
}

function passes(version: string): boolean {
  const binary = binaryOf(version);
  const { DATABASE_URL: _database, REDIS_URL: _redis, ...environment } = process.env;
  // First in the PATH as well, for processes that tests start by name.
  const PATH = `${dirname(binary)}${delimiter}${process.env.PATH ?? ""}`;
  const { status } = spawnSync(binary, ["node_modules/vitest/vitest.mjs", "run", ...SUITES, ...files], {
    stdio: "inherit",
    env: { ...environment, NODE_ENV: "test", PATH },
  });
  return status === 0;
}

// One of the suites serves the built web.
await buildWhenStale();
const failed = (chosen.length > 0 ? chosen : SUPPORTED).filter((version) => {
  console.log(`\nNode ${version}`);
  const passed = passes(version);
  console.log(`Node ${version}: ${passed ? "all suites passed" : "failed"}`);
  return !passed;
});
console.log(failed.length > 0 ? `Versions: failed on Node ${failed.join(", ")}` : "Versions: all passed");
process.exit(failed.length > 0 ? 1 : 0);
