import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/**
 * The access token of a simulation or a curve. Its holder may read, follow, cancel and retry the simulation, and read,
 * use and delete the curve. Only its hash is stored.
 */

export const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

export const newAccessToken = (): string => randomBytes(32).toString("base64url");

/**
 * The token of a simulation or a curve created under an idempotency key. It is derived from key and request, which only
 * the caller knows, so a repeated request gets the same token although none is stored.
 */
export const repeatableAccessToken = (idempotencyKey: string, id: string, requestHash: string): string =>
  createHmac("sha256", idempotencyKey).update(`${id}.${requestHash}`).digest("base64url");

/** Compares hashes in constant time. */
export function opens(accessToken: string | undefined, capabilityHash: string): boolean {
  return timingSafeEqual(Buffer.from(sha256(accessToken ?? "")), Buffer.from(capabilityHash));
}
