import { setTimeout as pause } from "node:timers/promises";
import type { BackgroundTasks } from "../solver/tasks.ts";
import type { JobDeps } from "./job.ts";

/** The database is asked again so long after it said that no run waits, or that one does, ms. */
const QUIET_MS = 100;
const BUSY_MS = 500;

/**
 * For each job a pool whose background tasks begin only while no run waits, in whatever process it would be computed. A
 * database out of reach holds nothing up; a run whose job is lost does, until the sweep has brought it back. Once the
 * job's signal has aborted, those that wait reject with its reason, and none begins.
 */
export function runsFirst({
  dataSource,
  pool,
  logger,
}: Pick<JobDeps, "dataSource" | "pool" | "logger">): (signal: AbortSignal) => JobDeps["pool"] {
  let asked: Promise<boolean> | undefined;
  /** Asked once for all tasks that want to begin at the same time. */
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

  return (signal) => {
    const afterRuns =
      <A extends unknown[], T>(task: (...args: A) => Promise<T>) =>
      async (...args: A): Promise<T> => {
        for (;;) {
          const mustWait = await runsWait();
          signal.throwIfAborted();
          if (!mustWait) return task(...args);
          await pause(BUSY_MS, undefined, { ref: false });
        }
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
  };
}
