import { fileURLToPath } from "node:url";

/** What Piscina starts a thread with. */
interface ThreadProgram {
  filename: string;
  argv?: string[];
  execArgv?: string[];
}

/**
 * The program of a pool's threads, whose default export is the task.
 * @param moduleUrl of the file that opens the pool
 * @param name of the program beside it, without extension
 */
export function threadProgram(moduleUrl: string, name: string): ThreadProgram {
  const isSource = moduleUrl.endsWith(".ts");
  if (!isSource) return { filename: fileURLToPath(new URL(`./${name}.js`, moduleUrl)) };
  const source = new URL(`./${name}.ts`, moduleUrl).href;
  // Vitest's configuration builds what has changed: from source each thread takes two seconds to start.
  if (process.env.VITEST) {
    const built = source.replace("/src/", "/dist/").replace(/ts$/, "js");
    return { filename: fileURLToPath(built), execArgv: [] };
  }
  return {
    filename: fileURLToPath(new URL("./thread-from-source.mjs", import.meta.url)),
    argv: [source],
    // Our packages are read from their sources too.
    execArgv: ["--conditions=source"],
  };
}
