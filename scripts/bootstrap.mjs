// The entry of every npm command on a clean clone: plain Node, so that it can install the rest first.
// Usage: node scripts/bootstrap.mjs <script without .ts> [arguments]
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
if (existsSync(".env")) process.loadEnvFile(".env");

const packages = (lockfile) => JSON.parse(readFileSync(lockfile, "utf8")).packages;

/** Whether the packages of the lock file are installed; optional packages depend on the machine. */
function installed() {
  if (!existsSync("node_modules/.package-lock.json")) return false;
  let present;
  try {
    present = packages("node_modules/.package-lock.json");
  } catch {
    return false; // An installation that was cut short.
  }
  return Object.entries(packages("package-lock.json"))
    .filter(([path, entry]) => path.includes("node_modules/") && !entry.optional && !entry.devOptional && !entry.peer)
    .every(([path, entry]) => present[path]?.version === entry.version && Boolean(present[path]));
}

if (!installed()) {
  // Standard output belongs to the script that is started.
  console.error("Installing the packages of package-lock.json ...");
  const { status } = spawnSync("npm", ["ci", "--include=dev"], {
    stdio: ["inherit", process.stderr, "inherit"],
    shell: process.platform === "win32",
  });
  if (status !== 0) {
    console.error("The packages could not be installed; see the messages of npm above.");
    process.exit(1);
  }
}

const { register } = await import("tsx/esm/api");
register();
const [script] = process.argv.splice(2, 1);
await import(`./${script}.ts`);
