import { MessageChannel, receiveMessageOnPort } from "node:worker_threads";
import { AppError } from "@ecotrim/contracts/errors";
import { stepsOf } from "@ecotrim/contracts/simulations/input";
import type { EngineProgress } from "@ecotrim/contracts/simulations/progress";
import type { SimulationRequest } from "@ecotrim/engine/simulate";
import type { SimulationOutput } from "@ecotrim/present/results/results";
import { createStudyPool, isHeavy, type StudyPool, studiesBy } from "./study-pool.ts";
import { createThreadPool, type ThreadLoad, type ThreadPoolSettings, type ThreadTask } from "./thread-pool.ts";

/** Runs and studies have equal numbers of threads of their own, so that no run waits for a study. */
export interface SimulationPool extends Omit<StudyPool, "load"> {
  /** Timeout of a run from its start on a thread, ms. */
  readonly runLimitMs: number;
  /**
   * Runs a whole simulation on the next free thread.
   * @throws AppError as `runSimulation`, SOLVER_TIMEOUT also at `runLimitMs`, or CANCELLED when the signal aborts or
   * the pool closes.
   */
  run(
    request: SimulationRequest,
    options?: { onProgress?: (progress: EngineProgress) => void; signal?: AbortSignal },
  ): Promise<SimulationOutput>;
  /** Studies that go before runs, on their threads. Of two tasks one waits, so that no run comes between them. */
  urgent: Pick<StudyPool, "threads" | "studies">;
  load(): { runs: ThreadLoad; studies: ThreadLoad };
}

/** Upper bound of a run's time outside its solve, ms. */
export const BESIDE_SOLVE_MS = 15_000;

export function createSimulationPool(
  settings: ThreadPoolSettings & {
    /** By default the solve's limit and some seconds more. */
    runLimitMs?: number;
  },
): SimulationPool {
  const { threads, timeLimitSeconds, runLimitMs = timeLimitSeconds * 1000 + BESIDE_SOLVE_MS } = settings;
  const runs = createThreadPool({ ...settings, isBackground: false });
  const { studies, ...studyPool } = createStudyPool(settings);
  return {
    threads,
    runLimitMs,
    async run(request, { onProgress = () => {}, signal: wanted } = {}) {
      const overdue = new AbortController();
      const signal = AbortSignal.any([overdue.signal, ...(wanted ? [wanted] : [])]);
      let timer: NodeJS.Timeout | undefined;
      const channel = openProgressChannel((progress) => {
        // The timer starts with the first progress, since the run may have waited for a thread until then.
        timer ??= setTimeout(() => overdue.abort(), runLimitMs);
        onProgress(progress);
      });
      try {
        const task: ThreadTask = { name: "simulate", args: [request], progressPort: channel.port2 };
        return (await runs.perform(task, signal, {
          isHeavy: isHeavy(stepsOf(request.input)),
        })) as SimulationOutput;
      } catch (error) {
        throw overdue.signal.aborted ? new AppError("SOLVER_TIMEOUT") : error;
      } finally {
        closeProgressChannel(channel, onProgress);
        clearTimeout(timer);
      }
    },
    studies,
    urgent: { threads: 2, studies: (signal) => studiesBy(runs.perform, signal, true) },
    load: () => ({ runs: runs.load(), studies: studyPool.load() }),
    async close() {
      await Promise.all([runs.close(), studyPool.close()]);
    },
  };
}

function openProgressChannel(onProgress: (progress: EngineProgress) => void): MessageChannel {
  const channel = new MessageChannel();
  channel.port1.on("message", onProgress);
  return channel;
}

/** The outcome has a port of its own and may overtake the last progress reports, which are delivered first. */
function closeProgressChannel({ port1 }: MessageChannel, onProgress: (progress: EngineProgress) => void): void {
  for (let left = receiveMessageOnPort(port1); left; left = receiveMessageOnPort(port1)) onProgress(left.message);
  port1.close();
}
