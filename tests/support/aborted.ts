import { once } from "node:events";

/** Resolves once the signal has aborted, also when it had before anybody listened. */
export async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, "abort");
}
