import { setTimeout as pause } from "node:timers/promises";

/** Processes that take turns with others, and their use so far. */
export interface Party {
  pids: number[];
  /** Length of each turn, ms. */
  turnMs: number;
  /** Time they were not stopped, ms. */
  ranMs: number;
  /** Increase of `measure` during their turns. */
  used: number;
}

/**
 * Lets two parties take turns on the machine, since its speed varies and compared measurements need equal conditions. A
 * party is stopped until its first turn.
 * @param measure a monotonic figure, split by turns
 */
export function createTurns(parties: [Party, Party], measure: () => number) {
  let running: { party: Party; since: number; before: number } | undefined;
  const signal = (party: Party, name: NodeJS.Signals) => {
    for (const pid of party.pids) process.kill(pid, name);
  };
  const ranMs = (party: Party) => party.ranMs + (running?.party === party ? performance.now() - running.since : 0);
  const stop = () => {
    if (!running) return;
    const { party, before } = running;
    signal(party, "SIGSTOP");
    party.ranMs = ranMs(party);
    party.used += measure() - before;
    running = undefined;
  };
  const run = (party: Party) => {
    stop();
    signal(party, "SIGCONT");
    running = { party, since: performance.now(), before: measure() };
  };
  for (const party of parties) signal(party, "SIGSTOP");

  return {
    /** Time a party has run so far, ms; this clock stands still while the party is stopped. */
    ranMs,
    /** Lets both parties run in turn until the work of the first is done. */
    async until(work: Promise<unknown>): Promise<void> {
      let isDone = false;
      const done = work.finally(() => {
        isDone = true;
      });
      for (let turn = 0; !isDone; turn++) {
        const party = parties[turn % 2] as Party;
        run(party);
        await Promise.race([done, pause(party.turnMs)]);
      }
      stop();
      await done;
    },
    /** Lets one party run alone until its work is done. */
    async alone<T>(party: Party, work: () => Promise<T>): Promise<T> {
      run(party);
      const done = await work();
      stop();
      return done;
    },
  };
}
