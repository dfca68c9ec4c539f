import type { EntityManager } from "typeorm";
import { followUpIdOf } from "../db/entities/computation.ts";
import { type JobQueue, PRIORITY_LIMIT } from "../queue/queue.ts";
import { FOLLOW_UPS, type FollowUp, STUDY_KINDS, type StudyKind, studiesOfJob } from "./catalogue.ts";

/**
 * The line of studies. Callers take turns by the cost of their runs: studies cost scenarios times steps, and each run
 * has the same number of scenarios. Studies that nobody waits for are in no line.
 */

/** Seconds for which a result counts as open after it was last opened or said to be open. */
const OPEN_S = 90;
/** Interval at which results on screens are said to be open, ms. */
export const STILL_OPEN_MS = 30_000;

/** SQL: whether studies of the computation of the surrounding query have not ended. */
export const STUDIES_UNFINISHED = `EXISTS (
  SELECT 1 FROM studies WHERE studies.computation_id = computations.id AND studies.status IN ('pending', 'processing'))`;

/**
 * SQL: whether somebody waits for the studies of the computation of the surrounding query: a list holds it, a
 * report is to be made, or somebody has it open.
 */
export const STUDIES_WANTED = `(
  computations.opened_at > now() - interval '${OPEN_S} seconds'
  OR EXISTS (SELECT 1 FROM simulations JOIN user_simulations ON simulation_id = simulations.id
              WHERE simulations.computation_id = computations.id)
  OR EXISTS (SELECT 1 FROM reports WHERE reports.computation_id = computations.id
                AND reports.status IN ('pending', 'processing')))`;

type Database = Pick<EntityManager, "query">;

/** A completed run whose studies have a turn. */
export interface RunInStudyLine {
  id: string;
  run: number;
  turn: number;
}

/** A completed run with unfinished studies of these kinds, which have a turn. */
export interface FollowedRun extends RunInStudyLine {
  kinds: StudyKind[];
}

/** The jobs that unfinished studies need. */
export const jobsOf = ({ kinds }: Pick<FollowedRun, "kinds">): FollowUp[] =>
  FOLLOW_UPS.filter((name) => studiesOfJob(name).some((kind) => kinds.includes(kind)));

/** SQL: the turn of the next studies of a caller, whom an expression names. */
const turnOf = (caller: string): string =>
  `(SELECT greatest(min(other.study_turn),
                    max(other.study_turn + other.cost) FILTER (WHERE other.caller_hash = ${caller}), 1)
      FROM computations other WHERE other.study_turn > 0)`;

/**
 * Puts the unfinished studies of a completed run into the line; idempotent. They come after those of the same caller.
 * @param callerHash of who opened the result, where no caller is stored any more
 * @returns null where they have ended or nobody waits for them; they then are in no line
 */
export async function joinStudyLine(
  database: Database,
  id: string,
  callerHash: string | null = null,
): Promise<FollowedRun | null> {
  const [[joined]] = await database.query(
    `UPDATE computations
        SET caller_hash = caller, study_turn = CASE WHEN study_turn > 0 THEN study_turn ELSE least($3, line.turn) END,
            studies_since = CASE WHEN study_turn > 0 THEN studies_since ELSE now() END
       FROM (SELECT caller, ${turnOf("caller")} AS turn
               FROM (SELECT coalesce(caller_hash, $2) AS caller FROM computations WHERE id = $1) own) line
      WHERE id = $1 AND status = 'completed' AND ${STUDIES_UNFINISHED} AND ${STUDIES_WANTED}
  RETURNING id, run, study_turn AS turn,
            ARRAY(SELECT kind FROM studies
                   WHERE computation_id = computations.id AND status IN ('pending', 'processing')) AS kinds`,
    [id, callerHash, PRIORITY_LIMIT],
  );
  if (!joined) await leaveStudyLine(database, id);
  return joined ?? null;
}

/**
 * Gives studies in the line the turn of a caller who opened the result, where it is the better one; idempotent.
 * @returns null where their turn stays
 */
export async function advanceStudies(
  database: Database,
  id: string,
  callerHash: string | null,
): Promise<RunInStudyLine | null> {
  const [[advanced]] = await database.query(
    `UPDATE computations SET caller_hash = $2, study_turn = line.turn
       FROM (SELECT ${turnOf("$2")} AS turn) line
      WHERE id = $1 AND study_turn > line.turn AND caller_hash IS DISTINCT FROM $2
  RETURNING id, run, study_turn AS turn`,
    [id, callerHash],
  );
  return advanced ?? null;
}

/** Takes studies out of the line that have ended or that nobody waits for, and forgets their caller. */
export async function leaveStudyLine(database: Database, id: string): Promise<void> {
  await database.query(
    `UPDATE computations SET caller_hash = NULL, study_turn = CASE WHEN ${STUDIES_UNFINISHED} THEN 0 END
      WHERE id = $1 AND status NOT IN ('pending', 'processing') AND NOT (${STUDIES_UNFINISHED} AND ${STUDIES_WANTED})
        AND (caller_hash IS NOT NULL OR study_turn IS DISTINCT FROM CASE WHEN ${STUDIES_UNFINISHED} THEN 0 END)`,
    [id],
  );
}

/**
 * Mends the line where the version before ended runs and studies beside this one: it knows no turns. Studies of its last
 * runs get one, and turns of ended studies are freed.
 */
export async function mendStudyLine(database: Database): Promise<void> {
  await database.query(
    `UPDATE computations SET caller_hash = NULL, study_turn = NULL WHERE study_turn > 0 AND NOT ${STUDIES_UNFINISHED}`,
  );
  // Studies that nobody waits for stay unfinished for ever: only the latest are looked at.
  await database.query(
    `WITH latest AS MATERIALIZED (
       SELECT DISTINCT computation_id FROM studies
        WHERE kind = ANY($1) AND status IN ('pending', 'processing') AND created_at > now() - interval '15 minutes')
     UPDATE computations SET study_turn = 1, studies_since = now()
       FROM latest WHERE id = computation_id AND status = 'completed' AND study_turn IS NULL`,
    [STUDY_KINDS],
  );
}

/** Enqueues a follow-up in its turn; idempotent. */
export const enqueueFollowUp = (
  queue: Pick<JobQueue, "enqueue">,
  name: FollowUp,
  { id, run, turn }: RunInStudyLine,
): Promise<void> =>
  queue.enqueue(
    `simulation.${name}`,
    { computationId: id },
    { jobId: followUpIdOf({ id, run }, name), priority: turn },
  );

/** Enqueues the follow-ups of a run. */
export async function enqueueFollowUps(queue: Pick<JobQueue, "enqueue">, run: FollowedRun): Promise<void> {
  await Promise.all(jobsOf(run).map((name) => enqueueFollowUp(queue, name, run)));
}
