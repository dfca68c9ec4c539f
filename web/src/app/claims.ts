import { readPendingSimulation } from "../lib/pending-simulation.ts";
import { getSession, subscribeSession } from "../lib/session.ts";
import { CALCULATOR_KEY, PENDING_SIMULATION_KEY, storedKeys } from "../lib/storage.ts";
import { ASSOCIATION_DELAY_MS } from "../lib/timings.ts";

/**
 * Gives an account the simulations that its owner computed as a visitor, however and in whichever tab the session
 * began.
 */
export function claimAfterLogin(): void {
  // Reading deletes an expired simulation, also where nobody logs in.
  readPendingSimulation(Date.now());
  let token: string | undefined;
  const consider = () => {
    const before = token;
    token = getSession()?.token;
    if (token !== undefined && token !== before) setTimeout(() => void claim(), ASSOCIATION_DELAY_MS);
  };
  subscribeSession(consider);
  consider();
}

async function claim(): Promise<void> {
  const kept = [PENDING_SIMULATION_KEY, CALCULATOR_KEY].flatMap(storedKeys);
  if (kept.length === 0 || getSession() === null) return;
  try {
    const { claimSimulations } = await import("./claim-simulations.ts");
    await claimSimulations();
  } catch (error) {
    console.warn("simulations not associated", error);
  }
}
