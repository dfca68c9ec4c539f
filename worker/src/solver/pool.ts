import { fileURLToPath } from "node:url";
import { MessageChannel, type MessagePort, receiveMessageOnPort } from "node:worker_threads";
import type { SimulationOutput, SimulationRequest } from "@ecotrim/shared/engine/simulation";
import { AppError, type ErrorCode } from "@ecotrim/shared/errors";
import type { EngineProgress } from "@ecotrim/shared/simulations/progress";
import { Piscina } from "piscina";

export interface SimulationPool {
  /**
   * Runs a whole simulation on a thread, waiting for a free one.
   * @throws AppError as `runSimulation`, or CANCELLED when the signal aborts or the pool closes.
   */
  run(
    request: SimulationRequest,
    options?: { onProgress?: (progress: EngineProgress) => void; signal?: AbortSignal },
  ): Promise<SimulationOutput>;
  /** Stops every thread, whatever it is doing. */
  close(): Promise<void>;
}

/** What the pool and its threads say to each other. */
export interface ThreadSettings {
  timeLimitSeconds: number;
}
export interface ThreadTask {
  request: SimulationRequest;
  progressPort?: MessagePort;
}
export type ThreadOutcome =
  | { output: SimulationOutput }
  | { error: { code: ErrorCode; message: string; field: string | undefined; cause: unknown } };

/** From source a thread must register tsx for itself, and resolve our packages to their sources. */
const isSource = import.meta.url.endsWith(".ts");
const THREAD_FILE = fileURLToPath(new URL(isSource ? "./thread-from-source.mjs" : "./thread.js", import.meta.url));

/**
 * Threads are started and warmed at once; one that is stopped by an abort, which takes no longer than ending a thread,
 * is replaced.
 */
export function createSimulationPool(settings: { threads: number; timeLimitSeconds: number }): SimulationPool {
  const { threads, timeLimitSeconds } = settings;
  const piscina = new Piscina<ThreadTask, ThreadOutcome>({
    filename: THREAD_FILE,
    minThreads: threads,
    maxThreads: threads,
    workerData: { timeLimitSeconds } satisfies ThreadSettings,
    ...(isSource ? { execArgv: ["--conditions=source"] } : {}),
  });
  let closed = false;

  return {
    async run(request, { onProgress, signal } = {}) {
      const channel = onProgress && openProgressChannel(onProgress);
      try {
        const outcome = await piscina.run(
          { request, ...(channel ? { progressPort: channel.port2 } : {}) },
          { ...(channel ? { transferList: [channel.port2] } : {}), ...(signal ? { signal } : {}) },
        );
        if ("output" in outcome) return outcome.output;
        const { code, message, field, cause } = outcome.error;
        throw new AppError(code, { message, ...(field ? { field } : {}), cause });
      } catch (error) {
        if (!(error instanceof AppError) && (signal?.aborted || closed))
          throw new AppError("CANCELLED", { cause: error });
        throw error;
      } finally {
        if (channel && onProgress) closeProgressChannel(channel, onProgress);
      }
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
