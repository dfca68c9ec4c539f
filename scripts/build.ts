import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Touched after a successful build. */
const STAMP = "dist/built";
const SOURCES = [
  ...["shared", "api/src", "worker/src", "web/src", "web/public", "web/index.html", "web/vite.config.ts"],
  ...["package.json", "package-lock.json", "tsconfig.base.json"],
  ...["api/tsconfig.json", "worker/tsconfig.json"],
];
const OUTPUTS = ["api/dist/server.js", "worker/dist/main.js", "web/dist/index.html", "web/dist/informe-ejemplo.pdf"];

/** Compiles everything unless the build is newer than its sources. Folders count too: a file may have been removed. */
export async function buildWhenStale(): Promise<void> {
  if (existsSync(STAMP) && OUTPUTS.every(existsSync)) {
    const built = statSync(STAMP).mtimeMs;
    if (!SOURCES.some((path) => changedSince(path, built))) return;
  }
  console.log("Building ...");
  await build();
}

export async function build(): Promise<void> {
  const started = new Date();
  const child = spawn("npm", ["run", "--silent", "build"], {
    stdio: "inherit",
    // NODE_ENV of the caller must not reach vite, which would bundle React's slow and large development code.
    env: { ...process.env, NODE_ENV: "production" },
    shell: process.platform === "win32",
  });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error("The build failed; see the messages above.");
  mkdirSync("dist", { recursive: true });
  writeFileSync(STAMP, started.toISOString());
}

function changedSince(path: string, time: number): boolean {
  if (!existsSync(path)) return false;
  const found = statSync(path);
  if (found.mtimeMs > time) return true;
  const names = found.isDirectory() ? readdirSync(path).filter((name) => name !== "dist") : [];
  return names.some((name) => changedSince(join(path, name), time));
}
