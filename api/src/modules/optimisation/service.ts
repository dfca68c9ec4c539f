import { AppError, ERRORS, type ErrorCode } from "@ecotrim/contracts/errors";
import type { SimulationInput } from "@ecotrim/contracts/simulations/input";
import type { SimulationRecord } from "@ecotrim/contracts/simulations/record";
import { isProvisional, type Results } from "@ecotrim/contracts/simulations/result";
import type { Deps } from "../../deps.ts";
import type { Signals } from "../../plugins/signals.ts";
import {
  CANCELLED_END,
  type Capability,
  endSimulation,
  enqueueComputation,
  openRow,
  placedRecord,
  retryAfterOf,
  storeSimulation,
} from "../simulations/service.ts";

/** Polling interval of the row while no event reports the end of the run, ms. */
const POLL_MS = 1000;

type JudgedResults = Results & Pick<SimulationRecord, "verdict">;

/**
 * Computes the inputs in a worker and waits for the final results, or for provisional ones at the timeout. The
 * simulation is cancelled where the caller disconnects or there are no results in time.
 * @throws AppError INVALID_INPUT, QUEUE_FULL, TOO_MANY_WAITING, QUEUE_UNAVAILABLE, SOLVER_TIMEOUT, and the error of a
 * failed run.
 */
export async function optimise(
  deps: Deps,
  signals: Signals,
  inputParameters: SimulationInput,
  address: string,
  left: AbortSignal,
): Promise<JudgedResults> {
  const { computation, ...capability } = await storeSimulation(
    deps,
    { inputParameters },
    // The study that replaces provisional results is done for who waits for them.
    { path: "", address, isOpen: inputParameters.contract !== undefined },
  );
  try {
    await enqueueComputation(deps, computation);
    return await resultsOf(deps, signals, capability, computation.id, left);
  } catch (error) {
    await giveUp(deps, capability);
    throw error;
  }
}

async function resultsOf(
  deps: Deps,
  signals: Signals,
  capability: Capability,
  computationId: string,
  left: AbortSignal,
): Promise<JudgedResults> {
  const timeout = AbortSignal.timeout(deps.env.SYNC_TIMEOUT_S * 1000);
  for (;;) {
    const news = nextNews(signals, computationId, AbortSignal.any([left, timeout]));
    const record = await placedRecord(deps, await openRow(deps.dataSource.manager, capability));
    const { results, verdict, power } = record;
    const isComing = results && isProvisional(results) && power?.status !== "failed" && !timeout.aborted;
    if (results && !isComing) return { ...results, verdict };
    if (record.error) throw failure(record.error);
    if (left.aborted) throw new AppError("CANCELLED");
    if (timeout.aborted) throw tooSlow(record);
    await news;
  }
}

/** Resolves when the run has ended, after `POLL_MS`, or when `signal` aborts. */
function nextNews(signals: Signals, computationId: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signals.off("run-ended", hear);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const hear = (ended: { computationId: string }) => {
      if (ended.computationId === computationId) done();
    };
    const timer = setTimeout(done, POLL_MS);
    signals.on("run-ended", hear);
    if (signal.aborted) done();
    else signal.addEventListener("abort", done);
  });
}

function failure({ code, message }: { code: string; message: string }): AppError {
  return Object.hasOwn(ERRORS, code) ? new AppError(code as ErrorCode, { message }) : new AppError("SOLVER_FAILED");
}

/** A run that never began points to a full queue; a run under way points to a hard problem. */
const tooSlow = ({ status, startsInS }: SimulationRecord): AppError =>
  status === "pending"
    ? new AppError("QUEUE_FULL", { retryAfterS: retryAfterOf(startsInS) })
    : new AppError("SOLVER_TIMEOUT");

/** Cancels the row; a row that has ended meanwhile is in the wrong state, which is no fault. */
async function giveUp(deps: Deps, capability: Capability): Promise<void> {
  try {
    await endSimulation(deps, capability, CANCELLED_END);
  } catch (error) {
    if (!(error instanceof AppError && error.code === "WRONG_STATE"))
      deps.logger.warn({ err: error, simulation: capability.id }, "not cancelled");
  }
}
