import type { Studies } from "./tasks.ts";
import { createThreadPool, type ThreadLoad, type ThreadPoolSettings } from "./thread-pool.ts";

/** Threads that do what follows runs with what those leave of the cores. */
export interface StudyPool {
  readonly threads: number;
  /** Once the signal has aborted, what is under way rejects as CANCELLED and its threads are replaced. */
  studies(signal?: AbortSignal): Studies;
  load(): ThreadLoad;
  /** Stops every thread, whatever it is doing. */
  close(): Promise<void>;
}

/** Times the limit of a run's solve: it is of real time, of which runs may leave little. */
const PATIENCE = 10;

export function createStudyPool({ threads, timeLimitSeconds, heapMb }: ThreadPoolSettings): StudyPool {
  const { perform, load, close } = createThreadPool({
    threads,
    timeLimitSeconds: PATIENCE * timeLimitSeconds,
    heapMb,
    isBackground: true,
  });
  return {
    threads,
    studies(signal) {
      const study =
        (name: keyof Studies) =>
        (...args: unknown[]) =>
          perform({ name, args }, signal) as Promise<never>;
      return {
        scenarioBase: study("scenarioBase"),
        solveScenarios: study("solveScenarios"),
        summarise: study("summarise"),
        sensitivity: study("sensitivity"),
        sizing: study("sizing"),
      };
    },
    load,
    close,
  };
}
