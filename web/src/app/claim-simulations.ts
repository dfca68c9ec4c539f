import { getCalculator, subscribeCalculator, updateCalculator } from "../features/calculator/store.ts";
import { simulationKeys } from "../features/simulations/keys.ts";
import { associateSimulation, type SimulationHandle } from "../lib/api.ts";
import { ApiError } from "../lib/http.ts";
import { readPendingSimulation, removePendingSimulation } from "../lib/pending-simulation.ts";
import { getSession } from "../lib/session.ts";
import { queries } from "./queries.ts";

/** The run of the wizard, where no account holds it yet. */
function unclaimedRun(): SimulationHandle | undefined {
  const { run } = getCalculator();
  return run?.handle && !run.claimed ? run.handle : undefined;
}

const markClaimed = (id: string) =>
  updateCalculator((state) =>
    state.run?.handle?.id === id ? { ...state, run: { ...state.run, claimed: true } } : state,
  );

/** The simulation is gone or cannot be claimed, so a retry would fail too. */
const isFinal = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 400 || error.status === 404 || error.status === 409);

/** A failure is logged only, as the visitor can do nothing about it; what failed for good is not tried again. */
async function claim(handle: SimulationHandle, askedAt?: number): Promise<"claimed" | "refused" | "unreachable"> {
  try {
    await associateSimulation(handle, askedAt);
    await queries.invalidateQueries({ queryKey: simulationKeys.lists });
    return "claimed";
  } catch (error) {
    console.warn("simulation not associated", error);
    return isFinal(error) ? "refused" : "unreachable";
  }
}

let working = false;

/**
 * Associates the pending simulation and the wizard's run with the logged-in account. A simulation that the network kept
 * from being associated stays for the next start.
 * @returns the id of the last one associated
 */
export async function claimSimulations(): Promise<string | undefined> {
  if (working || getSession() === null) return undefined;
  working = true;
  let last: string | undefined;
  /** @returns whether nothing is left to try */
  const settle = async (handle: SimulationHandle, askedAt?: number): Promise<boolean> => {
    const outcome = await claim(handle, askedAt);
    if (outcome === "claimed") last = handle.id;
    return outcome !== "unreachable";
  };
  try {
    const pending = readPendingSimulation(Date.now());
    if (pending) {
      const { simulationId: id, accessToken, timestamp } = pending;
      if (await settle({ id, accessToken }, timestamp)) {
        removePendingSimulation();
        markClaimed(id);
      }
    }
    const run = unclaimedRun();
    if (run && run.id !== pending?.simulationId && (await settle(run))) markClaimed(run.id);
  } finally {
    working = false;
  }
  return last;
}

// Claims a visitor's simulation whose creation was under way when the session began.
let tried: string | undefined;
subscribeCalculator(() => {
  const id = unclaimedRun()?.id;
  if (id === undefined || id === tried || getSession() === null) return;
  tried = id;
  void claimSimulations();
});
