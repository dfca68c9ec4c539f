import { type ChildProcess, type ExecFileOptions, execFile, fork } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { inject } from "vitest";
import { TEST_SETTINGS } from "./services.ts";
import { logOutputOf } from "./test-log.ts";

/** Runs a built file in a process of its own; its output goes to the log of the tests. */
export const startProcess = (script: string, settings: object): ChildProcess => forkLogged(script, settings);

/** Runs a child of `tests/support` likewise, bundled by the global setup. */
export const startChild = (name: "doomed-worker" | "worker-child", settings: object): ChildProcess =>
  forkLogged(join(inject("childrenDir"), `${name}.js`), settings);

function forkLogged(script: string, settings: object): ChildProcess {
  const child = fork(script, {
    execArgv: [],
    env: { PATH: process.env.PATH, LOG_LEVEL: "debug", ...TEST_SETTINGS, ...settings },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  logOutputOf(child);
  return child;
}

/**
 * Runs a program to its end; its output goes to the log of the tests too.
 * @throws with its output where its exit code is not 0
 */
export function runProgram(
  program: string,
  args: string[],
  options: ExecFileOptions = {},
): Promise<{ stdout: string; stderr: string }> {
  const running = promisify(execFile)(program, args, { ...options, encoding: "utf8" });
  logOutputOf(running.child);
  return running;
}
