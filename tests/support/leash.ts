import { spawn } from "node:child_process";
import type { Socket } from "node:net";

/** The pipe to `cat` closes when this process is gone, and only then does `cat` end. */
const WATCH = `cat >/dev/null; kill -INT "$0" 2>/dev/null
while kill -0 "$0" 2>/dev/null; do sleep 0.1; done; rm -rf "$1"`;

/**
 * Ends the process `pid` and removes the folder `dir` when this process is gone, however it died: a test run that is
 * killed leaves no server behind. The returned call does so at once. Windows has no `sh` and goes without.
 */
export function leash(pid: number, dir: string): () => void {
  if (process.platform === "win32") return () => undefined;
  const watcher = spawn("sh", ["-c", WATCH, String(pid), dir], { detached: true, stdio: ["pipe", "ignore", "ignore"] });
  watcher.unref();
  (watcher.stdin as Socket).unref();
  return () => watcher.stdin.end();
}
