import type { StagePassed } from "@ecotrim/contracts/simulations/progress";
import type { SimulationStatus } from "@ecotrim/contracts/simulations/record";
import type { DataSource } from "typeorm";
import { followUpIdOf, jobIdOf, paidStudiesIdOf } from "../db/entities/computation.ts";
import { uuidOf } from "../observability/log-context.ts";
import type { JobName } from "../queue/jobs.ts";
import type { JobQueue, JobView } from "../queue/queue.ts";
import { FOLLOW_UPS, STUDIES, STUDY_KINDS, type StudyKind } from "../studies/catalogue.ts";
import { STUDIES_WANTED } from "../studies/line.ts";
import { adviceFor } from "./advice.ts";

/** An event in the history of a run. */
export interface Happening {
  at: string;
  what: string;
}

/** History of one simulation in order of time; ids only, no personal data. */
export interface Story {
  simulationId: string;
  computationId: string | null;
  /** Correlation id of browser, log lines, jobs and mails. */
  requestId: string | null;
  status: SimulationStatus;
  happenings: Happening[];
  conclusion: string;
}

interface Deps {
  dataSource: DataSource;
  queue: JobQueue;
}

/** The queue's state of a job; `known` is false where the queue does not answer. */
interface QueueWord {
  known: boolean;
  state: string;
  job: JobView | null;
}

const at = (date: Date | string): string => new Date(date).toISOString();
/** Duration, at least 0: an event that is stored late may have a later time than its successor. */
const seconds = (from: Date | string, to: Date | string): string =>
  `${Math.max(0, (new Date(to).getTime() - new Date(from).getTime()) / 1000).toFixed(2)} s`;

/** The newest simulation for an id: its own id, its request's (the reference people see) or its computation's. */
async function find(dataSource: DataSource, id: string) {
  const [row] = await dataSource.query(
    `SELECT s.id, s.computation_id AS "computationId", s.request_id AS "requestId", s.source, s.created_at AS "createdAt",
            s.own_status AS "ownStatus", s.own_error_code AS "ownErrorCode", s.own_error_message AS "ownErrorMessage",
            s.finished_at AS "ownFinishedAt",
            EXISTS (SELECT 1 FROM user_simulations held WHERE held.simulation_id = s.id) AS "isHeld",
            c.run, c.attempt, c.status, c.stages, c.progress, c.error_code AS "errorCode",
            c.error_message AS "errorMessage", c.execution_time_ms AS "executionTimeMs",
            c.request_id AS "runRequestId", c.created_at AS "computationCreatedAt", c.enqueued_at AS "enqueuedAt",
            c.started_at AS "startedAt", c.finished_at AS "finishedAt",
            EXISTS (SELECT 1 FROM computations
                     WHERE computations.id = c.id AND study_turn = 0 AND NOT ${STUDIES_WANTED}) AS "studiesUnwanted"
       FROM simulations s LEFT JOIN computations c ON c.id = s.computation_id
      WHERE s.id = $1 OR s.request_id = $1 OR s.computation_id = $1
   ORDER BY s.id = $1 DESC, s.created_at DESC LIMIT 1`,
    [id],
  );
  return row;
}

interface StudyState {
  kind: StudyKind;
  status: SimulationStatus;
  attempt: number;
  createdAt: Date;
  finishedAt: Date | null;
}

/** States of a computation's studies, in the order of the catalogue. */
async function findStudies(dataSource: DataSource, computationId: string | null): Promise<StudyState[]> {
  return dataSource.query(
    `SELECT kind, status, attempt, created_at AS "createdAt", finished_at AS "finishedAt" FROM studies
      WHERE computation_id = $1 AND kind = ANY($2::text[]) ORDER BY array_position($2::text[], kind)`,
    [computationId, STUDY_KINDS],
  );
}

/** @returns null where the simulation does not exist, or no longer. */
export async function tellStory({ dataSource, queue }: Deps, id: string): Promise<Story | null> {
  const wanted = uuidOf(id);
  const row = wanted && (await find(dataSource, wanted));
  if (!row) return null;
  const studies = await findStudies(dataSource, row.computationId);
  const happenings: Happening[] = [];
  const note = (when: Date | string | null, what: string) => {
    if (when) happenings.push({ at: at(when), what });
  };

  note(row.createdAt, `simulation stored${row.isHeld ? ", held by an account" : ", held by nobody's account"}`);
  const word = row.computationId
    ? await ask(queue, "simulation.run", jobIdOf({ id: row.computationId, run: row.run }))
    : null;
  if (word) {
    const isShared = new Date(row.computationCreatedAt) < new Date(row.createdAt);
    note(
      row.computationCreatedAt,
      `computation ${row.computationId} stored${isShared ? ": of the same inputs asked for before, which this simulation joined" : ""}`,
    );
    note(row.enqueuedAt, `run ${row.run} in the line`);
    note(
      row.startedAt,
      `first try begun after ${seconds(row.enqueuedAt ?? row.computationCreatedAt, row.startedAt ?? row.createdAt)}`,
    );
    noteStages(note, row.stages, row.finishedAt);
    noteJob(note, "simulation.run", word);
    note(row.finishedAt, endOf(row));
    for (const { kind, status, attempt, createdAt, finishedAt } of studies) {
      note(createdAt, `${kind} follows: ${status}, tries ${attempt}`);
      note(finishedAt, `${kind} ${status}`);
    }
    const run = { id: row.computationId, run: row.run };
    for (const name of FOLLOW_UPS.filter((name) => studies.some(({ kind }) => STUDIES[kind].followUp === name)))
      noteJob(note, `simulation.${name}`, await ask(queue, `simulation.${name}`, followUpIdOf(run, name)));
    noteJob(note, "simulation.paid-studies", await ask(queue, "simulation.paid-studies", paidStudiesIdOf(run)));
  }
  if (row.ownStatus) note(row.ownFinishedAt, ownEndOf(row));
  await noteReports(note, dataSource, row.id);
  await noteNews(note, dataSource, row.id);

  // The sort is stable: simultaneous events keep their causal order.
  happenings.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  const status: SimulationStatus = row.ownStatus ?? row.status ?? "failed";
  const studiesThatAre = (...states: SimulationStatus[]) =>
    row.ownStatus ? [] : studies.filter((study) => states.includes(study.status)).map(({ kind }) => kind);
  return {
    simulationId: row.id,
    computationId: row.computationId,
    requestId: row.requestId ?? row.runRequestId,
    status,
    happenings,
    conclusion: adviceFor({
      status,
      code: row.ownStatus ? row.ownErrorCode : row.errorCode,
      failedStudies: studiesThatAre("failed"),
      awaitedStudies: studiesThatAre("pending", "processing"),
      studiesUnwanted: row.studiesUnwanted,
      queueAnswers: word?.known ?? true,
      jobState: word?.state ?? "unknown",
      worker: word?.job?.worker ?? null,
      workers: await queue.workers().catch(() => []),
      requestId: row.runRequestId ?? row.requestId,
    }),
  };
}

type Note = (when: Date | string | null, what: string) => void;

async function ask(queue: JobQueue, name: JobName, jobId: string): Promise<QueueWord> {
  try {
    return { known: true, state: await queue.state(name, jobId), job: await queue.job(name, jobId) };
  } catch {
    return { known: false, state: "unknown", job: null };
  }
}

function noteStages(note: Note, stages: StagePassed[], finishedAt: Date | null): void {
  for (const [index, { stage, at: from }] of stages.entries()) {
    const to = stages[index + 1]?.at ?? finishedAt;
    note(from, `stage ${stage}${to ? `, ${seconds(from, to)}` : ""}`);
  }
}

function noteJob(note: Note, name: JobName, { job, state }: QueueWord): void {
  if (!job) return;
  const worker = job.worker ? ` by ${job.worker}` : "";
  note(job.addedAt, `job ${name} ${job.id} in the queue`);
  note(job.startedAt, `job ${name} ${job.id}, start ${job.starts}${worker}`);
  // A completed job still stores the reason of an earlier failed try.
  note(job.endedAt, `job ${name} ${state}${job.failedReason && state !== "completed" ? `: ${job.failedReason}` : ""}`);
}

const endOf = ({
  status,
  errorCode,
  errorMessage,
  attempt,
  executionTimeMs,
}: {
  status: string;
  errorCode: string | null;
  errorMessage: string | null;
  attempt: number;
  executionTimeMs: number | null;
}): string =>
  status === "failed"
    ? `run failed at try ${attempt}: ${errorCode}: ${errorMessage}`
    : `run ${status} at try ${attempt}, ${((executionTimeMs ?? 0) / 1000).toFixed(2)} s of work`;

const ownEndOf = ({
  ownStatus,
  ownErrorCode,
  ownErrorMessage,
}: {
  ownStatus: string;
  ownErrorCode: string | null;
  ownErrorMessage: string | null;
}): string => {
  if (ownStatus === "completed") return "completed by a client that optimises elsewhere";
  // The client's own words are not repeated: its code says enough.
  return `failed: ${ownErrorCode}${ownErrorCode === "EXTERNAL_FAILURE" ? "" : `: ${ownErrorMessage}`}`;
};

async function noteReports(note: Note, dataSource: DataSource, simulationId: string): Promise<void> {
  const reports = await dataSource.query(
    `SELECT kind, status, run, error_code AS code, created_at AS "createdAt", finished_at AS "finishedAt"
       FROM reports WHERE simulation_id = $1`,
    [simulationId],
  );
  for (const { kind, status, run, code, createdAt, finishedAt } of reports) {
    note(createdAt, `${kind} report ordered`);
    note(finishedAt, `${kind} report ${status}${code ? `: ${code}` : ""}, run ${run}`);
  }
}

/** Notes the notifications of a simulation and their channel, without the recipients. */
async function noteNews(note: Note, dataSource: DataSource, simulationId: string): Promise<void> {
  const told = await dataSource.query(
    `SELECT n.kind, n.created_at AS "createdAt", n.delivered_at AS "deliveredAt", m.outcome, m.attempts,
            m.send_after AS "sendAfter", m.settled_at AS "endedAt"
       FROM notifications n LEFT JOIN mails m ON m.subject_id = n.id::text AND m.kind = 'notification'
      WHERE n.subject_id = $1 OR n.subject_id IN (SELECT id::text FROM reports WHERE simulation_id = $1::uuid)`,
    [simulationId],
  );
  for (const { kind, createdAt, deliveredAt, outcome, attempts, sendAfter, endedAt } of told) {
    note(createdAt, `notification ${kind} stored`);
    note(deliveredAt, `notification ${kind} heard by a browser`);
    if (endedAt) note(endedAt, `mail of ${kind}: ${outcome}, tries ${attempts}`);
    else note(sendAfter, `mail of ${kind} due, not sent, tries ${attempts}`);
  }
}
