import type { EntityManager } from "typeorm";
import { CURVE_IDS, deleteCurves, forgetCurves } from "../curves/curves.ts";
import { signalEndedSessions } from "../events/signals.ts";
import { endUnwanted, lockSimulations } from "../simulations/locks.ts";

/** SQL: requests for an offer of the user `$1`, with those sent from their confirmed address without logging in. */
export const OFFERS_OF_USER = `(user_id = $1 OR user_id IS NULL
  AND email = (SELECT email FROM users WHERE id = $1 AND email_confirmed_at IS NOT NULL))`;

/**
 * Deletes an account and its personal data: sessions, lists, shares, notices, messages, requests for an offer, reports,
 * brand, sites, curves, and every simulation that no other account holds. Payments stay for the legal period, without the
 * payer's identity.
 * @returns the account's address; null where the account is gone already.
 */
export async function deleteAccount(manager: EntityManager, userId: string): Promise<string | null> {
  const sessions = await manager.query("SELECT id FROM sessions WHERE user_id = $1", [userId]);
  await signalEndedSessions(manager, sessions.map(idOf));
  // Whoever changes a site locks it first, so that it is locked first here too: no deadlock.
  await manager.query("SELECT 1 FROM installations WHERE user_id = $1 ORDER BY id FOR NO KEY UPDATE", [userId]);
  const held = await manager.query("SELECT simulation_id AS id FROM user_simulations WHERE user_id = $1", [userId]);
  await forgetSimulations(manager, userId, held.map(idOf));
  const curves = await manager.query("SELECT id FROM curves WHERE user_id = $1", [userId]);
  await deleteCurves(manager, curves.map(idOf));
  // Settling one of these rows locks it before the user's row, so they are locked in that order here too: no deadlock.
  for (const table of ["subscriptions", "reports"])
    await manager.query(`SELECT 1 FROM ${table} WHERE user_id = $1 FOR UPDATE`, [userId]);
  await manager.query(
    `UPDATE payments SET customer_email = NULL, title = kind, invoice_url = NULL, payment_link_url = NULL
      WHERE user_id = $1`,
    [userId],
  );
  await manager.query(
    `WITH gone AS (DELETE FROM offers WHERE ${OFFERS_OF_USER} RETURNING id)
     DELETE FROM mails USING gone WHERE kind IN ('offer', 'offer-copy') AND subject_id = gone.id::text`,
    [userId],
  );
  const [[deleted]] = await manager.query("DELETE FROM users WHERE id = $1 RETURNING email", [userId]);
  return deleted?.email ?? null;
}

/**
 * Takes simulations out of a user's list, with the user's links and invitations to them, and the user's curves that
 * only these have. Simulations that no list holds any more are deleted, and computations that no simulation waits for
 * end.
 * @returns how many were in the list
 */
export async function forgetSimulations(
  manager: EntityManager,
  userId: string,
  simulationIds: string[],
): Promise<number> {
  await lockSimulations(manager, simulationIds);
  const curves = await manager.query(`SELECT unnest(${CURVE_IDS}) AS id FROM simulations WHERE id = ANY($1)`, [
    simulationIds,
  ]);
  const [, forgotten] = await manager.query(
    "DELETE FROM user_simulations WHERE user_id = $1 AND simulation_id = ANY($2)",
    [userId, simulationIds],
  );
  await forgetCurves(manager, userId, curves.map(idOf));
  await manager.query("DELETE FROM share_links WHERE user_id = $1 AND simulation_id = ANY($2)", [
    userId,
    simulationIds,
  ]);
  await manager.query("DELETE FROM share_invitations WHERE invited_by = $1 AND simulation_id = ANY($2)", [
    userId,
    simulationIds,
  ]);
  if (forgotten > 0) await removeUnheld(manager, simulationIds);
  return forgotten;
}

const idOf = ({ id }: { id: string }): string => id;

/** Deletes the locked simulations that no list holds. */
async function removeUnheld(manager: EntityManager, simulationIds: string[]): Promise<void> {
  const [removed] = await manager.query(
    `DELETE FROM simulations WHERE id = ANY($1)
        AND NOT EXISTS (SELECT 1 FROM user_simulations WHERE simulation_id = simulations.id)
  RETURNING computation_id AS id`,
    [simulationIds],
  );
  await endUnwanted(manager, removed.map(idOf));
}
