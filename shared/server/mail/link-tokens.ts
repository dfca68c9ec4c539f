import { createHash, randomBytes } from "node:crypto";
import type { EntityManager } from "typeorm";
import { type LinkPurpose, LinkTokenEntity } from "../db/entities/link-token.ts";

const HOUR_MS = 3_600_000;
/** Lifetime of a mailed link. */
const LIFETIME_MS: Record<LinkPurpose, number> = { "confirm-email": 7 * 24 * HOUR_MS, "reset-password": HOUR_MS };

const hashOf = (token: string): string => createHash("sha256").update(token).digest("hex");

/** Creates a token for a mailed link; only its hash is stored. Earlier tokens stay valid. */
export async function createLinkToken(
  manager: EntityManager,
  { userId, purpose }: { userId: string; purpose: LinkPurpose },
): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await manager.getRepository(LinkTokenEntity).insert({
    tokenHash: hashOf(token),
    userId,
    purpose,
    expiresAt: new Date(Date.now() + LIFETIME_MS[purpose]),
  });
  return token;
}

/** Uses a token once. @returns its user; null for a token that is unknown, used or expired. */
export async function spendLinkToken(
  manager: EntityManager,
  { token, purpose }: { token: string; purpose: LinkPurpose },
): Promise<string | null> {
  const [[spent]] = await manager.query(
    `UPDATE link_tokens SET used_at = now()
      WHERE token_hash = $1 AND purpose = $2 AND used_at IS NULL AND expires_at > now()
  RETURNING user_id AS "userId"`,
    [hashOf(token), purpose],
  );
  return spent?.userId ?? null;
}

/** The user of an unexpired token, used or not. */
export async function ownerOfLinkToken(
  manager: EntityManager,
  { token, purpose }: { token: string; purpose: LinkPurpose },
): Promise<string | null> {
  const found = await manager.getRepository(LinkTokenEntity).findOneBy({ tokenHash: hashOf(token), purpose });
  return found && found.expiresAt > new Date() ? found.userId : null;
}
