import { AppError, reasonOf } from "@ecotrim/contracts/errors";
import { followedRequest, type SimulationRequest } from "@ecotrim/engine/simulate";
import { isPaidStudies } from "@ecotrim/server/db/entities/computation";
import { sendSignal } from "@ecotrim/server/events/signals";
import { dispatchMails, type StoredMail } from "@ecotrim/server/mail/outbox";
import { type JobContext, UnrecoverableError } from "@ecotrim/server/queue/queue";
import { makeDueReports, STUDIES_PAID } from "@ecotrim/server/reports/reports";
import {
  type FollowUp,
  REPLACES_RESULTS,
  STUDIES,
  type StudyContent,
  type StudyKind,
  studiesOfJob,
} from "@ecotrim/server/studies/catalogue";
import { leaveStudyLine, type RunInStudyLine, STUDIES_WANTED } from "@ecotrim/server/studies/line";
import { asAppError, type Database, isTimeout, type JobDeps, MAX_TRIES, REPEATABLE } from "./job.ts";
import { caseOfRow, seriesOfCase } from "./stored-case.ts";
import { tellHolders } from "./tell-holders.ts";

/** Findings of a study so far: its whole content, or the part that `done` counts. */
export interface Findings<K extends StudyKind> {
  content: StudyContent<K> | null;
  done?: number;
  /** What else is stored with the completed study, in its transaction. */
  whenStored?: (manager: Database["manager"]) => Promise<void>;
}

/** One try at a study. A later try takes the study over: writes of an earlier one are refused. */
interface StudyClaim {
  id: string;
  run: number;
  kind: StudyKind;
  attempt: number;
  /** The run's inputs, with the realisable share it found. */
  request: SimulationRequest;
  /** The inputs as submitted: with a realisable share only where one was given, and with what the contract gave. */
  submitted: SimulationRequest;
  /** Progress that an earlier try stored, and the total, where progress is counted. */
  done: number;
  total: number;
}

/**
 * Begins a try.
 * @param isPaid whether for a paid report, whose tries a study's own turn must not take over
 * @returns null where the computation has no such study, it has ended, nobody waits for it, or only a paid try may
 */
async function claim(dataSource: Database, kind: StudyKind, id: string, isPaid: boolean): Promise<StudyClaim | null> {
  const [[row]] = await dataSource.query(
    `UPDATE studies SET status = 'processing', attempt = studies.attempt + 1
       FROM computations
      WHERE computations.id = $1 AND computations.status = 'completed'
        AND computation_id = computations.id AND kind = $2 AND studies.status IN ('pending', 'processing')
        AND ${STUDIES_WANTED} AND ($3 OR NOT ${STUDIES_PAID})
  RETURNING studies.attempt, run, done, coalesce(total, 0) AS total, input, input_case AS "inputCase",
            jsonb_build_object('economic_case', results->'economic_case', 'bill', results->'bill',
                               'battery_value', results->'battery_value') AS findings`,
    [id, kind, isPaid],
  );
  if (!row) return null;
  const { attempt, run, done, total, findings } = row;
  const submitted = { input: caseOfRow(row) };
  const request = followedRequest(submitted, findings);
  return {
    id,
    run,
    kind,
    attempt,
    request,
    submitted: { ...submitted, ...(request.found && { found: request.found }) },
    done,
    total,
  };
}

/**
 * SQL: the claim holds while no later try has begun and the study has not ended. Parameters: computation, kind,
 * attempt.
 */
const CLAIM_HOLDS = "computation_id = $1 AND kind = $2 AND attempt = $3 AND status = 'processing'";

const parametersOf = ({ id, kind, attempt }: StudyClaim): [string, StudyKind, number] => [id, kind, attempt];

/** Signals the end of a study to followers and has the reports made that waited for it. */
async function tellEnd(deps: JobDeps, computationId: string): Promise<void> {
  await leaveStudyLine(deps.dataSource, computationId);
  await sendSignal(deps.dataSource, { type: "follow-up-ended", computationId });
  await makeDueReports(deps, "computation_id", computationId);
}

/** SQL: somebody waits for the claimed study. */
const IS_WANTED = `EXISTS (SELECT 1 FROM computations WHERE computations.id = $1 AND ${STUDIES_WANTED})`;

/**
 * Stores findings and, if the study is completed, signals its end.
 * @returns false when the claim no longer holds, or nobody waits for a study that is not completed
 */
async function save<K extends StudyKind>(
  deps: JobDeps,
  claimed: StudyClaim,
  status: "processing" | "completed",
  { content, done = 0, whenStored }: Findings<K>,
): Promise<boolean> {
  const store = async (manager: Pick<Database["manager"], "query">) => {
    const [, count] = await manager.query(
      `UPDATE studies
          SET status = $4, content = $5, done = $6, finished_at = CASE WHEN $4 = 'completed' THEN now() END
        WHERE ${CLAIM_HOLDS} AND ($4 = 'completed' OR ${IS_WANTED})`,
      [...parametersOf(claimed), status, content && JSON.stringify(content), done],
    );
    return count === 1;
  };
  const isStored = whenStored
    ? await deps.dataSource.transaction(async (manager) => {
        const isHeld = await store(manager);
        if (isHeld) await whenStored(manager);
        return isHeld;
      })
    : await store(deps.dataSource.manager);
  if (isStored && status === "completed") await tellEnd(deps, claimed.id);
  return isStored;
}

/**
 * Fails a study and the further studies of its job; findings so far stay. Does nothing when the claim no longer holds.
 */
async function fail(deps: JobDeps, claimed: StudyClaim) {
  const mails = await deps.dataSource.transaction(async (manager) => {
    const [, failed]: [unknown, number] = await manager.query(
      `UPDATE studies SET status = 'failed', finished_at = now() WHERE ${CLAIM_HOLDS}`,
      parametersOf(claimed),
    );
    if (failed !== 1) return null;
    await manager.query(
      `UPDATE studies SET status = 'failed', finished_at = now()
        WHERE computation_id = $1 AND kind = ANY($2) AND status IN ('pending', 'processing')`,
      [claimed.id, studiesOfJob(STUDIES[claimed.kind].followUp)],
    );
    return claimed.kind === REPLACES_RESULTS ? tellOfProvisional(manager, claimed, deps.env) : [];
  });
  if (!mails) return;
  await dispatchMails(deps, mails);
  await tellEnd(deps, claimed.id);
}

/** Holders wait for the study of powers to be told that their simulation has ended. */
async function tellOfProvisional(
  manager: Database["manager"],
  { id, run }: StudyClaim,
  env: JobDeps["env"],
): Promise<StoredMail[]> {
  const [{ summary }] = await manager.query("SELECT results -> 'summary' AS summary FROM computations WHERE id = $1", [
    id,
  ]);
  return tellHolders(manager, { id, run }, { summary }, env);
}

/** A try aborted by a worker's shutdown, or since nobody waits for it, does not count. */
async function takeBack(dataSource: Database, claimed: StudyClaim) {
  await dataSource.query(`UPDATE studies SET attempt = attempt - 1 WHERE ${CLAIM_HOLDS}`, parametersOf(claimed));
}

/** Jobs that do studies. */
export type StudyJob = `simulation.${FollowUp}` | "simulation.paid-studies";

/** A try at a study, with the function that stores its findings so far. */
export interface StudyTry<K extends StudyKind> extends StudyClaim {
  /** Aborts with the job, and when a later try has taken over or nobody waits for the study. */
  signal: AbortSignal;
  /** @returns whether the findings are stored: not when a later try has taken over, or nobody waits for the study. */
  saveSoFar(findings: Findings<K>): Promise<boolean>;
  /** Aborts the signal where somebody else has the study now, or nobody waits for it. */
  checkWanted(): Promise<void>;
}

/**
 * Does a study of a completed run and stores it. Idempotent; only the study of powers changes the run's results. A try
 * aborted by a worker's shutdown leaves the study to another worker. A shutdown still uses up a try of the job. The row's
 * tries decide, and the sweep requeues a study that has some left. One that nobody waits for any more is left until
 * somebody opens the result.
 * @param work gives the findings to store
 * @returns the stored findings; null when the study had ended, a later try has taken over, or nobody waits for it
 */
export async function runStudy<K extends StudyKind>(
  kind: K,
  job: JobContext<StudyJob>,
  deps: JobDeps,
  work: (study: StudyTry<K>) => Promise<Findings<K>>,
): Promise<Findings<K> | null> {
  const claimed = await claim(deps.dataSource, kind, job.data.computationId, isPaidStudies(job.id));
  if (!claimed) {
    await leaveStudyLine(deps.dataSource, job.data.computationId);
    return null;
  }
  const lost = new AbortController();
  try {
    if (claimed.attempt > MAX_TRIES) throw new AppError("SOLVER_FAILED");
    const series = await seriesOfCase(deps.dataSource, claimed.submitted.input);
    const findings = await work({
      ...claimed,
      request: { ...claimed.request, series },
      submitted: { ...claimed.submitted, series },
      signal: AbortSignal.any([job.signal, lost.signal]),
      async saveSoFar(soFar) {
        const isSaved = await save(deps, claimed, "processing", soFar);
        if (!isSaved) lost.abort();
        return isSaved;
      },
      async checkWanted() {
        const found = await deps.dataSource.query(
          `SELECT 1 FROM studies WHERE ${CLAIM_HOLDS} AND ${IS_WANTED}`,
          parametersOf(claimed),
        );
        if (found.length === 0) lost.abort();
      },
    });
    return (await save(deps, claimed, "completed", findings)) ? findings : null;
  } catch (error) {
    if (lost.signal.aborted) {
      await takeBack(deps.dataSource, claimed);
      await leaveStudyLine(deps.dataSource, claimed.id);
      return null;
    }
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

/** What another study of the run has found; undefined while that study is not completed. */
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

/**
 * Runs in the line with unfinished studies of that job that have had time to reach the queue, in its order. Those that a
 * paid report waits for have a job of their own.
 */
export function unfinishedFollowUps(
  dataSource: Database,
  name: FollowUp,
  { olderThanMs, limit }: { olderThanMs: number; limit: number },
): Promise<(RunInStudyLine & { requestId: string | null })[]> {
  return dataSource.query(
    `SELECT computations.id, run, study_turn AS turn, request_id AS "requestId"
       FROM computations JOIN studies ON computations.id = computation_id
      WHERE study_turn > 0 AND kind = ANY($1) AND studies.status IN ('pending', 'processing')
        AND studies.created_at < now() - $2 * interval '1 millisecond' AND NOT ${STUDIES_PAID}
   GROUP BY computations.id ORDER BY study_turn, min(studies.created_at) LIMIT $3`,
    [studiesOfJob(name), olderThanMs, limit],
  );
}
