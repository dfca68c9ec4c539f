import { AppError } from "@ecotrim/contracts/errors";

/** After so many urgent calls in a row another one is admitted, if any waits. */
const URGENT_IN_A_ROW = 8;

/**
 * A semaphore: admits so many calls at a time, the others first come, first served, urgent ones before nearly all others.
 * @throws AppError CANCELLED where the signal aborts while waiting
 */
export function createGate(places: number) {
  const waiting: { urgent: (() => void)[]; others: (() => void)[] } = { urgent: [], others: [] };
  let free = places;
  let urgentInARow = 0;
  const nextCall = () => {
    const isUrgent = waiting.urgent.length > 0 && (urgentInARow < URGENT_IN_A_ROW || waiting.others.length === 0);
    urgentInARow = isUrgent ? urgentInARow + 1 : 0;
    return (isUrgent ? waiting.urgent : waiting.others).shift();
  };

  const enter = (line: (() => void)[], signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const admit = () => {
        signal?.removeEventListener("abort", leave);
        resolve();
      };
      const leave = () => {
        line.splice(line.indexOf(admit), 1);
        reject(new AppError("CANCELLED", { cause: signal?.reason }));
      };
      signal?.addEventListener("abort", leave, { once: true });
      line.push(admit);
    });

  async function pass<T>(work: () => Promise<T>, signal?: AbortSignal, isUrgent = false): Promise<T> {
    if (signal?.aborted) throw new AppError("CANCELLED", { cause: signal.reason });
    if (free > 0) free--;
    else await enter(isUrgent ? waiting.urgent : waiting.others, signal);
    try {
      return await work();
    } finally {
      const next = nextCall();
      if (next) next();
      else free++;
    }
  }

  return { pass, waiting: () => waiting.urgent.length + waiting.others.length };
}
