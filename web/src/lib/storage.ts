/** Local storage that may be full, forbidden or tampered with: nothing here ever throws. */

/**
 * What a logout deletes as well. The wizard keeps each answer under a key that begins so; earlier versions kept all of
 * them under this one.
 */
export const CALCULATOR_KEY = "ecotrim.calculator";
export const PENDING_SIMULATION_KEY = "ecotrim.pendingSimulation";

export function readStored(key: string): unknown {
  try {
    const text = localStorage.getItem(key);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @returns false where the browser keeps nothing (private mode, quota). */
export function writeStored(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

export function removeStored(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // A browser that keeps nothing has nothing to remove.
  }
}

/** Keys under which something is kept and that begin so. */
export function storedKeys(beginning: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(beginning));
  } catch {
    return [];
  }
}
