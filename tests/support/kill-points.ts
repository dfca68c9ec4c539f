import type { JobQueue } from "@ecotrim/server/queue/queue";
import type { Database } from "../../worker/src/jobs/job.ts";

/** A moment of a worker's life, recognised by its statement or its enqueued jobs. */
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
const BEGUN = /SET status = 'processing', attempt = attempt \+ 1,\s+started_at/;
/** The statement that stores a study's content, intermediate or final. */
const STUDY = /UPDATE studies\s+SET status = \$4/;
const RESULTS = /SET status = 'completed', results/;

/** Where a run, or a follow-up of it, kills its worker in the tests. */
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

/** Kill points of other work than runs, just after it has begun. */
const OTHER_KILL_POINTS = {
  "amid the study of powers": { when: "after", sql: STUDY, mentions: ["power", "processing"] },
  "with the final results written but not committed": { when: "after", sql: /SET results = / },
  "with a report begun": { when: "after", sql: /UPDATE reports SET status = 'processing'/ },
  "with a mail begun": { when: "after", sql: /UPDATE mails SET attempts/ },
  "with an event begun": { when: "after", sql: /UPDATE stripe_events SET attempts/ },
} satisfies Record<string, KillPoint>;

const ALL_KILL_POINTS = { ...KILL_POINTS, ...OTHER_KILL_POINTS };
export type KillPointName = keyof typeof ALL_KILL_POINTS;
export const killPoint = (name: KillPointName): KillPoint => ALL_KILL_POINTS[name];

type Transaction = (work: (manager: Database["manager"]) => Promise<unknown>) => Promise<unknown>;
type Query = (sql: string, parameters?: unknown[], ...rest: never[]) => Promise<never>;

/** Kills this process at the given point; with `of`, only for the row of that id. */
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
