import { once } from "node:events";

/** Resolves once the signal has aborted, also if it aborted before the call. */
export async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, "abort");
}
