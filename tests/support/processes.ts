import { type ChildProcess, type ExecFileOptions, execFile, fork } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { inject } from "vitest";
import { TEST_SETTINGS } from "./services.ts";
import { logOutputOf } from "./test-log.ts";

/** How Node runs TypeScript of ours. */
export const RUN_TYPESCRIPT = ["--conditions=source", "--import", "tsx"];

/** Runs a TypeScript file of ours in a process of its own; what it says is in the log of the tests. */
export const startProcess = (script: string, settings: object): ChildProcess =>
  forkLogged(script, RUN_TYPESCRIPT, settings);

/** Likewise a child of `tests/support`, bundled by the global setup. */
export const startChild = (name: "doomed-worker" | "worker-child", settings: object): ChildProcess =>
  forkLogged(join(inject("childrenDir"), `${name}.js`), [], settings);

function forkLogged(script: string, execArgv: string[], settings: object): ChildProcess {
  const child = fork(script, {
    execArgv,
    env: { PATH: process.env.PATH, LOG_LEVEL: "debug", ...TEST_SETTINGS, ...settings },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  logOutputOf(child);
  return child;
}

/**
 * Runs a program to its end; what it says is in the log of the tests too.
 * @throws where it ends with another code than 0, with all it said
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
