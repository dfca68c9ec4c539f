import { readPendingSimulation } from "../lib/pending-simulation.ts";
import { getSession, subscribeSession } from "../lib/session.ts";
import { CALCULATOR_KEY, PENDING_SIMULATION_KEY, storedKeys } from "../lib/storage.ts";
import { ASSOCIATION_DELAY_MS } from "../lib/timings.ts";

const NONE = Promise.resolve(undefined);
let claiming: Promise<string | undefined> = NONE;

/** The visitor's simulation that the account of this session was given, once that is settled; undefined without any. */
export const claimedSimulation = (): Promise<string | undefined> => claiming;

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
    if (token === before) return;
    claiming = token === undefined ? NONE : pause(ASSOCIATION_DELAY_MS).then(claim);
  };
  subscribeSession(consider);
  consider();
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function claim(): Promise<string | undefined> {
  const kept = [PENDING_SIMULATION_KEY, CALCULATOR_KEY].flatMap(storedKeys);
  if (kept.length === 0 || getSession() === null) return undefined;
  try {
    const { claimSimulations } = await import("./claim-simulations.ts");
    return await claimSimulations();
  } catch (error) {
    console.warn("simulations not associated", error);
    return undefined;
  }
}
