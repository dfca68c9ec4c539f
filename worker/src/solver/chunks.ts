/** Number of scenarios in a chunk: about 0.1 s of a modern core for a year of hours. */
export const SCENARIO_CHUNK = 50;

export interface Chunks<T> {
  all: Promise<T[]>;
  /** The results so far without a gap from the first item. */
  prefix(): T[];
}

/**
 * Solves the items 0 to `total` - 1 in chunks of `size`, on `lanes` concurrent lanes. After a failed chunk or an abort
 * no further chunk begins, and `all` rejects.
 */
export function inChunks<T>(
  { total, size, lanes, signal }: { total: number; size: number; lanes: number; signal?: AbortSignal | undefined },
  solve: (from: number, to: number) => Promise<T[]>,
): Chunks<T> {
  const done: T[][] = [];
  let next = 0;
  const lane = async () => {
    try {
      while (next < total) {
        signal?.throwIfAborted();
        const from = next;
        next = Math.min(from + size, total);
        done[from / size] = await solve(from, next);
      }
    } catch (error) {
      next = total;
      throw error;
    }
  };
  return {
    all: Promise.all(Array.from({ length: lanes }, lane)).then(() => done.flat()),
    prefix() {
      const gap = Array.from<T[] | undefined>(done).indexOf(undefined);
      return done.slice(0, gap < 0 ? done.length : gap).flat();
    },
  };
}
