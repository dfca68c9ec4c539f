import { AppError, reasonOf } from "@ecotrim/contracts/errors";
import { withRealisableShare } from "@ecotrim/contracts/simulations/input";
import type { SimulationRequest } from "@ecotrim/engine/simulate";
import { followUpIdOf } from "@ecotrim/server/db/entities/computation";
import { sendSignal } from "@ecotrim/server/events/signals";
import { type JobContext, UnrecoverableError } from "@ecotrim/server/queue/queue";
import { makeDueReports } from "@ecotrim/server/reports/reports";
import {
  type FollowUp,
  STUDIES,
  type StudyContent,
  type StudyKind,
  studiesOfJob,
} from "@ecotrim/server/studies/catalogue";
import { caseOfRow, type Run } from "./computation.ts";
import { asAppError, type Database, isTimeout, type JobDeps, MAX_TRIES, REPEATABLE } from "./job.ts";

/** What is found so far: all of it, or how much of what is counted. */
export interface Findings<K extends StudyKind> {
  content: StudyContent<K> | null;
  done?: number;
}

/** One try at a study. A later try takes it over: whatever an earlier one then writes is refused. */
interface StudyClaim {
  id: string;
  kind: StudyKind;
  attempt: number;
  /** The run's inputs, with the realisable share it found. */
  request: SimulationRequest;
  /** As they were asked for: with a realisable share only where one was given. */
  submitted: SimulationRequest;
  /** How much is done, as an earlier try left it, and to be done, where it is counted. */
  done: number;
  total: number;
}

/** Begins a try. @returns null where no such study follows, or it is done. */
async function claim(dataSource: Database, kind: StudyKind, id: string): Promise<StudyClaim | null> {
  const [[row]] = await dataSource.query(
    `UPDATE studies SET status = 'processing', attempt = studies.attempt + 1
       FROM computations
      WHERE computations.id = $1 AND computations.status = 'completed'
        AND computation_id = computations.id AND kind = $2 AND studies.status IN ('pending', 'processing')
  RETURNING studies.attempt, done, coalesce(total, 0) AS total, input, input_case AS "inputCase",
            (results #>> '{economic_case,assumptions,realisable_fct}')::float8 AS "realisableFct"`,
    [id, kind],
  );
  if (!row) return null;
  const { attempt, done, total, realisableFct } = row;
  const submitted = caseOfRow(row);
  return {
    id,
    kind,
    attempt,
    request: { input: withRealisableShare(submitted, realisableFct) },
    submitted: { input: submitted },
    done,
    total,
  };
}

/** Holds while no later try has begun and the study has not ended. Parameters: computation, kind, attempt. */
const CLAIM_HOLDS = "computation_id = $1 AND kind = $2 AND attempt = $3 AND status = 'processing'";

const parametersOf = ({ id, kind, attempt }: StudyClaim): [string, StudyKind, number] => [id, kind, attempt];

/** Says that it has ended, to those who look on and to the reports that waited for it. */
async function tellEnd(deps: JobDeps, computationId: string): Promise<void> {
  await sendSignal(deps.dataSource, { type: "follow-up-ended", computationId });
  await makeDueReports(deps, "computation_id", computationId);
}

/** Stores it and, where it is whole, says so. @returns false when the claim no longer holds. */
async function save<K extends StudyKind>(
  deps: JobDeps,
  claimed: StudyClaim,
  status: "processing" | "completed",
  { content, done = 0 }: Findings<K>,
): Promise<boolean> {
  const [, count] = await deps.dataSource.query(
    `UPDATE studies
        SET status = $4, content = $5, done = $6, finished_at = CASE WHEN $4 = 'completed' THEN now() END
      WHERE ${CLAIM_HOLDS}`,
    [...parametersOf(claimed), status, content && JSON.stringify(content), done],
  );
  if (count === 1 && status === "completed") await tellEnd(deps, claimed.id);
  return count === 1;
}

/**
 * What was found so far stays; does nothing when the claim no longer holds. What its job would have done next is given up
 * with it.
 */
async function fail(deps: JobDeps, claimed: StudyClaim) {
  const count = await deps.dataSource.transaction(async (manager) => {
    const [, failed]: [unknown, number] = await manager.query(
      `UPDATE studies SET status = 'failed', finished_at = now() WHERE ${CLAIM_HOLDS}`,
      parametersOf(claimed),
    );
    if (failed === 1)
      await manager.query(
        `UPDATE studies SET status = 'failed', finished_at = now()
          WHERE computation_id = $1 AND kind = ANY($2) AND status IN ('pending', 'processing')`,
        [claimed.id, studiesOfJob(STUDIES[claimed.kind].followUp)],
      );
    return failed;
  });
  if (count === 1) await tellEnd(deps, claimed.id);
}

/** A try cut short by a worker that closes is none: releases must not use tries up. */
async function takeBack(dataSource: Database, claimed: StudyClaim) {
  await dataSource.query(`UPDATE studies SET attempt = attempt - 1 WHERE ${CLAIM_HOLDS}`, parametersOf(claimed));
}

/** How a try at a study stores what it has so far. */
export interface StudyTry<K extends StudyKind> extends StudyClaim {
  /** Aborts with the job, and when a later try has taken over. */
  signal: AbortSignal;
  /** @returns whether it is stored: not when a later try has taken over. */
  saveSoFar(findings: Findings<K>): Promise<boolean>;
}

/**
 * Does a study that follows a completed run and stores it. May be given the same job twice, and never touches the run
 * itself. A try cut short by a worker that closes is left to another, as it is. A release uses up the job's tries all the
 * same: those of the row decide, and the sweep brings back what has some left.
 * @param work gives what to store
 * @returns what was stored; null when there was nothing to do or a later try has taken over
 */
export async function runStudy<K extends StudyKind>(
  kind: K,
  job: JobContext<`simulation.${FollowUp}`>,
  deps: JobDeps,
  work: (study: StudyTry<K>) => Promise<Findings<K>>,
): Promise<Findings<K> | null> {
  const claimed = await claim(deps.dataSource, kind, job.data.computationId);
  if (!claimed) return null;
  const takenOver = new AbortController();
  try {
    if (claimed.attempt > MAX_TRIES) throw new AppError("SOLVER_FAILED");
    const findings = await work({
      ...claimed,
      signal: AbortSignal.any([job.signal, takenOver.signal]),
      async saveSoFar(soFar) {
        const isSaved = await save(deps, claimed, "processing", soFar);
        if (!isSaved) takenOver.abort();
        return isSaved;
      },
    });
    return (await save(deps, claimed, "completed", findings)) ? findings : null;
  } catch (error) {
    if (takenOver.signal.aborted) return null;
    if (job.signal.aborted && !isTimeout(job.signal)) {
      await takeBack(deps.dataSource, claimed);
      throw error;
    }
    const failure = asAppError(error);
    if (claimed.attempt >= MAX_TRIES || REPEATABLE.includes(failure.code)) {
      await fail(deps, claimed);
      throw new UnrecoverableError(reasonOf(failure));
    }
    throw failure;
  }
}

/** What another study of the run has come to; undefined while it is not completed. */
export async function completedStudy<K extends StudyKind>(
  dataSource: Database,
  kind: K,
  computationId: string,
): Promise<{ content: StudyContent<K> | null } | undefined> {
  const [study] = await dataSource.query(
    "SELECT content FROM studies WHERE computation_id = $1 AND kind = $2 AND status = 'completed'",
    [computationId, kind],
  );
  return study;
}

/** Runs whose studies of that job have had time to reach the queue and are not done, the oldest first. */
export function unfinishedFollowUps(
  dataSource: Database,
  name: FollowUp,
  { olderThanMs, limit }: { olderThanMs: number; limit: number },
): Promise<(Run & { requestId: string | null })[]> {
  return dataSource.query(
    `SELECT c.id, c.run, c.request_id AS "requestId" FROM studies JOIN computations c ON c.id = computation_id
      WHERE kind = ANY($1) AND studies.status IN ('pending', 'processing')
        AND studies.created_at < now() - $2 * interval '1 millisecond'
   GROUP BY c.id ORDER BY min(studies.created_at) LIMIT $3`,
    [studiesOfJob(name), olderThanMs, limit],
  );
}

/** Done twice it changes nothing. */
export const enqueueFollowUp = ({ queue }: Pick<JobDeps, "queue">, name: FollowUp, run: Run): Promise<void> =>
  queue.enqueue(`simulation.${name}`, { computationId: run.id }, { jobId: followUpIdOf(run, name) });
