import { AppError } from "@ecotrim/contracts/errors";

/**
 * A semaphore: admits so many calls at a time, the others first come, first served.
 * @throws AppError CANCELLED where the signal aborts while waiting
 */
export function createGate(places: number) {
  const waiting: (() => void)[] = [];
  let free = places;

  const enter = (signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const admit = () => {
        signal?.removeEventListener("abort", leave);
        resolve();
      };
      const leave = () => {
        waiting.splice(waiting.indexOf(admit), 1);
        reject(new AppError("CANCELLED", { cause: signal?.reason }));
      };
      signal?.addEventListener("abort", leave, { once: true });
      waiting.push(admit);
    });

  async function pass<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    if (signal?.aborted) throw new AppError("CANCELLED", { cause: signal.reason });
    if (free > 0) free--;
    else await enter(signal);
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  }

  return { pass, waiting: () => waiting.length };
}
