/** Arguments by which Node runs a command of `worker/src/cli`, as Vitest's configuration has built it. */
export const commandArgs = (name: string, ...args: string[]): string[] => [`worker/dist/cli/${name}.js`, ...args];
