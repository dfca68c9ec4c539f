import type { SimulationStatus } from "@ecotrim/contracts/simulations/record";
import { ALIVE } from "../queue/requeue.ts";
import type { StudyKind } from "../studies/catalogue.ts";

/** State of a run, as far as the advice depends on it. */
export interface Standing {
  status: SimulationStatus;
  /** Error code of a failed run. */
  code: string | null;
  /** Studies of the run that failed. */
  failedStudies: StudyKind[];
  /** Studies of the run that have not ended. */
  awaitedStudies: StudyKind[];
  /** Whether nobody waits for them. */
  studiesUnwanted: boolean;
  queueAnswers: boolean;
  /** BullMQ's state of the run's job. */
  jobState: string;
  /** Name of the worker that began the last try. */
  worker: string | null;
  /** Names of the workers connected now. */
  workers: string[];
  requestId: string | null;
}

/** Advice to operators by error code. */
const BY_CODE: Record<string, string> = {
  INFEASIBLE: "No battery can serve these inputs: nothing to mend, the user changes them.",
  UNBOUNDED: "The prices given allow a gain without limit: nothing to mend, the user changes them.",
  INVALID_INPUT: "The inputs were refused: nothing to mend, the user changes them.",
  SOLVER_TIMEOUT:
    "It took longer than allowed. Look at the load of the workers (SOLVER_THREADS, SOLVER_TIME_LIMIT_S); the user may try again.",
  CANCELLED: "Cancelled, by its user or because nobody waited for it any more: nothing to mend.",
  EXTERNAL_FAILURE: "Reported by a client that optimises elsewhere: nothing to mend here.",
};

/** What happened and the advice, in one line. */
export function adviceFor(standing: Standing): string {
  const { status, code, failedStudies, awaitedStudies, studiesUnwanted } = standing;
  const { queueAnswers, jobState, worker, workers, requestId } = standing;
  const lookInLogs = `Look in the logs for requestId ${requestId ?? "(none)"}`;
  if (status === "completed") {
    if (failedStudies.length > 0)
      return `Completed, without ${failedStudies.join(" and ")}, which failed. ${lookInLogs}; the headline stands, and the user is shown what is missing.`;
    if (awaitedStudies.length === 0) return "Completed: nothing to do.";
    if (studiesUnwanted)
      return `Completed; ${awaitedStudies.join(" and ")} are done once somebody opens the result: nothing to do.`;
  }
  if (status === "failed")
    return `Failed with ${code ?? "no code"}. ${BY_CODE[code ?? ""] ?? `${lookInLogs}; the user may try again.`}`;
  const stand = status === "completed" ? `Completed; still to come: ${awaitedStudies.join(" and ")}` : "Under way";
  if (!queueAnswers)
    return `${stand}, but the queue does not answer: bring it back. Nothing is lost, the sweep enqueues what is missing.`;
  if (workers.length === 0) return `${stand}, but no worker is connected: start one.`;
  if (status === "completed")
    return `${stand}, when no run waits, or after half a minute. Nothing to do, or start more workers.`;
  if (!ALIVE.includes(jobState))
    return "Under way without a living job: the sweep brings it back within a minute. If it does not, look for job simulation.sweep in the logs.";
  if (status === "pending" || jobState !== "active")
    return `Waiting its turn (${jobState}), ${workers.length} workers connected: nothing to do, or start more workers.`;
  return worker === null || workers.some((name) => worker.startsWith(name))
    ? `Being computed by ${worker ?? "a worker"}: nothing to do.`
    : `Its worker ${worker} is gone: another takes it up within seconds.`;
}
