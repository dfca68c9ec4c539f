import { CHUNK_LOAD_TIMEOUT_MS } from "./timings.ts";

/** A part of the program that is being loaded. @throws where it has not arrived in time */
export function withinChunkTime<T>(loading: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("chunk not loaded in time")), CHUNK_LOAD_TIMEOUT_MS);
    loading.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
