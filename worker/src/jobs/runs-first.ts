import { AsyncResource } from "node:async_hooks";
import { setTimeout as pause } from "node:timers/promises";
import type { JobDeps, RunsFirst } from "./job.ts";

/** Lifetime of the cached answer whether runs wait, ms. */
const LOOK_EVERY_MS = 100;
/** Postponed calls made at a time, far fewer than an overloaded queue would refuse. */
const AT_ONCE = 50;
/** Longest wait for runs, ms: who keeps some waiting without a pause must not hold up what follows those of others. */
export const POSTPONED_MS = 30_000;
/** Longest wait for postponed work when the worker closes, ms; the sweep does the rest. */
const CLOSE_MS = 5000;

/**
 * Postpones deferrable work until no run waits, or for `POSTPONED_MS`. An unreachable database delays no work; a run
 * whose job is lost does.
 */
export function createRunsFirst({ dataSource, logger }: Pick<JobDeps, "dataSource" | "logger">) {
  let asked: Promise<boolean> | undefined;
  /** Concurrent callers share one query. */
  const runsWait = (): Promise<boolean> => {
    asked ??= (async () => {
      let busy = false;
      try {
        busy = (await dataSource.query("SELECT 1 FROM computations WHERE status = 'pending' LIMIT 1")).length > 0;
      } catch (error) {
        logger.warn({ err: error }, "not known whether runs wait");
      }
      setTimeout(() => {
        asked = undefined;
      }, LOOK_EVERY_MS).unref();
      return busy;
    })();
    return asked;
  };

  const postponed: { work: () => Promise<void>; until: number }[] = [];
  const closing = new AbortController();
  let catchingUp: Promise<void> | undefined;
  const catchUp = async () => {
    for (let first = postponed[0]; first; first = postponed[0]) {
      while (!closing.signal.aborted && performance.now() < first.until && (await runsWait()))
        await pause(LOOK_EVERY_MS, undefined, { ref: false, signal: closing.signal }).catch(() => undefined);
      const overdue = postponed.filter(({ until }) => until <= performance.now()).length;
      const isFree = closing.signal.aborted || !(await runsWait());
      const ready = postponed.splice(0, isFree ? AT_ONCE : Math.min(AT_ONCE, overdue));
      await Promise.all(ready.map(({ work }) => work()));
    }
    catchingUp = undefined;
  };
  const line: RunsFirst = {
    runsWait,
    afterRuns(work) {
      postponed.push({ work: AsyncResource.bind(work), until: performance.now() + POSTPONED_MS });
      catchingUp ??= catchUp();
    },
  };

  return {
    line,
    /** Starts all postponed work at once, and does not wait for unreachable servers. */
    async close(): Promise<void> {
      closing.abort();
      await Promise.race([catchingUp, pause(CLOSE_MS, undefined, { ref: false })]);
    },
  };
}
