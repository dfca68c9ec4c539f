import type { MessagePort } from "node:worker_threads";
import { AppError, type ErrorCode } from "@ecotrim/contracts/errors";
import { type SourceData, sourceData } from "@ecotrim/engine/site/source-data";
import { threadProgram } from "@ecotrim/server/process/thread-program";
import { Piscina } from "piscina";
import { createGate } from "./gate.ts";
import type { Tasks } from "./tasks.ts";

/** Messages between a pool and its threads. */
export interface ThreadSettings {
  timeLimitSeconds: number;
  isBackground: boolean;
  sourceData: SourceData | null;
}
export interface ThreadTask {
  name: keyof Tasks;
  args: unknown[];
  progressPort?: MessagePort;
}
export type ThreadOutcome =
  | { value: unknown }
  | { error: { code: ErrorCode; message: string; field: string | undefined; cause: unknown } };

/** Number of threads, of busy or starting ones, and of tasks that wait for one. */
export interface ThreadLoad {
  threads: number;
  busy: number;
  waiting: number;
}

/** How a task is admitted. */
export interface Rank {
  /** Goes before all tasks that are not. */
  isUrgent?: boolean;
  /** Needs much memory: a pool performs one such task at a time. */
  isHeavy?: boolean;
}

export interface ThreadPool {
  /**
   * Performs a task and returns its value, first come, first served, urgent tasks before all others.
   * @throws AppError as the task, or CANCELLED when the signal aborts or the pool closes
   */
  perform(task: ThreadTask, signal?: AbortSignal, rank?: Rank): Promise<unknown>;
  load(): ThreadLoad;
  /** Stops every thread, also a busy one. */
  close(): Promise<void>;
}

export interface ThreadPoolSettings {
  threads: number;
  /** Time limit of one HiGHS solve. */
  timeLimitSeconds: number;
  /** Heap limit of one thread, which ends when it exceeds it. */
  heapMb?: number;
}

/**
 * Half of V8's default. A thread's typed arrays are freed when its young generation is collected, so a smaller one
 * keeps fewer of them in memory.
 */
const YOUNG_GENERATION_MB = 24;
/** Five times what a run of quarter hours holds. The more V8 may use, the later it frees what a run has left. */
const HEAP_MB = 200;

/**
 * Threads start at once; a thread stopped by an abort is replaced, and stopping takes no longer than ending a thread.
 * @param settings.isBackground whether the threads run at low CPU priority
 */
export function createThreadPool(settings: ThreadPoolSettings & { isBackground: boolean }): ThreadPool {
  const { threads, timeLimitSeconds, heapMb = HEAP_MB, isBackground } = settings;
  const piscina = new Piscina<ThreadTask, ThreadOutcome>({
    ...threadProgram(import.meta.url, "thread"),
    minThreads: threads,
    maxThreads: threads,
    // A task that found no free thread keeps its place in the queue.
    stricterFIFO: true,
    resourceLimits: {
      maxYoungGenerationSizeMb: YOUNG_GENERATION_MB,
      maxOldGenerationSizeMb: heapMb,
    },
    workerData: { timeLimitSeconds, isBackground, sourceData: sourceData() } satisfies ThreadSettings,
  });
  // Piscina queues abortable tasks that find no thread last in, first out, so at most one of them may wait there.
  const gate = createGate(threads + 1);
  const heavyGate = createGate(1);
  let closed = false;

  async function onThread(task: ThreadTask, signal: AbortSignal | undefined): Promise<unknown> {
    const { progressPort } = task;
    try {
      const outcome = await piscina.run(task, {
        ...(progressPort ? { transferList: [progressPort] } : {}),
        ...(signal ? { signal } : {}),
      });
      if ("value" in outcome) return outcome.value;
      const { code, message, field, cause } = outcome.error;
      throw new AppError(code, { message, ...(field ? { field } : {}), cause });
    } catch (error) {
      if (!(error instanceof AppError) && (signal?.aborted || closed))
        throw new AppError("CANCELLED", { cause: error });
      throw error;
    }
  }

  return {
    perform(task, signal, { isUrgent, isHeavy } = {}) {
      const admitted = () => gate.pass(() => onThread(task, signal), signal, isUrgent);
      return isHeavy ? heavyGate.pass(admitted, signal, isUrgent) : admitted();
    },
    load() {
      const { length } = piscina.threads;
      return {
        threads: length,
        busy: length - piscina.idleThreads,
        waiting: heavyGate.waiting() + gate.waiting() + piscina.queueSize,
      };
    },
    async close() {
      closed = true;
      await piscina.destroy();
    },
  };
}
