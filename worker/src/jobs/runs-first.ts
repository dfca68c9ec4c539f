import { AsyncResource } from "node:async_hooks";
import { setTimeout as pause } from "node:timers/promises";
import type { BackgroundTasks } from "../solver/tasks.ts";
import type { JobDeps } from "./job.ts";

/** The database is asked again so long after it said that no run waits, or that one does, ms. */
const QUIET_MS = 100;
const BUSY_MS = 500;

/** What lets runs pass, in whatever process they would be computed. */
export interface RunsFirst {
  /** Whether runs wait, as the database said lately; false while it is out of reach. */
  runsWait(): Promise<boolean>;
  /**
   * Does something that has time once no run waits, one after another, and when the worker closes. It handles its own
   * errors, and is lost with the process.
   */
  afterRuns(work: () => Promise<void>): void;
}

/**
 * A database out of reach holds nothing up; a run whose job is lost does, until the sweep has brought it back.
 */
export function createRunsFirst({ dataSource, pool, logger }: Pick<JobDeps, "dataSource" | "pool" | "logger">) {
  let asked: Promise<boolean> | undefined;
  /** Asked once for all that want to know at the same time. */
  const runsWait = (): Promise<boolean> => {
    asked ??= (async () => {
      let busy = false;
      try {
        busy = (await dataSource.query("SELECT 1 FROM computations WHERE status = 'pending' LIMIT 1")).length > 0;
      } catch (error) {
        logger.warn({ err: error }, "not known whether runs wait");
      }
      setTimeout(
        () => {
          asked = undefined;
        },
        busy ? BUSY_MS : QUIET_MS,
      ).unref();
      return busy;
    })();
    return asked;
  };
  /** Resolves when no run waits, and once the signal has aborted. */
  const quiet = async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted && (await runsWait()))
      await pause(BUSY_MS, undefined, { ref: false, signal }).catch(() => undefined);
  };

  const postponed: (() => Promise<void>)[] = [];
  const closing = new AbortController();
  let catchingUp: Promise<void> | undefined;
  const catchUp = async () => {
    for (let work = postponed.shift(); work; work = postponed.shift()) {
      await quiet(closing.signal);
      await work();
    }
    catchingUp = undefined;
  };
  const line: RunsFirst = {
    runsWait,
    afterRuns(work) {
      postponed.push(AsyncResource.bind(work));
      catchingUp ??= catchUp();
    },
  };

  return {
    line,
    /** Does at once what was to be done after the runs. */
    async close(): Promise<void> {
      closing.abort();
      await catchingUp;
    },
    /**
     * The pool for a job, whose background tasks begin only while no run waits. Once the job's signal has aborted, those
     * that wait reject with its reason, and none begins.
     */
    poolOf(signal: AbortSignal): JobDeps["pool"] {
      const afterRuns =
        <A extends unknown[], T>(task: (...args: A) => Promise<T>) =>
        async (...args: A): Promise<T> => {
          await quiet(signal);
          signal.throwIfAborted();
          return task(...args);
        };
      const background: BackgroundTasks = {
        baseRun: afterRuns(pool.baseRun),
        scenarioBase: afterRuns(pool.scenarioBase),
        solveScenarios: afterRuns(pool.solveScenarios),
        summarise: afterRuns(pool.summarise),
        sensitivityBase: afterRuns(pool.sensitivityBase),
        sensitivityDrivers: afterRuns(pool.sensitivityDrivers),
        sizingBase: afterRuns(pool.sizingBase),
        sizePoints: afterRuns(pool.sizePoints),
        sizingStep: afterRuns(pool.sizingStep),
      };
      return { ...pool, ...background };
    },
  };
}
