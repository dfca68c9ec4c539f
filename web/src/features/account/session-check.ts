import { useSyncExternalStore } from "react";
import { getSession, updateUser } from "../../lib/session.ts";
import { verifySession } from "./calls.ts";

/** Time limit, so that a server that does not answer locks nobody out of the stored data. */
const PATIENCE_MS = 10_000;

let checked = getSession() === null;
const listeners = new Set<() => void>();

/** Asks once, at the start of the page, whether the stored session still lives. */
export async function checkSession(): Promise<void> {
  if (checked) return;
  try {
    updateUser(await verifySession(AbortSignal.timeout(PATIENCE_MS)));
  } catch {
    // A refused token has already ended the session in the call; other faults say nothing about it.
  }
  checked = true;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** false while a stored session is being checked. */
export const useSessionChecked = (): boolean => useSyncExternalStore(subscribe, () => checked);
