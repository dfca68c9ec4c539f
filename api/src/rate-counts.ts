import { createHmac } from "node:crypto";
import { isIPv6 } from "node:net";
import { AppError } from "@ecotrim/contracts/errors";
import { PLACE_DAYS } from "@ecotrim/contracts/retention";
import type { Deps } from "./deps.ts";

/** A rate limit: attempts in a window. */
export interface Limit {
  max: number;
  windowS: number;
}

/**
 * The network whose requests are counted together: an IPv4 address, or the /64 of an IPv6 address. One connection can
 * use every address of its /64. An IPv4 address in IPv6 notation counts as IPv4.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address) || /^::ffff:/i.test(address)) return address;
  const [head = [], tail = []] = address.split("::").map((part) => part.split(":").filter(Boolean));
  const groups = [...head, ...Array(Math.max(0, 8 - head.length - tail.length)).fill("0"), ...tail];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}

const MINUTE_S = 60;

type Counting = Pick<Deps, "env"> & { dataSource: Pick<Deps["dataSource"], "query"> };

/** The key of a rate count, hashed with the secret, since e-mails and addresses are easily guessed. */
const keyOf = ({ env }: Pick<Deps, "env">, parts: string[]): string =>
  createHmac("sha256", env.JWT_SECRET).update(parts.join("\0")).digest("hex");

/** Counts an attempt for all API processes together. @returns the number of attempts, and when the window ends. */
export async function countHit(
  deps: Counting,
  parts: string[],
  windowS: number,
): Promise<{ hits: number; waitMs: number }> {
  const [counted] = await deps.dataSource.query(
    `INSERT INTO rate_counts AS counted (key, hits, resets_at) VALUES ($1, 1, now() + $2 * interval '1 second')
     ON CONFLICT (key) DO UPDATE SET
       hits = CASE WHEN counted.resets_at <= now() THEN 1 ELSE counted.hits + 1 END,
       resets_at = CASE WHEN counted.resets_at <= now() THEN excluded.resets_at ELSE counted.resets_at END
     RETURNING hits, ceil(extract(epoch FROM resets_at - now()) * 1000)::float8 AS "waitMs"`,
    [keyOf(deps, parts), windowS],
  );
  return counted;
}

/** @throws AppError RATE_LIMITED beyond the limit, with the time after which to retry. */
export async function countAttempt(
  deps: Counting,
  parts: string[],
  limit: Limit,
  reason = "Ha hecho demasiadas peticiones.",
): Promise<void> {
  const { hits, waitMs } = await countHit(deps, parts, limit.windowS);
  if (hits <= limit.max) return;
  const retryAfterS = Math.max(1, Math.ceil(waitMs / 1000));
  throw new AppError("RATE_LIMITED", {
    retryAfterS,
    ...(retryAfterS > MINUTE_S && {
      message: `${reason} Espere unos ${Math.ceil(retryAfterS / MINUTE_S)} minutos y vuelva a intentarlo.`,
    }),
  });
}

const MAILS_TO_PERSON: Limit = { max: 5, windowS: 60 * MINUTE_S };

/**
 * Counts a mail to an address that its owner need not have given. Called in the transaction that stores the mail, it
 * counts no other.
 * @throws AppError RATE_LIMITED for the sixth of its kind within an hour, whoever causes them.
 */
export const countMailTo = (deps: Counting, kind: string, address: string): Promise<void> =>
  countAttempt(
    deps,
    ["mail to", kind, address.trim().toLowerCase()],
    MAILS_TO_PERSON,
    "A esta dirección ya le hemos escrito varias veces.",
  );

/**
 * Counts a mail that confirms to its sender what they sent. An owner who is logged in is not counted with strangers, who
 * could keep them from sending.
 * @throws AppError RATE_LIMITED.
 */
export async function countReceipt(
  deps: Counting,
  kind: string,
  { email, userId }: { email: string; userId: string | null },
): Promise<void> {
  const [own] = await deps.dataSource.query("SELECT id FROM users WHERE id = $1 AND email = $2", [
    userId,
    email.trim().toLowerCase(),
  ]);
  await countMailTo(deps, kind, own?.id ?? email);
}

/** Takes one attempt of each count back: a limit of failures counts a call before its outcome is known. */
export async function forgiveAttempts(deps: Counting, counts: string[][]): Promise<void> {
  await deps.dataSource.query("UPDATE rate_counts SET hits = hits - 1 WHERE key = ANY($1) AND hits > 0", [
    counts.map((parts) => keyOf(deps, parts)),
  ]);
}

const PLACE_S = PLACE_DAYS * 24 * 60 * MINUTE_S;

/** Remembers for `PLACE_DAYS` that an account was opened from a network. */
export async function rememberPlace(deps: Counting, ip: string, account: string): Promise<void> {
  await countHit(deps, ["place", networkOf(ip), account], PLACE_S);
}

/**
 * The key by which attempts on an account are counted. A network from which it was opened before has a count of its own,
 * so that strangers cannot lock the owner out.
 */
export async function attemptsOn(deps: Counting, what: string, account: string, ip: string): Promise<string[]> {
  const [known] = await deps.dataSource.query("SELECT 1 FROM rate_counts WHERE key = $1 AND resets_at > now()", [
    keyOf(deps, ["place", networkOf(ip), account]),
  ]);
  return known ? [what, account, networkOf(ip)] : [what, account];
}

export async function forgetAttempts(deps: Counting, parts: string[]): Promise<void> {
  await deps.dataSource.query("DELETE FROM rate_counts WHERE key = $1", [keyOf(deps, parts)]);
}
