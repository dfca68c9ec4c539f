import { useCallback, useEffect, useState } from "react";
import { withinChunkTime } from "./within-chunk-time.ts";

export type Chunk<T> = { status: "loading" } | { status: "ready"; value: T } | { status: "failed" };

/**
 * Loads a part of the program on demand.
 * @param load a stable function around a dynamic `import()`
 * @returns the part, and the way to ask again when it did not arrive in time
 */
export function useChunk<T>(load: () => Promise<T>): Chunk<T> & { retry: () => void } {
  const [chunk, setChunk] = useState<Chunk<T>>({ status: "loading" });
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads again
  useEffect(() => {
    let gone = false;
    const end = (result: Chunk<T>) => {
      if (!gone) setChunk(result);
    };
    withinChunkTime(load()).then(
      (value) => end({ status: "ready", value }),
      () => end({ status: "failed" }),
    );
    return () => {
      gone = true;
    };
  }, [load, attempt]);

  const retry = useCallback(() => {
    setChunk({ status: "loading" });
    setAttempt((count) => count + 1);
  }, []);
  return { ...chunk, retry };
}
