import { setTimeout as pause } from "node:timers/promises";

/** Processes that run in turn with others, and what they have had so far. */
export interface Party {
  pids: number[];
  /** How long each of its turns is, ms. */
  turnMs: number;
  /** Time they were not stopped, ms. */
  ranMs: number;
  /** What `measure` rose by while they ran. */
  used: number;
}

/**
 * Gives the machine to one of two parties after the other, since its speed moves from one moment to the next: what is
 * compared must have had the same of it. Until a party's first turn it is stopped.
 * @param measure a figure that only rises, shared out by whose turn it was
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
    /** Time a party has run so far, ms: a clock that stands still while it is stopped. */
    ranMs,
    /** Lets both run in turn until the work of the first is done. */
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
    /** Lets one run alone until its work is done. */
    async alone<T>(party: Party, work: () => Promise<T>): Promise<T> {
      run(party);
      const done = await work();
      stop();
      return done;
    },
  };
}
