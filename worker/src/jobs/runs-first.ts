import { AsyncResource } from "node:async_hooks";
import { setTimeout as pause } from "node:timers/promises";
import type { JobDeps, RunsFirst } from "./job.ts";

/** The database is asked whether runs wait at most this often, ms. */
const LOOK_EVERY_MS = 100;
/** What was postponed is done so much at a time, well below what a queue that is asked for more at once refuses. */
const AT_ONCE = 50;
/** Longest wait for what is done when the worker closes, ms; what is left the sweep brings back. */
const CLOSE_MS = 5000;

/**
 * What has time waits until no run does. A database out of reach holds nothing up; a run whose job is lost does, until
 * the sweep has brought it back.
 */
export function createRunsFirst({ dataSource, logger }: Pick<JobDeps, "dataSource" | "logger">) {
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
    /** Does at once what was to be done after the runs; what servers out of reach hold up is not waited for. */
    async close(): Promise<void> {
      closing.abort();
      await Promise.race([catchingUp, pause(CLOSE_MS, undefined, { ref: false })]);
    },
  };
}
