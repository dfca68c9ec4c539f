import type { EntityManager } from "typeorm";

/** SQL: the ids of the curves that a row of `simulations` was asked for with, nulls among them. */
export const CURVE_IDS = `ARRAY[input_parameters ->> 'curve_id', input_parameters ->> 'pv_curve_id']::uuid[]`;

/** SQL: no site of its account has the row of `curves`, nor a simulation in the account's list. */
export const UNUSED_CURVE = `NOT EXISTS (
    SELECT 1 FROM user_simulations held JOIN simulations ON simulations.id = held.simulation_id
     WHERE held.user_id = curves.user_id AND curves.id = ANY (${CURVE_IDS}))
  AND NOT EXISTS (
    SELECT 1 FROM installations
     WHERE installations.user_id = curves.user_id AND curves.id::text IN (answers ->> 'curve_id', answers ->> 'pv_curve_id'))`;

/**
 * Deletes those of the curves that no site of the user has, nor a simulation in their list. Curves of others stay.
 * Sites and lists are locked before curves everywhere, which excludes deadlocks.
 */
export async function forgetCurves(manager: EntityManager, userId: string, ids: string[]): Promise<void> {
  const unused: { id: string }[] = await manager.query(
    `SELECT id FROM curves WHERE user_id = $1 AND id = ANY($2) AND ${UNUSED_CURVE}`,
    [userId, ids],
  );
  await deleteCurves(
    manager,
    unused.map(({ id }) => id),
  );
}

/**
 * Deletes curves, and at once the contents that no other curve holds: runs and studies that still need them then fail.
 * The lock keeps contents that somebody sends at this moment; senders take it first too, which excludes deadlocks.
 */
export async function deleteCurves(manager: EntityManager, ids: string[]): Promise<void> {
  const contents: { hash: string }[] = await manager.query(
    `SELECT hash FROM curve_contents WHERE hash IN (SELECT hash FROM curves WHERE id = ANY($1))
      ORDER BY hash FOR UPDATE`,
    [ids],
  );
  await manager.query("DELETE FROM curves WHERE id = ANY($1)", [ids]);
  await manager.query(
    `DELETE FROM curve_contents
      WHERE hash = ANY($1) AND NOT EXISTS (SELECT 1 FROM curves WHERE curves.hash = curve_contents.hash)`,
    [contents.map(({ hash }) => hash)],
  );
}
