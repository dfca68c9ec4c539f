import { CURVE_LIMITS } from "@ecotrim/contracts/curves/reading";
import type { RefusedCurve } from "@ecotrim/curves/read-curve";
import type { ReadAnswer, ReadRequest } from "./messages.ts";

/** Time a file may take; beyond it no person waits, and the thread may hang for good. */
export const DEADLINE_MS = 1000 * CURVE_LIMITS.seconds;

const TOO_COMPLEX: RefusedCurve = { outcome: "refused", code: "unreadable", hint: "too_complex", format: null };

/**
 * Reads files in a thread of its own, which ends with its answer, at the deadline or when nobody waits any more.
 * @throws Error where the browser has no threads, or the program of the thread did not arrive or broke; the reason of
 *   the signal once nobody waits any more
 */
export function readInThread(request: ReadRequest, signal: AbortSignal): Promise<ReadAnswer> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const worker = new Worker(new URL("./curve.worker.ts", import.meta.url), { type: "module" });
    const stop = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", abandon);
      worker.terminate();
    };
    const abandon = () => {
      stop();
      reject(signal.reason);
    };
    const end = (answer: ReadAnswer) => {
      stop();
      resolve(answer);
    };
    const timer = setTimeout(() => end(TOO_COMPLEX), DEADLINE_MS);
    worker.onmessage = ({ data }: MessageEvent<ReadAnswer>) => end(data);
    worker.onerror = ({ message }) => {
      stop();
      reject(new Error(message));
    };
    signal.addEventListener("abort", abandon);
    worker.postMessage(request);
  });
}
