import { AppError } from "@ecotrim/contracts/errors";
import type { Case } from "@ecotrim/contracts/simulations/input";
import type { Progress, StagePassed } from "@ecotrim/contracts/simulations/progress";
import { isProvisional, type Results } from "@ecotrim/contracts/simulations/result";
import { type RunEnd, sendSignal } from "@ecotrim/server/events/signals";
import { dispatchMails, type StoredMail } from "@ecotrim/server/mail/outbox";
import { studiesFollowing } from "@ecotrim/server/studies/catalogue";
import { type FollowedRun, joinStudyLine, leaveStudyLine } from "@ecotrim/server/studies/line";
import { storeStudies } from "@ecotrim/server/studies/studies";
import type { Database, JobDeps } from "./job.ts";
import { caseOfRow } from "./stored-case.ts";
import { tellHolders } from "./tell-holders.ts";

/** One run of a computation, for which one job stands. */
export interface Run {
  id: string;
  run: number;
}

/** A run that waits in the queue. */
export interface WaitingRun extends Run {
  turn: number;
}

/** One try at a run. A later try takes the run over: writes of an earlier one are refused. */
export interface Claim extends Run {
  attempt: number;
}

export interface ClaimedComputation extends Claim {
  input: Case;
  progress: Progress | null;
  stages: StagePassed[];
  queuedAt: Date;
  /** Start of the first try. */
  startedAt: Date;
}

/** A computation is wanted while a simulation waits for it: one that was neither cancelled nor ended elsewhere. */
const WANTED = `EXISTS (
  SELECT 1 FROM simulations waiting WHERE waiting.computation_id = computations.id AND waiting.own_status IS NULL)`;

/**
 * SQL: the claim holds while no later try has begun and the computation has not ended. Parameters: id, run, attempt.
 */
const CLAIM_HOLDS = `id = $1 AND run = $2 AND attempt = $3 AND status = 'processing'`;

const parametersOf = ({ id, run, attempt }: Claim): [string, number, number] => [id, run, attempt];

/** Begins a try. @returns null when the computation is deleted, ended, in another run, or wanted by no simulation. */
export async function claimComputation(dataSource: Database, { id, run }: Run): Promise<ClaimedComputation | null> {
  const [[row]] = await dataSource.query(
    `UPDATE computations
        SET status = 'processing', attempt = attempt + 1,
            started_at = CASE WHEN attempt = 0 THEN now() ELSE coalesce(started_at, now()) END
      WHERE id = $1 AND run = $2 AND status IN ('pending', 'processing') AND ${WANTED}
  RETURNING id, run, attempt, input, input_case AS "inputCase", progress, stages, started_at AS "startedAt",
            coalesce(enqueued_at, created_at) AS "queuedAt"`,
    [id, run],
  );
  if (!row) return null;
  const { input, inputCase, ...claimed } = row;
  return { ...claimed, input: caseOfRow({ input, inputCase }) };
}

/**
 * Stores the progress of a run.
 * @returns false when the claim no longer holds or no simulation wants the computation any more.
 */
export async function saveProgress(
  dataSource: Database,
  claim: Claim,
  progress: Progress,
  stages: StagePassed[],
): Promise<boolean> {
  const [, count] = await dataSource.query(
    `UPDATE computations SET progress = $4, stages = $5 WHERE ${CLAIM_HOLDS} AND ${WANTED}`,
    [...parametersOf(claim), JSON.stringify(progress), JSON.stringify(stages)],
  );
  return count === 1;
}

export interface Outcome {
  results: Results;
  /** Gzipped JSON of the hourly series. */
  hourly: Buffer;
  executionTimeMs: number;
  progress: Progress;
  stages: StagePassed[];
}

/**
 * Stores the outcome, completes the computation and notifies its waiting holders in one transaction; does nothing when
 * the claim no longer holds. Where there is a saving, studies follow. Holders of provisional results are told once the
 * study of powers has ended.
 * @returns the turn of the studies; null where none follow or nobody waits for them
 */
export async function completeComputation(deps: JobDeps, claim: Claim, outcome: Outcome): Promise<FollowedRun | null> {
  const { results, hourly, executionTimeMs, progress, stages } = outcome;
  let followed: FollowedRun | null = null;
  const ended = await endComputation(
    deps,
    claim,
    { summary: results.summary },
    async (manager) => {
      const stored = await manager.query(
        `UPDATE computations
          SET status = 'completed', results = $4, hourly = $5, execution_time_ms = $6, progress = $7,
              engine_version = $8, tariff_version = $9, error_code = NULL, error_message = NULL, finished_at = now(),
              stages = $10
        WHERE ${CLAIM_HOLDS}`,
        [
          ...parametersOf(claim),
          JSON.stringify(results),
          hourly,
          executionTimeMs,
          JSON.stringify(progress),
          results.engine_version,
          results.tariff_version,
          JSON.stringify(stages),
        ],
      );
      const [, count] = stored;
      if (count === 1) followed = await followResults(manager, claim.id, results);
      return stored;
    },
    !isProvisional(results),
  );
  return ended ? followed : null;
}

/** Stores the studies that follow results. @returns their turn; null where none follow or nobody waits for them */
async function followResults(manager: Database["manager"], id: string, results: Results): Promise<FollowedRun | null> {
  const kinds = studiesFollowing(results);
  if (kinds.length === 0) {
    await leaveStudyLine(manager, id);
    return null;
  }
  await storeStudies(manager, id, kinds);
  return joinStudyLine(manager, id);
}

/**
 * Replaces provisional results by those of the study of powers and notifies the holders, in the study's transaction.
 * @returns the turn of the studies that follow now, and the mails to dispatch
 */
export async function replaceResults(
  manager: Database["manager"],
  run: Run,
  { results, hourly }: Pick<Outcome, "results" | "hourly">,
  env: JobDeps["env"],
): Promise<{ followed: FollowedRun | null; mails: StoredMail[] }> {
  await manager.query("UPDATE computations SET results = $2, hourly = $3 WHERE id = $1", [
    run.id,
    JSON.stringify(results),
    hourly,
  ]);
  const followed = await followResults(manager, run.id, results);
  return { followed, mails: await tellHolders(manager, run, { summary: results.summary }, env) };
}

/**
 * Fails the computation with an error of the catalogue and notifies its waiting holders; does nothing when the claim no
 * longer holds.
 */
export async function failComputation(
  deps: JobDeps,
  claim: Claim,
  error: { code: string; message: string },
): Promise<void> {
  const { code, message } = error;
  await endComputation(deps, claim, { error: { code, message } }, (manager) =>
    manager.query(
      `UPDATE computations SET status = 'failed', error_code = $4, error_message = $5, finished_at = now(), caller_hash = NULL
        WHERE ${CLAIM_HOLDS}`,
      [...parametersOf(claim), code, message],
    ),
  );
}

/** @param isTold whether holders are notified. @returns whether the claim held. */
async function endComputation(
  deps: JobDeps,
  claim: Claim,
  end: RunEnd,
  update: (manager: Database["manager"]) => Promise<[unknown, number]>,
  isTold = true,
): Promise<boolean> {
  const mails = await deps.dataSource.transaction(async (manager) => {
    const [, count] = await update(manager);
    if (count !== 1) return null;
    await sendSignal(manager, { type: "run-ended", computationId: claim.id, end });
    return isTold ? tellHolders(manager, claim, end, deps.env) : [];
  });
  if (mails) await dispatchMails(deps, mails);
  return mails !== null;
}

/**
 * Ends an unfinished run that no simulation waits for, so that a later request for the same inputs computes them again.
 */
export async function cancelUnwanted(dataSource: Database, { id, run }: Run): Promise<void> {
  await dataSource.transaction(async (manager) => {
    // A caller that joins a computation holds the lock of its hash until its row is committed.
    await manager.query(
      "SELECT pg_advisory_xact_lock(hashtextextended(input_hash, 0)) FROM computations WHERE id = $1",
      [id],
    );
    const { code, message } = new AppError("CANCELLED");
    await manager.query(
      `UPDATE computations
          SET status = 'failed', error_code = $3, error_message = $4, finished_at = now(), caller_hash = NULL
        WHERE id = $1 AND run = $2 AND status IN ('pending', 'processing') AND NOT ${WANTED}`,
      [id, run, code, message],
    );
  });
}

/** Unfinished computations that have had time to reach the queue, in its order. */
export function unfinishedComputations(
  dataSource: Database,
  { olderThanMs, limit }: { olderThanMs: number; limit: number },
): Promise<(WaitingRun & { status: "pending" | "processing"; requestId: string | null })[]> {
  return dataSource.query(
    `SELECT id, run, turn, status, request_id AS "requestId" FROM computations
      WHERE status IN ('pending', 'processing') AND created_at < now() - $1 * interval '1 millisecond'
   ORDER BY turn, created_at LIMIT $2`,
    [olderThanMs, limit],
  );
}

/** Begins a new run of a computation whose job is lost. @returns null where a concurrent call was first. */
export async function beginNextRun(
  dataSource: Database,
  { id, run, status }: Run & { status: string },
): Promise<WaitingRun | null> {
  const [[row]] = await dataSource.query(
    `UPDATE computations SET status = 'pending', run = run + 1
      WHERE id = $1 AND run = $2 AND status = $3 RETURNING id, run, turn`,
    [id, run, status],
  );
  return row ?? null;
}

export async function noteEnqueued(dataSource: Database, { id, run }: Run): Promise<void> {
  await dataSource.query("UPDATE computations SET enqueued_at = now() WHERE id = $1 AND run = $2", [id, run]);
}
