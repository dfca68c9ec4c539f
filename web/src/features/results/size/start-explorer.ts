/** The thread of the explorer; undefined where the browser has no threads. */
export function startExplorer(): Worker | undefined {
  try {
    return new Worker(new URL("./explorer.worker.ts", import.meta.url), { type: "module" });
  } catch {
    return undefined;
  }
}
