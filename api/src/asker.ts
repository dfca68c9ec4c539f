import { createHmac } from "node:crypto";
import { sha256 } from "./capability.ts";
import type { Deps } from "./deps.ts";
import { networkOf } from "./rate-counts.ts";

/** The caller who asks for something: a user, else an address. */
export interface Asker {
  userId?: string | undefined;
  address?: string | undefined;
}

/** Keyed hash of a caller; null for an unknown one. */
export function callerHashOf({ userId, address }: Asker, { JWT_SECRET }: Deps["env"]): string | null {
  const caller = userId ?? (address && networkOf(address));
  return caller === undefined ? null : createHmac("sha256", JWT_SECRET).update(caller).digest("base64url");
}

/** What is stored of an idempotency key, which is its caller's alone; null where none was sent. */
export const keyHashOf = (idempotencyKey: string | undefined, asker: Asker, env: Deps["env"]): string | null =>
  idempotencyKey === undefined ? null : sha256(`${callerHashOf(asker, env)} ${idempotencyKey}`);
