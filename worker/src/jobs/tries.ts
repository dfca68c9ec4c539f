import { type Database, MAX_TRIES } from "./job.ts";

/** Patience with external servers that are away; the payment provider repeats its events for as long. */
export const PATIENCE_MS = 3 * 24 * 3_600_000;

/** Thrown when too many tries in a row ended with the death of their worker. */
export class KillsWorkers extends Error {}

/**
 * Refuses a job that kills its workers. Only tries without an end count; the queue limits those that failed.
 * @param unendedTries consecutive tries that have not ended, this one included
 * @throws KillsWorkers
 */
export function refuseKiller(unendedTries: number): void {
  if (unendedTries > MAX_TRIES) throw new KillsWorkers("every worker that took it up died");
}

/** Notes that a try has ended without an outcome; the row waits for another try. */
export async function noteEnd(dataSource: Database, table: "reports" | "mails", id: string): Promise<void> {
  await dataSource.query(`UPDATE ${table} SET unended_tries = 0 WHERE id = $1`, [id]);
}
