import { fileURLToPath } from "node:url";
import type { MessagePort } from "node:worker_threads";
import { AppError, type ErrorCode } from "@ecotrim/contracts/errors";
import { type SourceData, sourceData } from "@ecotrim/engine/site/source-data";
import { Piscina } from "piscina";
import { createGate } from "./gate.ts";
import type { Tasks } from "./tasks.ts";

/** What a pool and its threads say to each other. */
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

/** Threads there are, those of them that are busy or get ready, and tasks that wait for one. */
export interface ThreadLoad {
  threads: number;
  busy: number;
  waiting: number;
}

export interface ThreadPool {
  /**
   * Gives what the task of that name gives, in order of arrival.
   * @throws AppError as the task, or CANCELLED when the signal aborts or the pool closes
   */
  perform(task: ThreadTask, signal?: AbortSignal): Promise<unknown>;
  load(): ThreadLoad;
  /** Stops every thread, whatever it is doing. */
  close(): Promise<void>;
}

export interface ThreadPoolSettings {
  threads: number;
  /** Of one solve of HiGHS. */
  timeLimitSeconds: number;
  /** Of one thread, which ends when it needs more; V8's own by default. */
  heapMb?: number | undefined;
}

/** From source a thread must register tsx for itself, and resolve our packages to their sources. */
const isSource = import.meta.url.endsWith(".ts");
const THREAD_FILE = fileURLToPath(new URL(isSource ? "./thread-from-source.mjs" : "./thread.js", import.meta.url));

/**
 * Half of what V8 allows by itself. A thread's typed arrays are freed when its young generation is collected, so the
 * sooner that is, the fewer of them wait for it.
 */
const YOUNG_GENERATION_MB = 24;

/**
 * Threads are started at once; one that is stopped by an abort, which takes no longer than ending a thread, is replaced.
 * @param settings.isBackground whether they leave the processor to all other threads of the machine that want it
 */
export function createThreadPool(settings: ThreadPoolSettings & { isBackground: boolean }): ThreadPool {
  const { threads, timeLimitSeconds, heapMb, isBackground } = settings;
  const piscina = new Piscina<ThreadTask, ThreadOutcome>({
    filename: THREAD_FILE,
    minThreads: threads,
    maxThreads: threads,
    // A task found no thread for keeps its place.
    stricterFIFO: true,
    resourceLimits: {
      maxYoungGenerationSizeMb: YOUNG_GENERATION_MB,
      ...(heapMb !== undefined && { maxOldGenerationSizeMb: heapMb }),
    },
    workerData: { timeLimitSeconds, isBackground, sourceData: sourceData() } satisfies ThreadSettings,
    ...(isSource ? { execArgv: ["--conditions=source"] } : {}),
  });
  // Of tasks that can be aborted and find no thread Piscina puts the last to come first: no more than one of them may wait.
  const gate = createGate(threads + 1);
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
    perform: (task, signal) => gate.pass(() => onThread(task, signal), signal),
    load() {
      const { length } = piscina.threads;
      return { threads: length, busy: length - piscina.idleThreads, waiting: gate.waiting() + piscina.queueSize };
    },
    async close() {
      closed = true;
      await piscina.destroy();
    },
  };
}
