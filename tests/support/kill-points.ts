import type { JobQueue } from "@ecotrim/server/queue/queue";
import type { Database } from "../../worker/src/jobs/job.ts";

/** One moment of a worker's life, told by what it says to the database or the queue. */
export interface KillPoint {
  when: "before" | "after";
  /** SQL, with parameters where `mentions` says so, that marks the moment ... */
  sql?: RegExp;
  mentions?: string[];
  /** ... or the commit of a transaction that held it ... */
  committed?: boolean;
  /** ... or the enqueueing of all these jobs. */
  enqueued?: string[];
}

const stage = (name: string): KillPoint => ({ when: "after", sql: /SET progress = /, mentions: [`"stage":"${name}"`] });
const BEGUN = /SET status = 'processing', attempt = attempt \+ 1, caller_hash/;
/** What is found in a study of a run, so far or in the end. */
const STUDY = /UPDATE studies\s+SET status = \$4/;
const RESULTS = /SET status = 'completed', results/;

/** Where a worker is killed in the tests; those in `FOLLOWING` are passed after the run has ended. */
export const KILL_POINTS = {
  "with the job taken, before the row says so": { when: "before", sql: BEGUN },
  "with the row at work": { when: "after", sql: BEGUN },
  "preparing the series": stage("series"),
  "building the model": stage("model"),
  "amid the solving": stage("solving"),
  "in the economics": stage("economics"),
  "drawing the charts": stage("charts"),
  "before the results are written": { when: "before", sql: RESULTS },
  "with the results written but not committed": { when: "after", sql: RESULTS },
  "with the results stored and nobody told": { when: "after", sql: RESULTS, committed: true },
  "before what follows is enqueued": { when: "before", enqueued: ["simulation.uncertainty"] },
  "with all done but the job not acknowledged": {
    when: "after",
    enqueued: ["simulation.uncertainty", "simulation.sensitivity"],
  },
  "amid the scenarios": { when: "after", sql: STUDY, mentions: ["uncertainty", "processing"] },
  "with the scenarios stored but their job not acknowledged": {
    when: "after",
    sql: STUDY,
    mentions: ["uncertainty", "completed"],
  },
  "before the sensitivity is stored": { when: "before", sql: STUDY, mentions: ["sensitivity"] },
  "before the sizes are stored": { when: "before", sql: STUDY, mentions: ["sizing"] },
} satisfies Record<string, KillPoint>;

/** Where it is killed with work that is no run's: just begun. */
const OTHER_KILL_POINTS = {
  "with a report begun": { when: "after", sql: /UPDATE reports SET status = 'processing'/ },
  "with a mail begun": { when: "after", sql: /UPDATE mails SET attempts/ },
  "with an event begun": { when: "after", sql: /UPDATE stripe_events SET attempts/ },
} satisfies Record<string, KillPoint>;

const ALL_KILL_POINTS = { ...KILL_POINTS, ...OTHER_KILL_POINTS };
export type KillPointName = keyof typeof ALL_KILL_POINTS;
export const killPoint = (name: KillPointName): KillPoint => ALL_KILL_POINTS[name];

type Transaction = (work: (manager: Database["manager"]) => Promise<unknown>) => Promise<unknown>;
type Query = (sql: string, parameters?: unknown[], ...rest: never[]) => Promise<never>;

/** Kills this process when it comes to the point; where `of` is given, with the row of that id only. */
export function dieAt(name: KillPointName, dataSource: Database, queue: JobQueue, of = ""): void {
  const { when, sql, mentions, committed, enqueued } = killPoint(name);
  const die = () => process.kill(process.pid, "SIGKILL");
  const isPoint = (text: string, parameters: unknown[] = []) =>
    sql?.test(text) === true &&
    [...(mentions ?? []), of].every((part) => parameters.some((value) => String(value).includes(part)));

  let isHeld = false;
  const watched =
    (query: Query): Query =>
    async (text, parameters, ...rest) => {
      const isNow = isPoint(text, parameters);
      if (isNow && when === "before") die();
      const answer = await query(text, parameters, ...rest);
      if (isNow && committed) isHeld = true;
      else if (isNow) die();
      return answer;
    };
  dataSource.query = watched(dataSource.query.bind(dataSource) as Query) as typeof dataSource.query;
  const transaction = dataSource.transaction.bind(dataSource) as unknown as Transaction;
  const dying: Transaction = async (work) => {
    const result = await transaction((manager) => {
      manager.query = watched(manager.query.bind(manager) as Query) as typeof manager.query;
      return work(manager);
    });
    if (isHeld) die();
    return result;
  };
  dataSource.transaction = dying as unknown as typeof dataSource.transaction;

  const left = new Set<string>(enqueued);
  const { enqueue } = queue;
  queue.enqueue = async (job, ...rest) => {
    if (when === "before" && left.has(job)) die();
    await enqueue(job, ...rest);
    if (left.delete(job) && left.size === 0) die();
  };
}
