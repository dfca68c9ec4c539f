import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { benchSettings } from "../../scripts/bench-settings.ts";

/** Child processes of a bench, which must not outlive it. */
const children: ChildProcess[] = [];

// Stopped processes would not notice that their parent is gone.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => fail(`ended by ${signal}`));

/** Starts a file, from source or built; the bench ends when it ends by itself. */
export function start(script: string, env: Record<string, string>): ChildProcess {
  const child = fork(script, {
    execArgv: script.endsWith(".ts") ? ["--conditions=source", "--import", "tsx"] : [],
    env: { PATH: process.env.PATH, MALLOC_ARENA_MAX: "2", ...env },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  children.push(child);
  child.once("exit", (code) => {
    // Children that we end ourselves exit by a signal.
    if (code !== null && code !== 0) fail(`${script} ended with exit code ${code}`);
  });
  return child;
}

/** Ends the bench: no more can be measured, and no child process may stay behind. */
function fail(reason: string): never {
  console.error(reason);
  for (const child of children) child.kill("SIGKILL");
  process.exit(1);
}

export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  child.kill("SIGKILL");
  await exit;
}

export const stopAll = async (): Promise<void> => {
  for (const child of children) await stop(child);
};

/** Resolves when a server answers well. */
export async function answering(url: string): Promise<void> {
  while (
    !(await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    ))
  )
    await pause(100);
}

/** Progress goes to standard error; standard output belongs to the figures. */
export const tell = (text: string) => console.error(`${text} ...`);

/** Settings of a platform under test. */
export const settingsOf = (databaseUrl: string, port: number, dataDir: string): Record<string, string> => ({
  ...benchSettings(databaseUrl),
  PORT: String(port),
  LOG_LEVEL: "warn",
  DATA_DIR: dataDir,
});

export function print(figures: Record<string, unknown>, asJson: boolean | undefined): void {
  if (asJson) console.log(JSON.stringify(figures));
  else
    for (const [name, value] of Object.entries(figures))
      console.log(name.padEnd(24), typeof value === "number" ? +value.toFixed(3) : value);
}
