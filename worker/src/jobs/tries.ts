import { type Database, MAX_TRIES } from "./job.ts";

/** Others' servers that are away are waited for this long: a provider of payments repeats its events as long itself. */
export const PATIENCE_MS = 3 * 24 * 3_600_000;

/** As many tries in a row as are allowed ended with their worker. */
export class KillsWorkers extends Error {}

/**
 * Refuses a piece of work that no worker survives. Only tries that did not end count: how often one that failed is made
 * again is the queue's to say.
 * @param unendedTries those begun since the last that ended, this one included
 * @throws KillsWorkers
 */
export function refuseKiller(unendedTries: number): void {
  if (unendedTries > MAX_TRIES) throw new KillsWorkers("every worker that took it up died");
}

/** Notes that a try has ended without an outcome for the row, which waits for another. */
export async function noteEnd(dataSource: Database, table: "reports" | "mails", id: string): Promise<void> {
  await dataSource.query(`UPDATE ${table} SET unended_tries = 0 WHERE id = $1`, [id]);
}
