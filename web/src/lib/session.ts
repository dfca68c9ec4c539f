import type { Session, User } from "@ecotrim/contracts/auth/account";
import { useSyncExternalStore } from "react";
import {
  CALCULATOR_KEY,
  PENDING_SIMULATION_KEY,
  readStored,
  removeStored,
  storedKeys,
  writeStored,
} from "./storage.ts";
import { TOKEN_STORAGE_KEY } from "./storage-keys.ts";

/** The login of this browser, shared by its tabs. Only `http.ts` finds out that it has ended. */

export const USER_KEY = "user";

/** `expired`: the server no longer knows the session; the wizard's state stays. `logout`: everything is forgotten. */
export type SessionEnd = "logout" | "expired";

let session = readSession();
let lastEnd: SessionEnd | null = null;
const listeners = new Set<() => void>();

/** null: nobody is logged in. */
export const getSession = (): Session | null => session;

/** How the session of this page ended, if it did here. */
export const getSessionEnd = (): SessionEnd | null => lastEnd;

export function startSession(started: Session): void {
  // The user first: another tab reads both when it hears of the token.
  writeStored(USER_KEY, started.user);
  writeToken(started.token);
  lastEnd = null;
  change(started);
}

export function updateUser(user: User): void {
  if (!session) return;
  writeStored(USER_KEY, user);
  change({ ...session, user });
}

export function endSession(reason: SessionEnd): void {
  removeStored(TOKEN_STORAGE_KEY);
  removeStored(USER_KEY);
  if (reason === "logout") {
    for (const key of [PENDING_SIMULATION_KEY, ...storedKeys(CALCULATOR_KEY)]) removeStored(key);
  }
  lastEnd = reason;
  change(null);
}

export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useSession = (): Session | null => useSyncExternalStore(subscribeSession, getSession);

function change(next: Session | null): void {
  session = next;
  for (const listener of listeners) listener();
}

// Another tab logged in or out, or changed the profile.
window.addEventListener("storage", ({ key }) => {
  if (key !== TOKEN_STORAGE_KEY && key !== USER_KEY && key !== null) return;
  lastEnd = null;
  change(readSession());
});

function readSession(): Session | null {
  const token = readToken();
  const user = readStored(USER_KEY);
  return token && isUser(user) ? { token, user } : null;
}

function isUser(value: unknown): value is User {
  const user = value as Partial<User> | null | undefined;
  return typeof user?.id === "string" && typeof user.firstName === "string" && typeof user.email === "string";
}

/** The token is stored as plain text, not as JSON. */
function readToken(): string | null {
  try {
    return localStorage.getItem(TOKEN_STORAGE_KEY);
  } catch {
    return null;
  }
}

function writeToken(token: string): void {
  try {
    localStorage.setItem(TOKEN_STORAGE_KEY, token);
  } catch {
    // A browser that keeps nothing is logged in until the page is closed.
  }
}
