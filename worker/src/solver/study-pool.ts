import { stepsOf } from "@ecotrim/contracts/simulations/input";
import type { SimulationRequest } from "@ecotrim/engine/simulate";
import type { ScenarioBase } from "@ecotrim/engine/studies/uncertainty/base";
import { STUDY_TASKS, type Studies } from "./tasks.ts";
import { createThreadPool, type ThreadLoad, type ThreadPool, type ThreadPoolSettings } from "./thread-pool.ts";

/** Low-priority threads for studies, which leave the cores to runs. */
export interface StudyPool {
  readonly threads: number;
  /** Studies on the pool. After an abort, those under way reject as CANCELLED and their threads are replaced. */
  studies(signal?: AbortSignal): Studies;
  load(): ThreadLoad;
  /** Stops every thread, also a busy one. */
  close(): Promise<void>;
}

/** Factor on the limit of a run's solve: the limit is wall-clock time, of which runs may leave studies little. */
const PATIENCE = 10;

export function createStudyPool(settings: ThreadPoolSettings): StudyPool {
  const { perform, load, close } = createThreadPool({
    ...settings,
    timeLimitSeconds: PATIENCE * settings.timeLimitSeconds,
    isBackground: true,
  });
  return {
    threads: settings.threads,
    studies: (signal) => studiesBy(perform, signal),
    load,
    close,
  };
}

/** Studies whose tasks a pool performs. */
export function studiesBy(perform: ThreadPool["perform"], signal?: AbortSignal, isUrgent = false): Studies {
  const names = Object.keys(STUDY_TASKS) as (keyof Studies)[];
  const study =
    (name: keyof Studies) =>
    (...args: [SimulationRequest | ScenarioBase, ...unknown[]]) =>
      perform({ name, args }, signal, { isUrgent, isHeavy: isHeavy(stepsOfTask(args[0])) });
  return Object.fromEntries(names.map((name) => [name, study(name)])) as unknown as Studies;
}

const stepsOfTask = (of: SimulationRequest | ScenarioBase): number =>
  "input" in of ? stepsOf(of.input) : of.problem.demandKwh.length;

/** More steps than two years of hours take several times the memory. */
export const isHeavy = (steps: number): boolean => steps > 2 * 366 * 24;
