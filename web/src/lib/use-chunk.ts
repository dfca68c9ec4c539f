import { useCallback, useEffect, useState } from "react";
import { useOnline } from "./connection.ts";
import { withinChunkTime } from "./within-chunk-time.ts";

export type Chunk<T> = { status: "loading" } | { status: "ready"; value: T } | { status: "failed" };

/** Loaders of parts that have arrived, which need no connection any more. */
const arrived = new WeakSet<() => Promise<unknown>>();

/**
 * Loads a part of the program on demand. Without a connection it still loads, as a paused query does: browsers keep the
 * failure of an import, so that it could not be had afterwards either.
 * @param load a stable function around a dynamic `import()`
 * @returns the part, and the way to ask again when it did not arrive in time
 */
export function useChunk<T>(load: () => Promise<T>): Chunk<T> & { retry: () => void } {
  const [chunk, setChunk] = useState<Chunk<T>>({ status: "loading" });
  const [attempt, setAttempt] = useState(0);

  const mayLoad = useOnline() || arrived.has(load);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads again
  useEffect(() => {
    if (!mayLoad) return;
    let gone = false;
    const end = (result: Chunk<T>) => {
      if (!gone) setChunk(result);
    };
    withinChunkTime(load()).then(
      (value) => {
        arrived.add(load);
        end({ status: "ready", value });
      },
      () => end({ status: "failed" }),
    );
    return () => {
      gone = true;
    };
  }, [load, attempt, mayLoad]);

  const retry = useCallback(() => {
    setChunk({ status: "loading" });
    setAttempt((count) => count + 1);
  }, []);
  return { ...chunk, retry };
}
