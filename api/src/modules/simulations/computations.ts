import { randomUUID } from "node:crypto";
import { ENGINE_VERSION } from "@ecotrim/shared/engine/simulation";
import { AppError } from "@ecotrim/shared/errors";
import { type Computation, ComputationEntity, jobIdOf } from "@ecotrim/shared/server/db/entities/computation";
import { inputHash } from "@ecotrim/shared/server/input-hash";
import { logContext } from "@ecotrim/shared/server/log-context";
import type { ComputedInput } from "@ecotrim/shared/simulations/input";
import type { Deps, Transaction } from "../../deps.ts";

/** What decides whether and under which id a computation must be enqueued. */
export type ComputationState = Pick<Computation, "id" | "run" | "status">;

const STATE = `id, run, status`;

/** Serialises, until the transaction ends, everything that depends on the same text. */
export const lock = (transaction: Transaction, text: string): Promise<unknown> =>
  transaction.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [text]);

/** The computation of these inputs that is under way or done; the caller holds the lock of the hash. */
async function active(transaction: Transaction, hash: string): Promise<ComputationState | undefined> {
  const [computation] = await transaction.query(
    `SELECT ${STATE} FROM computations WHERE input_hash = $1 AND status IN ('pending', 'processing', 'completed')`,
    [hash],
  );
  return computation;
}

/**
 * The computation that answers these inputs: the one under way or done, else a new one.
 * @throws AppError QUEUE_FULL when a new one would make the queue too deep.
 */
export async function joinComputation(
  transaction: Transaction,
  input: ComputedInput,
  maxDepth: number,
): Promise<ComputationState> {
  const hash = inputHash(input);
  await lock(transaction, hash);
  const existing = await active(transaction, hash);
  if (existing) return existing;

  await checkDepth(transaction, maxDepth);
  const [created] = await transaction.query(
    `INSERT INTO computations (id, input_hash, input, engine_version, request_id)
     VALUES ($1, $2, $3, $4, $5) RETURNING ${STATE}`,
    [randomUUID(), hash, input, ENGINE_VERSION, logContext().requestId ?? null],
  );
  return created;
}

/** Starts a failed computation again; concurrent calls, or a newer computation of the same inputs, make one. */
export async function reviveComputation(
  transaction: Transaction,
  { id, inputHash: hash }: Pick<Computation, "id" | "inputHash">,
): Promise<ComputationState> {
  await lock(transaction, hash);
  const existing = await active(transaction, hash);
  if (existing) return existing;

  const [[revived]] = await transaction.query(
    `UPDATE computations
        SET status = 'pending', run = run + 1, attempt = 0, progress = NULL, stages = '[]', error_code = NULL,
            error_message = NULL, enqueued_at = NULL, started_at = NULL, finished_at = NULL, request_id = $2
      WHERE id = $1 RETURNING ${STATE}`,
    [id, logContext().requestId ?? null],
  );
  return revived;
}

/** The finished computation of these inputs. */
export function findCompleted({ dataSource }: Pick<Deps, "dataSource">, input: ComputedInput) {
  return dataSource.getRepository(ComputationEntity).findOneBy({ inputHash: inputHash(input), status: "completed" });
}

/** When a waiting computation joined the line. */
const IN_LINE_SINCE = "coalesce(enqueued_at, created_at)";

/** Computations that wait ahead of this one. */
export async function positionOf({ dataSource }: Pick<Deps, "dataSource">, id: string): Promise<number> {
  const [{ ahead }] = await dataSource.query(
    `SELECT count(*)::int AS ahead FROM computations
      WHERE status = 'pending' AND ${IN_LINE_SINCE} < (SELECT ${IN_LINE_SINCE} FROM computations WHERE id = $1)`,
    [id],
  );
  return ahead;
}

/** Bounds of the advice when to try again, seconds. */
const RETRY_AFTER_S = { least: 5, most: 300 };

async function checkDepth(transaction: Transaction, maxDepth: number): Promise<void> {
  const [{ waiting, longest }] = await transaction.query(
    `SELECT count(*)::int AS waiting, ceil(extract(epoch FROM now() - min(${IN_LINE_SINCE})))::int AS longest
       FROM computations WHERE status = 'pending'`,
  );
  if (waiting < maxDepth) return;
  // The line is as long as the first in it has waited.
  throw new AppError("QUEUE_FULL", {
    retryAfterS: Math.min(RETRY_AFTER_S.most, Math.max(RETRY_AFTER_S.least, longest)),
  });
}

/**
 * Puts a pending computation into the queue; done twice it changes nothing.
 * @throws AppError QUEUE_UNAVAILABLE; the computation then stays pending and the sweep enqueues it later.
 */
export async function enqueueComputation({ dataSource, queue }: Deps, computation: ComputationState): Promise<void> {
  if (computation.status !== "pending") return;
  await queue.enqueue("simulation.run", { computationId: computation.id }, { jobId: jobIdOf(computation) });
  await dataSource.query("UPDATE computations SET enqueued_at = now() WHERE id = $1 AND enqueued_at IS NULL", [
    computation.id,
  ]);
}
