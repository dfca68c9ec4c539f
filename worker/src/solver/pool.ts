import { fileURLToPath } from "node:url";
import { MessageChannel, type MessagePort, receiveMessageOnPort } from "node:worker_threads";
import { AppError, type ErrorCode } from "@ecotrim/contracts/errors";
import type { EngineProgress } from "@ecotrim/contracts/simulations/progress";
import type { SimulationRequest } from "@ecotrim/engine/simulate";
import { type SourceData, sourceData } from "@ecotrim/engine/site/source-data";
import type { SimulationOutput } from "@ecotrim/present/results/results";
import { Piscina } from "piscina";
import { createGate } from "./gate.ts";
import { BACKGROUND, createTaskQueue } from "./task-queue.ts";
import type { BackgroundTasks, Tasks } from "./tasks.ts";

/** Its background tasks wait while a run waits for a thread, so that a run waits no longer than for one of them to end. */
export interface SimulationPool extends BackgroundTasks {
  readonly threads: number;
  /** How long a run may take from when a thread begins it, ms. */
  readonly runLimitMs: number;
  /**
   * Runs a whole simulation on a thread, waiting for a free one.
   * @throws AppError as `runSimulation`, SOLVER_TIMEOUT also at `runLimitMs`, or CANCELLED when the signal aborts or the
   * pool closes.
   */
  run(
    request: SimulationRequest,
    options?: { onProgress?: (progress: EngineProgress) => void; signal?: AbortSignal },
  ): Promise<SimulationOutput>;
  /** Threads there are, those of them that are busy or get ready, and tasks that wait for one. */
  load(): { threads: number; busy: number; waiting: number };
  /** Stops every thread, whatever it is doing. */
  close(): Promise<void>;
}

/** What the pool and its threads say to each other. */
export interface ThreadSettings {
  timeLimitSeconds: number;
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

/** From source a thread must register tsx for itself, and resolve our packages to their sources. */
const isSource = import.meta.url.endsWith(".ts");
const THREAD_FILE = fileURLToPath(new URL(isSource ? "./thread-from-source.mjs" : "./thread.js", import.meta.url));

/**
 * Half of what V8 allows by itself. A thread's typed arrays are freed when its young generation is collected, so the
 * sooner that is, the fewer of them wait for it.
 */
const YOUNG_GENERATION_MB = 24;

/** What a run does beside its solve takes less, ms. */
export const BESIDE_SOLVE_MS = 15_000;

/**
 * Threads are started and warmed at once; one that is stopped by an abort, which takes no longer than ending a thread,
 * is replaced.
 */
export function createSimulationPool(settings: {
  threads: number;
  /** Of one solve. */
  timeLimitSeconds: number;
  /** By default that of its solve and some seconds more. */
  runLimitMs?: number;
  /** Of one thread, which ends when it needs more; V8's own by default. */
  heapMb?: number;
}): SimulationPool {
  const { threads, timeLimitSeconds, runLimitMs = timeLimitSeconds * 1000 + BESIDE_SOLVE_MS, heapMb } = settings;
  const piscina = new Piscina<ThreadTask, ThreadOutcome>({
    filename: THREAD_FILE,
    minThreads: threads,
    maxThreads: threads,
    taskQueue: createTaskQueue(),
    // A task found no thread for keeps its place.
    stricterFIFO: true,
    resourceLimits: {
      maxYoungGenerationSizeMb: YOUNG_GENERATION_MB,
      ...(heapMb !== undefined && { maxOldGenerationSizeMb: heapMb }),
    },
    workerData: { timeLimitSeconds, sourceData: sourceData() } satisfies ThreadSettings,
    ...(isSource ? { execArgv: ["--conditions=source"] } : {}),
  });
  // Of tasks that can be aborted and find no thread Piscina puts the last to come first: no more than one of them may wait.
  const gate = createGate(threads + 1);
  let closed = false;

  /** The value is what the task of that name gives. */
  async function perform(task: ThreadTask, signal?: AbortSignal): Promise<unknown> {
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

  const background =
    (name: keyof BackgroundTasks) =>
    (...args: unknown[]) =>
      perform({ name, args, ...BACKGROUND }) as Promise<never>;

  return {
    threads,
    runLimitMs,
    async run(request, { onProgress = () => {}, signal: wanted } = {}) {
      const overdue = new AbortController();
      const signal = AbortSignal.any([overdue.signal, ...(wanted ? [wanted] : [])]);
      let timer: NodeJS.Timeout | undefined;
      const channel = openProgressChannel((progress) => {
        // With its first news, since until then it may have waited for the runs before it.
        timer ??= setTimeout(() => overdue.abort(), runLimitMs);
        onProgress(progress);
      });
      try {
        const simulate = () => perform({ name: "simulate", args: [request], progressPort: channel.port2 }, signal);
        return (await gate.pass(simulate, signal)) as SimulationOutput;
      } catch (error) {
        throw overdue.signal.aborted ? new AppError("SOLVER_TIMEOUT") : error;
      } finally {
        closeProgressChannel(channel, onProgress);
        clearTimeout(timer);
      }
    },
    baseRun: background("baseRun"),
    scenarioBase: background("scenarioBase"),
    solveScenarios: background("solveScenarios"),
    summarise: background("summarise"),
    sensitivityBase: background("sensitivityBase"),
    sensitivityEnds: background("sensitivityEnds"),
    sizingSite: background("sizingSite"),
    sizingShareStep: background("sizingShareStep"),
    sizePoints: background("sizePoints"),
    sizingStep: background("sizingStep"),
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

function openProgressChannel(onProgress: (progress: EngineProgress) => void): MessageChannel {
  const channel = new MessageChannel();
  channel.port1.on("message", onProgress);
  return channel;
}

/** The outcome travels on a port of its own and may overtake the last reports: those are delivered before it. */
function closeProgressChannel({ port1 }: MessageChannel, onProgress: (progress: EngineProgress) => void): void {
  for (let left = receiveMessageOnPort(port1); left; left = receiveMessageOnPort(port1)) onProgress(left.message);
  port1.close();
}
