import { readPendingSimulation } from "./pending-simulation.ts";
import { getSession, subscribeSession } from "./session.ts";
import { CALCULATOR_KEY, PENDING_SIMULATION_KEY, storedKeys } from "./storage.ts";
import { ASSOCIATION_DELAY_MS } from "./timings.ts";

const NONE = Promise.resolve(undefined);
let claiming: Promise<string | undefined> = NONE;

/** Loads what associates simulations with the account: `app/claim-simulations.ts`. */
type LoadClaim = () => Promise<() => Promise<string | undefined>>;

/** The visitor's simulation that the account of this session was given, once that is settled; undefined without any. */
export const claimedSimulation = (): Promise<string | undefined> => claiming;

/**
 * Gives an account the simulations that its owner computed as a visitor, however and in whichever tab the session
 * began.
 */
export function claimAfterLogin(load: LoadClaim): void {
  // Reading deletes an expired simulation, also where nobody logs in.
  readPendingSimulation(Date.now());
  let token: string | undefined;
  const consider = () => {
    const before = token;
    token = getSession()?.token;
    if (token === before) return;
    claiming = token === undefined ? NONE : pause(ASSOCIATION_DELAY_MS).then(() => claim(load));
  };
  subscribeSession(consider);
  consider();
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function claim(load: LoadClaim): Promise<string | undefined> {
  const kept = [PENDING_SIMULATION_KEY, CALCULATOR_KEY].flatMap(storedKeys);
  if (kept.length === 0 || getSession() === null) return undefined;
  try {
    const claimSimulations = await load();
    return await claimSimulations();
  } catch (error) {
    console.warn("simulations not associated", error);
    return undefined;
  }
}
