import { type ChildProcess, fork } from "node:child_process";
import { TEST_SETTINGS } from "./services.ts";
import { logOutputOf } from "./test-log.ts";

/** Runs a TypeScript file of ours in a process of its own; what it says is in the log of the tests. */
export function startProcess(script: string, settings: object): ChildProcess {
  const child = fork(script, {
    execArgv: ["--conditions=source", "--import", "tsx"],
    env: { PATH: process.env.PATH, LOG_LEVEL: "debug", ...TEST_SETTINGS, ...settings },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  logOutputOf(child);
  return child;
}
