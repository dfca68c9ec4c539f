import { useCallback, useEffect, useState } from "react";
import { useOnline } from "./connection.ts";
import { withinChunkTime } from "./within-chunk-time.ts";

export type Chunk<T> = { status: "loading" } | { status: "ready"; value: T } | { status: "failed" };

/** What has arrived, by its loader: it needs no connection any more, and is there at once for a page that is printed. */
const arrived = new WeakMap<() => Promise<unknown>, unknown>();

/**
 * Loads a part of the program on demand. Without a connection it still loads, as a paused query does: browsers keep the
 * failure of an import, so that it could not be had afterwards either.
 * @param load a stable function around a dynamic `import()`
 * @returns the part, and the way to ask again when it did not arrive in time
 */
export function useChunk<T>(load: () => Promise<T>): Chunk<T> & { retry: () => void } {
  const [chunk, setChunk] = useState<Chunk<T>>(() =>
    arrived.has(load) ? { status: "ready", value: arrived.get(load) as T } : { status: "loading" },
  );
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
        arrived.set(load, value);
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
