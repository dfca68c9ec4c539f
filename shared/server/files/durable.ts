import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

type Content = string | Uint8Array;

/**
 * Writes a file that only its owner may read. After a power cut it is there whole, as it was before, or not at all.
 * Folders that are missing are made for the owner alone.
 */
export function writeDurably(file: string, content: Content): void {
  placed(file, content, renameSync);
}

/** Does the same where there is no such file yet; of several processes at once, one is told `true`. */
export function createDurably(file: string, content: Content): boolean {
  try {
    placed(file, content, linkSync);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

function placed(file: string, content: Content, place: (partial: string, file: string) => void): void {
  const folder = dirname(file);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const partial = `${file}.${process.pid}.new`;
  try {
    // One that a killed process left might be another's, with rights of its own.
    rmSync(partial, { force: true });
    writeFileSync(partial, content, { mode: 0o600, flush: true });
    place(partial, file);
  } finally {
    rmSync(partial, { force: true });
  }
  syncFolder(folder);
}

/** Has the names in a folder outlast a power cut. Windows opens no folder, and keeps them by itself. */
export function syncFolder(folder: string): void {
  if (process.platform === "win32") return;
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
