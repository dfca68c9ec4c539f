import { randomUUID } from "node:crypto";
import { AppError } from "@ecotrim/contracts/errors";
import { type Case, type CompleteInput, stepsOf } from "@ecotrim/contracts/simulations/input";
import { engineVersion } from "@ecotrim/engine/simulate";
import { type Computation, ComputationEntity, jobIdOf, type Lane } from "@ecotrim/server/db/entities/computation";
import type { Simulation } from "@ecotrim/server/db/entities/simulation";
import { logContext } from "@ecotrim/server/observability/log-context";
import { PRIORITY_LIMIT } from "@ecotrim/server/queue/queue";
import { type Asker, callerHashOf } from "../../asker.ts";
import type { Deps, Transaction } from "../../deps.ts";
import { inputHash } from "./input-hash.ts";

/** The fields that decide whether, under which id and in which turn a computation must be enqueued. */
export type ComputationState = Pick<Computation, "id" | "run" | "status" | "turn"> & {
  /** Whether a caller with a better turn has joined, so that the job's priority must follow. */
  hasAdvanced?: boolean;
};

const STATE = `id, run, status, turn`;

/** The specification's payload, complete, and the case it stands for. */
export interface Asked {
  payload: CompleteInput;
  input: Case;
}

/** Takes an advisory lock on a text until the transaction ends. */
const lock = (transaction: Transaction, text: string): Promise<unknown> =>
  transaction.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [text]);

/** The pending, processing or completed computation of these inputs; the caller holds the lock of the hash. */
async function active(transaction: Transaction, hash: string): Promise<ComputationState | undefined> {
  const [computation] = await transaction.query(
    `SELECT ${STATE} FROM computations WHERE input_hash = $1 AND status IN ('pending', 'processing', 'completed')`,
    [hash],
  );
  return computation;
}

/** The row that a new computation is stored with. */
export type FirstRow = Pick<
  Simulation,
  | "id"
  | "capabilityHash"
  | "inputParameters"
  | "calculatorContext"
  | "name"
  | "idempotencyKey"
  | "requestHash"
  | "requestId"
>;

/**
 * Stores a computation of these inputs and the row that waits for it, in one statement. Most requests need no more.
 * @returns undefined, with nothing stored, where a computation exists, the queue is full, or the lock of hash or key is taken
 */
export async function createComputation(
  manager: Transaction,
  { payload, input, isOpen }: Asked & { isOpen: boolean },
  row: FirstRow,
  asker: Asker,
  env: Deps["env"],
): Promise<ComputationState | undefined> {
  const [created] = await manager.query(
    `WITH line AS (${LINE}),
     created AS (
       INSERT INTO computations (id, input_hash, input, input_case, engine_version, request_id, lane, turn, caller_hash,
                                 cost, opened_at)
       SELECT $4::uuid, $5, $6::jsonb, $18::jsonb, $7, $8::uuid, $1, turn, $2, $19::integer,
              CASE WHEN $20::boolean THEN now() ELSE 'epoch' END FROM line
        WHERE in_lane < $9 AND own < $10 AND NOT EXISTS (SELECT 1 FROM simulations WHERE idempotency_key = $11)
          AND pg_try_advisory_xact_lock(hashtextextended($5, 0))
       ON CONFLICT (input_hash) WHERE status IN ('pending', 'processing', 'completed') DO NOTHING
       RETURNING ${STATE}),
     stored AS (
       INSERT INTO simulations (id, computation_id, capability_hash, input_parameters, calculator_context, name,
                                idempotency_key, request_hash, request_id)
       SELECT $12::uuid, created.id, $13, $14::jsonb, $15::jsonb, $16, $11, $17, $8::uuid FROM created)
     SELECT * FROM created`,
    [
      ...placeOf(asker, env),
      randomUUID(),
      inputHash(input),
      JSON.stringify(payload),
      engineVersion(),
      row.requestId,
      env.QUEUE_MAX_DEPTH,
      env.QUEUE_MAX_PER_CALLER,
      row.idempotencyKey,
      row.id,
      row.capabilityHash,
      JSON.stringify(row.inputParameters),
      row.calculatorContext && JSON.stringify(row.calculatorContext),
      row.name,
      row.requestHash,
      JSON.stringify(input),
      costOf(input),
      isOpen,
    ],
  );
  return created;
}

/**
 * The computation that answers these inputs, pending, processing or completed. Its lock prevents its cancellation until
 * the transaction ends. A waiting run takes the caller's turn where that is the better one.
 * @returns undefined where there is none and the queue has a place for one
 * @throws AppError QUEUE_FULL or TOO_MANY_WAITING when there is none, and no place.
 */
export async function joinComputation(
  transaction: Transaction,
  input: Case,
  asker: Asker,
  env: Deps["env"],
): Promise<ComputationState | undefined> {
  const hash = inputHash(input);
  await lock(transaction, hash);
  const existing = await active(transaction, hash);
  const place = placeOf(asker, env);
  if (existing?.status === "pending") return (await advance(transaction, existing, place, env)) ?? existing;
  // Throws where the queue has no place.
  if (!existing) await turnInLine(transaction, place, env);
  return existing;
}

/** Gives a waiting run the place of a caller who would have a better turn, and room for the run. */
async function advance(
  transaction: Transaction,
  { id }: ComputationState,
  place: Place,
  env: Deps["env"],
): Promise<ComputationState | undefined> {
  const [[advanced]] = await transaction.query(
    `UPDATE computations SET lane = $1, caller_hash = $2, turn = line.turn FROM (${LINE}) line
      WHERE id = $4 AND status = 'pending' AND computations.turn > line.turn AND caller_hash IS DISTINCT FROM $2
        AND in_lane < $5 AND own < $6
  RETURNING id, run, status, computations.turn`,
    [...place, id, env.QUEUE_MAX_DEPTH, env.QUEUE_MAX_PER_CALLER],
  );
  return advanced && { ...advanced, hasAdvanced: true };
}

/**
 * Starts a failed computation again; concurrent calls start one run, and a newer computation of the same inputs is
 * reused.
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

  const place = placeOf(asker, env);
  const [lane, callerHash] = place;
  const turn = await turnInLine(transaction, place, env);
  const [[revived]] = await transaction.query(
    `UPDATE computations
        SET status = 'pending', run = run + 1, attempt = 0, progress = NULL, stages = '[]', error_code = NULL,
            error_message = NULL, enqueued_at = now(), started_at = NULL, finished_at = NULL, request_id = $2,
            lane = $3, turn = $4, caller_hash = $5, opened_at = now()
      WHERE id = $1 RETURNING ${STATE}`,
    [id, logContext().requestId ?? null, lane, turn, callerHash],
  );
  return revived;
}

/** The completed computation of these inputs. */
export function findCompleted({ dataSource }: Pick<Deps, "dataSource">, input: Case) {
  return dataSource.getRepository(ComputationEntity).findOneBy({ inputHash: inputHash(input), status: "completed" });
}

/** SQL: when a waiting computation joined the queue. */
const IN_LINE_SINCE = "coalesce(enqueued_at, created_at)";

export interface Position {
  /** Computations that wait ahead of this one. */
  ahead: number;
  /** Estimated seconds until the run begins, from the present rate of completion; null while no run is under way. */
  startsInS: number | null;
}

/** Position of a waiting computation in the queue. Runs of the other lane may still overtake it. */
export async function positionOf({ dataSource }: Pick<Deps, "dataSource">, id: string): Promise<Position> {
  const [{ ahead, costAhead, secondsACost }] = await dataSource.query(
    `SELECT count(*)::int AS ahead, coalesce(sum(cost), 0)::int AS "costAhead", (${SECONDS_A_COST}) AS "secondsACost"
       FROM computations, (SELECT turn, ${IN_LINE_SINCE} AS since FROM computations WHERE id = $1) own
      WHERE status = 'pending'
        AND (computations.turn < own.turn OR computations.turn = own.turn AND ${IN_LINE_SINCE} < own.since)`,
    [id],
  );
  return { ahead, startsInS: secondsACost === null ? null : Math.ceil((costAhead + 1) * secondsACost) };
}

/** Number of latest runs that the rate of completion is estimated from. */
const LATEST_RUNS = 20;
/**
 * Seconds in which the workers do what costs 1: mean time of the latest runs over the number of runs under way; null
 * while none is.
 */
const SECONDS_A_COST = `
  SELECT (SELECT sum(execution_time_ms)::float8 / sum(cost) / 1000
            FROM (SELECT execution_time_ms, cost FROM computations
                   WHERE status = 'completed' ORDER BY finished_at DESC LIMIT ${LATEST_RUNS}) latest)
         / nullif((SELECT count(*) FROM computations WHERE status = 'processing'), 0)`;

/** Bounds of the Retry-After advice, and the advice while no run is under way, seconds. */
const RETRY_AFTER_S = { least: 5, most: 3600, unknown: 300 };

/** Retry-After for an estimated wait in seconds; null while no run is under way. */
export const retryAfterOf = (seconds: number | null): number =>
  seconds === null
    ? RETRY_AFTER_S.unknown
    : Math.ceil(Math.min(RETRY_AFTER_S.most, Math.max(RETRY_AFTER_S.least, seconds)));

/** Steps of a year of hours, which cost 1. */
const STEPS_A_COST = 366 * 24;

/** Cost of a run in years of hours, which its time is proportional to. */
const costOf = (input: Case): number => Math.ceil(stepsOf(input) / STEPS_A_COST);

/** Turns of a round, in which every caller may have one run of cost 1. */
const SEATS = 64;

/**
 * The load of the queue and the turn of a new run. A caller's run is as many rounds after their last as that one costs,
 * but not before the current round. In a round the lanes alternate. Parameters: lane and hash of the caller, and the
 * greatest turn.
 */
const LINE = `
  SELECT waiting, cost, in_lane, own, least($3::int, round * ${SEATS} + least(${SEATS - 1}, (
           SELECT count(*) FROM computations
            WHERE status = 'pending' AND lane = $1 AND turn >= round * ${SEATS} AND turn < (round + 1) * ${SEATS})))::int AS turn
    FROM (SELECT count(*)::int AS waiting, sum(cost)::int AS cost, count(*) FILTER (WHERE lane = $1)::int AS in_lane,
                 coalesce(sum(cost) FILTER (WHERE caller_hash = $2), 0)::int AS own,
                 greatest(min(turn) / ${SEATS}, max(turn / ${SEATS} + cost) FILTER (WHERE caller_hash = $2), 1) AS round
            FROM computations WHERE status = 'pending') load`;

/** The parameters of `LINE`. */
type Place = [lane: Lane, callerHash: string | null, lastTurn: number];

function placeOf(asker: Asker, env: Deps["env"]): Place {
  return [asker.userId === undefined ? "visitor" : "user", callerHashOf(asker, env), PRIORITY_LIMIT];
}

/**
 * The turn of a new run. Each lane has places of its own, so that neither is refused because the other is full.
 * @throws AppError QUEUE_FULL, TOO_MANY_WAITING.
 */
async function turnInLine(transaction: Transaction, place: Place, env: Deps["env"]): Promise<number> {
  const [{ cost, in_lane: inLane, own, turn }] = await transaction.query(LINE, place);
  if (inLane >= env.QUEUE_MAX_DEPTH)
    throw new AppError("QUEUE_FULL", { retryAfterS: await retryAfterS(transaction, cost) });
  // The caller's share of what waits is `own / cost`, so that much must begin before a place is free.
  if (own >= env.QUEUE_MAX_PER_CALLER)
    throw new AppError("TOO_MANY_WAITING", { retryAfterS: await retryAfterS(transaction, cost / own) });
  return turn;
}

/** Retry-After for the estimated time in which runs of that cost complete, seconds. */
async function retryAfterS(transaction: Transaction, cost: number): Promise<number> {
  const [{ secondsACost }] = await transaction.query(`SELECT (${SECONDS_A_COST}) AS "secondsACost"`);
  return retryAfterOf(secondsACost === null ? null : cost * secondsACost);
}

/**
 * Enqueues a pending computation; idempotent.
 * @throws AppError QUEUE_UNAVAILABLE; the computation then stays pending and the sweep enqueues it later.
 */
export async function enqueueComputation({ queue }: Deps, computation: ComputationState): Promise<void> {
  if (computation.status !== "pending") return;
  const [jobId, priority] = [jobIdOf(computation), computation.turn];
  await queue.enqueue("simulation.run", { computationId: computation.id }, { jobId, priority });
  if (computation.hasAdvanced) await queue.advance("simulation.run", jobId, priority);
}
