import { AppError, reasonOf } from "@ecotrim/contracts/errors";
import type { ComputedInput } from "@ecotrim/contracts/simulations/input";
import type { SimulationRequest } from "@ecotrim/engine/simulate";
import { type Computation, type FollowUp, followUpIdOf } from "@ecotrim/server/db/entities/computation";
import { sendSignal } from "@ecotrim/server/events/signals";
import { type JobContext, UnrecoverableError } from "@ecotrim/server/queue/queue";
import { makeDueReports } from "@ecotrim/server/reports/reports";
import type { Run } from "./computation.ts";
import { asAppError, type Database, isTimeout, type JobDeps, MAX_TRIES, REPEATABLE } from "./job.ts";

/** What is stored of a follow-up beside its status. */
export type Content<N extends FollowUp> = NonNullable<Computation[N]>;

/** One try at a follow-up. A later try takes it over: whatever an earlier one then writes is refused. */
interface FollowUpClaim<N extends FollowUp> {
  id: string;
  attempt: number;
  /** The run's inputs, with the realisable share it found. */
  request: SimulationRequest;
  /** As they were asked for: with a realisable share only where one was given. */
  submitted: SimulationRequest;
  /** As an earlier try left it. */
  content: Content<N>;
}

/** Begins a try. @returns null where nothing follows, or it is done. */
async function claim<N extends FollowUp>(dataSource: Database, name: N, id: string): Promise<FollowUpClaim<N> | null> {
  const [[row]] = await dataSource.query(
    `UPDATE computations SET ${name}_status = 'processing', ${name}_attempt = ${name}_attempt + 1
      WHERE id = $1 AND status = 'completed' AND ${name}_status IN ('pending', 'processing')
  RETURNING ${name}_attempt AS attempt, input, ${name} AS content,
            (results #>> '{economic_case,assumptions,realisable_fct}')::float8 AS "realisableFct"`,
    [id],
  );
  if (!row) return null;
  const { attempt, input, content, realisableFct } = row;
  return {
    id,
    attempt,
    request: { input: { ...(input as ComputedInput), realisable_fct: realisableFct } },
    submitted: { input: input as ComputedInput },
    content,
  };
}

/** Says that it has ended, to those who look on and to the reports that waited for it. */
async function tellEnd(deps: JobDeps, computationId: string): Promise<void> {
  await sendSignal(deps.dataSource, { type: "follow-up-ended", computationId });
  await makeDueReports(deps, "computation_id", computationId);
}

/** Stores it and, where it is whole, says so. @returns false when the claim no longer holds. */
async function save<N extends FollowUp>(
  deps: JobDeps,
  name: N,
  { id, attempt }: FollowUpClaim<N>,
  status: "processing" | "completed",
  content: Content<N>,
): Promise<boolean> {
  const [, count] = await deps.dataSource.query(
    `UPDATE computations SET ${name}_status = $3, ${name} = $4
      WHERE id = $1 AND ${name}_attempt = $2 AND ${name}_status = 'processing'`,
    [id, attempt, status, JSON.stringify(content)],
  );
  if (count === 1 && status === "completed") await tellEnd(deps, id);
  return count === 1;
}

/** What was found so far stays; does nothing when the claim no longer holds. */
async function fail(deps: JobDeps, name: FollowUp, { id, attempt }: { id: string; attempt: number }) {
  const [, count] = await deps.dataSource.query(
    `UPDATE computations SET ${name}_status = 'failed'
      WHERE id = $1 AND ${name}_attempt = $2 AND ${name}_status = 'processing'`,
    [id, attempt],
  );
  if (count === 1) await tellEnd(deps, id);
}

/** A try cut short by a worker that closes is none: releases must not use tries up. */
async function takeBack(dataSource: Database, name: FollowUp, { id, attempt }: { id: string; attempt: number }) {
  await dataSource.query(
    `UPDATE computations SET ${name}_attempt = ${name}_attempt - 1
      WHERE id = $1 AND ${name}_attempt = $2 AND ${name}_status = 'processing'`,
    [id, attempt],
  );
}

/** How a try at a follow-up stores what it has so far. */
export interface FollowUpTry<N extends FollowUp> extends FollowUpClaim<N> {
  /** Aborts with the job, and when a later try has taken over. */
  signal: AbortSignal;
  /** @returns whether it is stored: not when a later try has taken over. */
  saveSoFar(content: Content<N>): Promise<boolean>;
}

/**
 * Does what follows a completed run and stores it. May be given the same job twice, and never touches the run itself.
 * A try cut short by a worker that closes is left to another, as it is. A release uses up the job's tries all the same:
 * those of the row decide, and the sweep brings back what has some left.
 * @param work gives the content to store
 * @returns what was stored; null when there was nothing to do or a later try has taken over
 */
export async function runFollowUp<N extends FollowUp>(
  name: N,
  job: JobContext<`simulation.${N}`>,
  deps: JobDeps,
  work: (followUp: FollowUpTry<N>) => Promise<Content<N>>,
): Promise<Content<N> | null> {
  const claimed = await claim(deps.dataSource, name, job.data.computationId);
  if (!claimed) return null;
  const takenOver = new AbortController();
  try {
    if (claimed.attempt > MAX_TRIES) throw new AppError("SOLVER_FAILED");
    const content = await work({
      ...claimed,
      signal: AbortSignal.any([job.signal, takenOver.signal]),
      async saveSoFar(soFar) {
        const isSaved = await save(deps, name, claimed, "processing", soFar);
        if (!isSaved) takenOver.abort();
        return isSaved;
      },
    });
    return (await save(deps, name, claimed, "completed", content)) ? content : null;
  } catch (error) {
    if (takenOver.signal.aborted) return null;
    if (job.signal.aborted && !isTimeout(job.signal)) {
      await takeBack(deps.dataSource, name, claimed);
      throw error;
    }
    const failure = asAppError(error);
    if (claimed.attempt >= MAX_TRIES || REPEATABLE.includes(failure.code)) {
      await fail(deps, name, claimed);
      throw new UnrecoverableError(reasonOf(failure));
    }
    throw failure;
  }
}

/** The oldest follow-ups that have had time to reach the queue and are not done. */
export function unfinishedFollowUps(
  dataSource: Database,
  name: FollowUp,
  { olderThanMs, limit }: { olderThanMs: number; limit: number },
): Promise<(Run & { requestId: string | null })[]> {
  return dataSource.query(
    `SELECT id, run, request_id AS "requestId" FROM computations
      WHERE ${name}_status IN ('pending', 'processing') AND finished_at < now() - $1 * interval '1 millisecond'
   ORDER BY finished_at LIMIT $2`,
    [olderThanMs, limit],
  );
}

/** Done twice it changes nothing. */
export const enqueueFollowUp = ({ queue }: Pick<JobDeps, "queue">, name: FollowUp, run: Run): Promise<void> =>
  queue.enqueue(`simulation.${name}`, { computationId: run.id }, { jobId: followUpIdOf(run, name) });
