import { createHmac, randomUUID } from "node:crypto";
import { engineVersion } from "@ecotrim/shared/engine/simulation";
import { AppError } from "@ecotrim/shared/errors";
import {
  type Computation,
  ComputationEntity,
  jobIdOf,
  type Lane,
} from "@ecotrim/shared/server/db/entities/computation";
import { inputHash } from "@ecotrim/shared/server/input-hash";
import { logContext } from "@ecotrim/shared/server/log-context";
import { PRIORITY_LIMIT } from "@ecotrim/shared/server/queue";
import type { ComputedInput } from "@ecotrim/shared/simulations/input";
import type { Deps, Transaction } from "../../deps.ts";
import { networkOf } from "../../rate-counts.ts";

/** What decides whether and under which id a computation must be enqueued. */
export type ComputationState = Pick<Computation, "id" | "run" | "status" | "turn">;

const STATE = `id, run, status, turn`;

/** Who asks for runs: a user, else an address. */
export interface Asker {
  userId?: string | undefined;
  address?: string | undefined;
}

/** The place of a new run in the line. */
interface Place {
  lane: Lane;
  turn: number;
  callerHash: string | null;
}

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
 * @throws AppError QUEUE_FULL or TOO_MANY_WAITING when there is no place for a new one.
 */
export async function joinComputation(
  transaction: Transaction,
  input: ComputedInput,
  asker: Asker,
  env: Deps["env"],
): Promise<ComputationState> {
  const hash = inputHash(input);
  await lock(transaction, hash);
  const existing = await active(transaction, hash);
  if (existing) return existing;

  const { lane, turn, callerHash } = await placeInLine(transaction, asker, env);
  const [created] = await transaction.query(
    `INSERT INTO computations (id, input_hash, input, engine_version, request_id, lane, turn, caller_hash)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING ${STATE}`,
    [randomUUID(), hash, input, engineVersion(), logContext().requestId ?? null, lane, turn, callerHash],
  );
  return created;
}

/**
 * Starts a failed computation again; concurrent calls, or a newer computation of the same inputs, make one.
 * @throws AppError QUEUE_FULL or TOO_MANY_WAITING when there is no place for it.
 */
export async function reviveComputation(
  transaction: Transaction,
  { id, inputHash: hash }: Pick<Computation, "id" | "inputHash">,
  asker: Asker,
  env: Deps["env"],
): Promise<ComputationState> {
  await lock(transaction, hash);
  const existing = await active(transaction, hash);
  if (existing) return existing;

  const { lane, turn, callerHash } = await placeInLine(transaction, asker, env);
  const [[revived]] = await transaction.query(
    `UPDATE computations
        SET status = 'pending', run = run + 1, attempt = 0, progress = NULL, stages = '[]', error_code = NULL,
            error_message = NULL, enqueued_at = now(), started_at = NULL, finished_at = NULL, request_id = $2,
            lane = $3, turn = $4, caller_hash = $5
      WHERE id = $1 RETURNING ${STATE}`,
    [id, logContext().requestId ?? null, lane, turn, callerHash],
  );
  return revived;
}

/** The finished computation of these inputs. */
export function findCompleted({ dataSource }: Pick<Deps, "dataSource">, input: ComputedInput) {
  return dataSource.getRepository(ComputationEntity).findOneBy({ inputHash: inputHash(input), status: "completed" });
}

/** When a waiting computation joined the line. */
const IN_LINE_SINCE = "coalesce(enqueued_at, created_at)";

export interface Position {
  /** Computations that wait ahead of this one. */
  ahead: number;
  /** Seconds until it probably begins, from how fast runs end at present; null while nothing runs. */
  startsInS: number | null;
}

/** Where a waiting computation stands. Runs of the other lane may still come before it. */
export async function positionOf({ dataSource }: Pick<Deps, "dataSource">, id: string): Promise<Position> {
  const [{ ahead, secondsARun }] = await dataSource.query(
    `SELECT count(*)::int AS ahead, (${SECONDS_A_RUN}) AS "secondsARun"
       FROM computations, (SELECT turn, ${IN_LINE_SINCE} AS since FROM computations WHERE id = $1) own
      WHERE status = 'pending'
        AND (computations.turn < own.turn OR computations.turn = own.turn AND ${IN_LINE_SINCE} < own.since)`,
    [id],
  );
  return { ahead, startsInS: secondsARun === null ? null : Math.ceil((ahead + 1) * secondsARun) };
}

/** Runs whose times tell how fast they end at present. */
const LATEST_RUNS = 20;
/** Seconds between two ends: how long the latest runs took, by how many are under way; null while none is. */
const SECONDS_A_RUN = `
  SELECT (SELECT avg(execution_time_ms)::float8 / 1000
            FROM (SELECT execution_time_ms FROM computations
                   WHERE status = 'completed' ORDER BY finished_at DESC LIMIT ${LATEST_RUNS}) latest)
         / nullif((SELECT count(*) FROM computations WHERE status = 'processing'), 0)`;

/** Bounds of the advice when to try again, and the advice while nothing runs, seconds. */
const RETRY_AFTER_S = { least: 5, most: 3600, unknown: 300 };

/** When to try again what probably begins in so many seconds; null: nothing runs. */
export const retryAfterOf = (seconds: number | null): number =>
  seconds === null
    ? RETRY_AFTER_S.unknown
    : Math.ceil(Math.min(RETRY_AFTER_S.most, Math.max(RETRY_AFTER_S.least, seconds)));

/**
 * A place for one more: each lane has as many as the other, so that neither is refused for what the other has. Lanes
 * take turns: a run comes one turn after the last that waits in its lane, yet never before the turn the line is at, so
 * neither lane waits for more of the other's runs than of its own.
 * @throws AppError QUEUE_FULL, TOO_MANY_WAITING.
 */
async function placeInLine(
  transaction: Transaction,
  { userId, address }: Asker,
  { JWT_SECRET, QUEUE_MAX_DEPTH, QUEUE_MAX_PER_CALLER }: Deps["env"],
): Promise<Place> {
  const lane = userId === undefined ? "visitor" : "user";
  const caller = userId ?? (address && networkOf(address));
  const callerHash = caller === undefined ? null : createHmac("sha256", JWT_SECRET).update(caller).digest("base64url");
  const [{ waiting, inLane, own, turn }] = await transaction.query(
    `SELECT count(*)::int AS waiting, count(*) FILTER (WHERE lane = $1)::int AS "inLane",
            count(*) FILTER (WHERE caller_hash = $2)::int AS own,
            least($3, greatest(min(turn), 1 + max(turn) FILTER (WHERE lane = $1), 1))::int AS turn
       FROM computations WHERE status = 'pending'`,
    [lane, callerHash, PRIORITY_LIMIT],
  );
  if (inLane >= QUEUE_MAX_DEPTH)
    throw new AppError("QUEUE_FULL", { retryAfterS: await retryAfterS(transaction, waiting) });
  // Of the runs that wait, one of the caller's own begins after so many.
  if (own >= QUEUE_MAX_PER_CALLER)
    throw new AppError("TOO_MANY_WAITING", { retryAfterS: await retryAfterS(transaction, waiting / own) });
  return { lane, turn, callerHash };
}

/** How long so many runs take at present, seconds. */
async function retryAfterS(transaction: Transaction, runs: number): Promise<number> {
  const [{ secondsARun }] = await transaction.query(`SELECT (${SECONDS_A_RUN}) AS "secondsARun"`);
  return retryAfterOf(secondsARun === null ? null : runs * secondsARun);
}

/**
 * Puts a pending computation into the queue; done twice it changes nothing.
 * @throws AppError QUEUE_UNAVAILABLE; the computation then stays pending and the sweep enqueues it later.
 */
export async function enqueueComputation({ queue }: Deps, computation: ComputationState): Promise<void> {
  if (computation.status !== "pending") return;
  await queue.enqueue(
    "simulation.run",
    { computationId: computation.id },
    { jobId: jobIdOf(computation), priority: computation.turn },
  );
}
