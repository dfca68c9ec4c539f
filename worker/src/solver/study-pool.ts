import { STUDY_TASKS, type Studies } from "./tasks.ts";
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
      const names = Object.keys(STUDY_TASKS) as (keyof Studies)[];
      const study =
        (name: keyof Studies) =>
        (...args: unknown[]) =>
          perform({ name, args }, signal);
      return Object.fromEntries(names.map((name) => [name, study(name)])) as unknown as Studies;
    },
    load,
    close,
  };
}
