import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "./build.ts";
import { CHROMIUM, CHROMIUM_PACKAGE } from "./dev/chromium.ts";
import { type Leak, leaksIn } from "./log-search.ts";

/**
 * `npm test`: runs all checks one after another, even after a failure, and ends with one line. A check that is no test
 * (types, style, build) counts as a failed test when it fails. `npm run test:full` adds the slow ones: both queues
 * throughout, long fuzz, clocks, disk, soak and other versions of Node.
 */

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** Whether a command succeeds. */
async function run(command: string, args: string[], env: NodeJS.ProcessEnv = process.env): Promise<boolean> {
  const child = spawn(command, args, { stdio: "inherit", env, shell: process.platform === "win32" });
  return (await once(child, "exit"))[0] === 0;
}

const answers = (tool: string) => () => spawnSync(tool, ["--version"]).status === 0;
/** System tools that the tests need: Debian's package and what it provides. */
const tools = () => [
  { package: CHROMIUM_PACKAGE, present: () => existsSync(CHROMIUM) },
  { package: "redis-server", present: answers("redis-server") },
  ...(isFull ? [{ package: "libreoffice-calc-nogui", present: answers("soffice") }] : []),
];

/** Installs missing tools where that is allowed; resolves to those still missing. */
async function provideTools(): Promise<string[]> {
  const missing = () =>
    tools()
      .filter((tool) => !tool.present())
      .map((tool) => tool.package);
  const wanted = missing();
  if (wanted.length === 0) return [];
  const mayInstall = process.getuid?.() === 0 && spawnSync("apt-get", ["--version"]).status === 0;
  if (mayInstall) {
    console.log(`Installing ${wanted.join(" and ")} ...`);
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    await run("apt-get", ["update", "-qq"], env);
    await run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...wanted], env);
  }
  return missing();
}

/** Runs every test of every project in one run of vitest and searches its log for leaks. */
async function runTests(): Promise<Counts & { leaks: Leak[] }> {
  const dir = mkdtempSync(join(tmpdir(), "ecotrim-test-"));
  const report = join(dir, "report.json");
  const log = join(dir, "log");
  const { DATABASE_URL: _database, REDIS_URL: _redis, ...env } = process.env;
  const args = ["vitest", "run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  try {
    const succeeded = await run("npx", args, { ...env, NODE_ENV: "test", TEST_LOG: log });
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(readFileSync(report, "utf8"));
    // A file that cannot be loaded or an error outside any test fails the run without failing a test.
    const failed = succeeded ? numFailedTests : Math.max(1, numFailedTests);
    return {
      passed: numPassedTests,
      failed,
      skipped: numPendingTests + numTodoTests,
      leaks: leaksIn(readFileSync(log, "utf8")),
    };
  } catch {
    return { passed: 0, failed: 1, skipped: 0, leaks: [] };
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Checks that `npm run test:full` adds to the suites: faults under load, and the other versions of Node. */
const FURTHER: [what: string, args: string[]][] = [
  ["work was lost or done twice under load (npm run soak)", ["soak", "--", "--minutes", "2"]],
  ["a version of Node fails (npm run versions)", ["versions", "--", "22", "24", "26"]],
];

const isFull = process.argv.includes("--full");
if (isFull) process.env.TEST_FULL = "1";
const faults: string[] = [];
// None of these four needs another, and each leaves a core idle at times.
const [stillMissing, styleRight, typesRight] = await Promise.all([
  provideTools(),
  run("npx", ["biome", "check", "."]),
  run("npx", ["tsc", "-p", "tsconfig.json"]),
  build().catch((error: Error) => faults.push(error.message)),
]);
for (const tool of stillMissing)
  faults.push(`${tool} is missing and could not be installed; as root: apt-get install ${tool}`);
if (!styleRight) faults.push("the style is wrong (npm run lint)");
if (!typesRight) faults.push("the types are wrong (npm run typecheck)");
const { passed, failed, skipped, leaks } = await runTests();
// Other versions of Node need the usual suites only.
delete process.env.TEST_FULL;
if (isFull) for (const [fault, args] of FURTHER) if (!(await run("npm", ["run", ...args]))) faults.push(fault);
for (const { kind, line } of leaks) faults.push(`the log of the tests holds ${kind}: ${line.slice(0, 500)}`);

for (const fault of faults) console.error(`Failed: ${fault}`);
console.log(`Tests: ${passed} passed, ${failed + faults.length} failed, ${skipped} skipped`);
process.exit(failed + faults.length > 0 ? 1 : 0);
