import { AppError } from "@ecotrim/contracts/errors";
import type { EntityManager } from "typeorm";

/**
 * Locks simulations until the transaction ends, and their computations against workers that end them. All code locks in
 * this one order, which excludes deadlocks: simulations, hashes of inputs, computations, rows of lists, curves. Rows
 * read before the lock may be stale.
 */
export async function lockSimulations(manager: EntityManager, ids: string[]): Promise<void> {
  const rows = await manager.query(
    `SELECT computation_id AS "computationId" FROM simulations WHERE id = ANY($1) ORDER BY id FOR UPDATE`,
    [ids],
  );
  const unfinished = [
    rows.map(({ computationId }: { computationId: string | null }) => computationId),
    ["pending", "processing"],
  ];
  // A caller that joins a computation holds the lock of its hash until its row is committed.
  await manager.query(
    `SELECT pg_advisory_xact_lock(hashtextextended(input_hash, 0)) FROM computations
      WHERE id = ANY($1) AND status = ANY($2) ORDER BY input_hash`,
    unfinished,
  );
  await manager.query(
    "SELECT 1 FROM computations WHERE id = ANY($1) AND status = ANY($2) ORDER BY id FOR NO KEY UPDATE",
    unfinished,
  );
}

/**
 * Ends computations that no simulation waits for, of simulations locked by `lockSimulations`; their workers notice it
 * and stop.
 */
export async function endUnwanted(manager: EntityManager, computationIds: (string | null)[]): Promise<void> {
  const { code, message } = new AppError("CANCELLED");
  await manager.query(
    `UPDATE computations SET status = 'failed', error_code = $2, error_message = $3, finished_at = now(), caller_hash = NULL
      WHERE id = ANY($1) AND status IN ('pending', 'processing')
        AND NOT EXISTS (SELECT 1 FROM simulations WHERE computation_id = computations.id AND own_status IS NULL)`,
    [computationIds, code, message],
  );
}
