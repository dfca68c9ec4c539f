import { type CalculatorContext, inputFromContext } from "@ecotrim/contracts/simulations/context";
import { createSimulation, findByContext, type SimulationHandle } from "../../../lib/api.ts";
import { ApiError } from "../../../lib/http.ts";
import { newRequestId, randomHex } from "../../../lib/random.ts";
import { getSession } from "../../../lib/session.ts";
import { CACHED_RESULTS_DELAY_MS } from "../../../lib/timings.ts";
import { currentRun, curveTokens, type Run, runBasis, supposedInputs } from "../state.ts";
import { getCalculator, updateCalculator } from "../store.ts";
import { followSimulation } from "./follow.ts";
import type { RunEvent } from "./machine.ts";
import { lostCurve, recoverCurve } from "./recover-curve.ts";

const UNEXPECTED = "Se ha producido un error inesperado. Inténtelo de nuevo.";

const remember = (run: Run) => updateCalculator((state) => ({ ...state, run }));

export const forgetRun = () => updateCalculator((state) => ({ ...state, run: null }));

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Conducts step 6: joins the run of these answers, else asks the cache, else creates a simulation, and follows it to
 * its end. Never throws: failures are dispatched.
 */
export async function conductRun(
  context: CalculatorContext,
  dispatch: (event: RunEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  const tell = (event: RunEvent) => {
    if (!signal.aborted) dispatch(event);
  };
  tell({ type: "started" });
  try {
    const joined = currentRun(getCalculator())?.handle;
    if (!joined) return await startAndFollow(context, tell, signal);
    try {
      await followSimulation(joined, tell, signal);
    } catch (error) {
      if (!isGone(error)) throw error;
      forgetRun();
      await startAndFollow(context, tell, signal);
    }
  } catch (error) {
    const lost = lostCurve(error);
    const fault = lost ? await recoverCurve(lost).catch((cause: unknown) => cause) : error;
    // With a curve of another id the answers are others, for which the step conducts a run of its own.
    if (fault === undefined) return;
    const { message, requestId = null } = fault instanceof ApiError ? fault : { message: UNEXPECTED };
    tell({ type: "failed", message, reference: requestId });
  }
}

export const isGone = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 401);

async function startAndFollow(
  context: CalculatorContext,
  tell: (event: RunEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  const handle = await obtain(context, tell, signal);
  if (handle && !signal.aborted) await followSimulation(handle, tell, signal);
}

type Obtain = (
  context: CalculatorContext,
  tell: (event: RunEvent) => void,
  signal: AbortSignal,
) => Promise<SimulationHandle | undefined>;

const obtain: Obtain = async (...call) => {
  try {
    return await ask(...call);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "INSTALLATION_NOT_FOUND") throw error;
    // Its site was deleted meanwhile; the answers need none.
    updateCalculator((state) => ({ ...state, installation: null }));
    return ask(...call);
  }
};

const ask: Obtain = async (context, tell, signal) => {
  const supposed = supposedInputs(getCalculator(), context);
  const curves = curveTokens(getCalculator());
  const basis = runBasis(getCalculator(), context);
  const idempotencyKey = currentRun(getCalculator())?.idempotencyKey ?? randomHex();
  const requestId = newRequestId();
  const askedBy = getSession()?.token;
  const installationId = askedBy === undefined ? undefined : getCalculator().installation?.id;
  const keep = ({ id, accessToken }: SimulationHandle): SimulationHandle => {
    const handle = { id, accessToken, requestId };
    // If the session changed meanwhile, the simulation may not belong to the present one.
    const claimed = askedBy !== undefined && askedBy === getSession()?.token;
    remember({ basis, idempotencyKey, handle, seen: false, claimed });
    return handle;
  };

  // The server knows answers only.
  const found =
    Object.keys(supposed).length === 0 ? await findByContext(context, { curves, installationId }) : undefined;
  if (signal.aborted) return undefined;
  if (found) {
    tell({ type: "foundInCache" });
    await pause(CACHED_RESULTS_DELAY_MS);
    return keep(found);
  }
  // Kept before the request: if its answer is lost, the next attempt repeats it and gets the same simulation.
  remember({ basis, idempotencyKey, handle: null, seen: false, claimed: false });
  const body = {
    inputParameters: { ...inputFromContext(context), ...supposed },
    calculatorContext: context,
    ...(installationId !== undefined && { installation_id: installationId }),
  };
  return keep(await createSimulation(body, { idempotencyKey, requestId, curves }));
};
