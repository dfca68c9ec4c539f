import type { SimulationRecord, SimulationStatus } from "@ecotrim/contracts/simulations/record";
import type { Results } from "@ecotrim/contracts/simulations/result";
import { verdictFacts, verdictOf } from "@ecotrim/present/results/verdict";
import type { Simulation } from "@ecotrim/server/db/entities/simulation";
import type { UserSimulation } from "@ecotrim/server/db/entities/user-simulation";
import { type ShownStudy, shownStudies } from "@ecotrim/server/studies/catalogue";
import type { Position } from "./computations.ts";

/** A row with its computation, and the studies that follow the computation. */
export type SimulationRow = Simulation & {
  computation: NonNullable<Simulation["computation"]>;
  studies: ShownStudy[];
  /** The reader's own holding of the simulation; null where they hold none. */
  held: Pick<UserSimulation, "ownName" | "site" | "installationId" | "associationType"> | null;
  version: string;
};

/** A row without what is long. */
export type SimulationHead = Omit<SimulationRow, "computation" | "studies" | "ownResults"> & {
  computation: Omit<SimulationRow["computation"], "results">;
};

/** What decides on a row's status: its own end and its computation. */
export type RowState = Pick<SimulationHead, "ownStatus" | "computation">;

export const statusOf = ({ ownStatus, computation }: RowState): SimulationStatus => ownStatus ?? computation.status;

/** True while a row may still change by itself. */
export const isUnderWay = (row: RowState): boolean => ["pending", "processing"].includes(statusOf(row));

/** Whether its reader may change it without the access token. */
export const isOwn = ({ held }: Pick<SimulationHead, "held">): boolean => held?.associationType === "creator";

/** The record of a row as its holder sees it; the row's own end overrides its computation. */
export function recordOf(row: SimulationRow, { ahead, startsInS }: Partial<Position> = {}): SimulationRecord {
  const { computation, ownStatus } = row;
  const status = statusOf(row);
  const completed = status === "completed";
  const finishedAt = ownStatus ? row.finishedAt : computation.finishedAt;
  const studies = shownStudies(completed && !ownStatus ? row.studies : []);
  // A curve is shown by its id alone; its results tell what was read of it.
  const { curve, pv_curve, ...payload } = computation.input;
  return {
    id: row.id,
    version: row.version,
    status,
    source: row.source,
    name: row.held?.ownName ?? null,
    site: row.held?.site ?? null,
    installationId: row.held?.installationId ?? null,
    isOwn: isOwn(row),
    createdAt: row.createdAt.toISOString(),
    completedAt: completed && finishedAt ? finishedAt.toISOString() : null,
    // The fixed parameters too, and what was sent, which may describe what is not computed.
    inputParameters: { ...payload, ...row.inputParameters },
    calculatorContext: row.calculatorContext,
    financeTerms: row.financeTerms,
    progress: computation.progress,
    stages: computation.stages,
    queuePosition: ahead ?? null,
    startsInS: startsInS ?? null,
    executionTime: completed ? (ownStatus ? row.ownExecutionTimeMs : computation.executionTimeMs) : null,
    results: completed ? (ownStatus ? (row.ownResults as unknown as Results) : computation.results) : null,
    ...studies,
    verdict: completed
      ? verdictOf(verdictFacts(ownStatus ? null : computation.results, studies, computation.input))
      : null,
    requestId: row.requestId,
    error: status === "failed" ? errorOf(row) : null,
  };
}

function errorOf({ ownStatus, ownErrorCode, ownErrorMessage, computation }: SimulationRow) {
  const [code, message] = ownStatus
    ? [ownErrorCode, ownErrorMessage]
    : [computation.errorCode, computation.errorMessage];
  return { code: code ?? "SOLVER_FAILED", message: message ?? "" };
}
