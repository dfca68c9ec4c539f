import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { createDurably } from "../files/durable.ts";

/** What `newSecret` makes; anything else was cut short or is damaged. */
const WHOLE = /^[0-9a-f]{48}$/;

export const newSecret = () => randomBytes(24).toString("hex");

/** The secret in a file, unless there is none or it is damaged. */
export function storedSecret(file: string): string | undefined {
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  return WHOLE.test(text) ? text : undefined;
}

/** A secret generated once and kept in a file that only its owner may read; a damaged one is generated anew. */
export function keptSecret(file: string): string {
  const stored = storedSecret(file);
  if (stored !== undefined) return stored;
  rmSync(file, { force: true });
  createDurably(file, newSecret());
  // Where another process was first, its secret counts.
  return readFileSync(file, "utf8");
}
