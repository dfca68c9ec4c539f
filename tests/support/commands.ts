import { execFileSync } from "node:child_process";

/** Building anew what has not changed takes half a second; each start from the sources takes two. */
execFileSync("node_modules/.bin/tsc", ["-b", "worker"]);

/** Arguments by which Node runs a command of `worker/src/cli` as it is built. */
export const commandArgs = (name: string, ...args: string[]): string[] => [`worker/dist/cli/${name}.js`, ...args];
