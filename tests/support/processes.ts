import { type ChildProcess, type ExecFileOptions, execFile, fork } from "node:child_process";
import { promisify } from "node:util";
import { TEST_SETTINGS } from "./services.ts";
import { logOutputOf } from "./test-log.ts";

/** How Node runs TypeScript of ours. */
export const RUN_TYPESCRIPT = ["--conditions=source", "--import", "tsx"];

/** Runs a TypeScript file of ours in a process of its own; what it says is in the log of the tests. */
export function startProcess(script: string, settings: object): ChildProcess {
  const child = fork(script, {
    execArgv: RUN_TYPESCRIPT,
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
