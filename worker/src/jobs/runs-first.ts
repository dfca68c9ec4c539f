import { AsyncResource } from "node:async_hooks";
import { setTimeout as pause } from "node:timers/promises";
import type { JobDeps, RunsFirst } from "./job.ts";

/** Lifetime of the cached answer whether runs wait, ms. */
const LOOK_EVERY_MS = 100;
/** Postponed calls made at a time, far fewer than an overloaded queue would refuse. */
const AT_ONCE = 50;
/** Longest wait for postponed work when the worker closes, ms; the sweep does the rest. */
const CLOSE_MS = 5000;

/**
 * Postpones deferrable work until no run waits. An unreachable database delays no work; a run whose job is lost does,
 * until the sweep has requeued it.
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

  const postponed: (() => Promise<void>)[] = [];
  const closing = new AbortController();
  let catchingUp: Promise<void> | undefined;
  const catchUp = async () => {
    while (postponed.length > 0) {
      while (!closing.signal.aborted && (await runsWait()))
        await pause(LOOK_EVERY_MS, undefined, { ref: false, signal: closing.signal }).catch(() => undefined);
      await Promise.all(postponed.splice(0, AT_ONCE).map((work) => work()));
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
    /** Starts all postponed work at once, and does not wait for unreachable servers. */
    async close(): Promise<void> {
      closing.abort();
      await Promise.race([catchingUp, pause(CLOSE_MS, undefined, { ref: false })]);
    },
  };
}
