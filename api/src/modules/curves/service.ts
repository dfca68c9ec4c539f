import { randomUUID } from "node:crypto";
import type { CurveBody, CurveRecord, CurveSeries } from "@ecotrim/contracts/curves/curve";
import { CURVE_LIMITS } from "@ecotrim/contracts/curves/reading";
import { AppError } from "@ecotrim/contracts/errors";
import { deleteCurves } from "@ecotrim/server/curves/curves";
import { type Asker, keyHashOf } from "../../asker.ts";
import { canonical } from "../../canonical.ts";
import { newAccessToken, repeatableAccessToken, sha256 } from "../../capability.ts";
import type { Deps, Transaction } from "../../deps.ts";
import { countAttempt, type Limit, networkOf } from "../../rate-counts.ts";
import type { CurveReader } from "./reader.ts";
import { CLAIM_CURVES, type CurveCaller, givenCurves, openCurve, recordOfCurve } from "./rows.ts";

/** Other modules import from this file only. */
export { CLAIM_CURVES, type CurveReader, givenCurves };

const DAY_S = 24 * 3600;
const CURVES_BY_VISITOR: Limit = { max: CURVE_LIMITS.per_day, windowS: DAY_S };
const CURVES_BY_USER: Limit = { max: 5 * CURVE_LIMITS.per_day, windowS: DAY_S };

interface Sender extends Asker {
  idempotencyKey?: string | undefined;
}

/** What the rows of both kinds of sender have. */
interface NewCurve extends Pick<CurveRecord, "id" | "hash" | "kind" | "report" | "summary"> {}

/**
 * Stores a curve as its sender's own, with the summary and trust of its numbers. An account has one row of a content,
 * with the report sent last; a visitor gets the same row and token for the same idempotency key.
 * @throws AppError INVALID_INPUT, IDEMPOTENCY_CONFLICT, RATE_LIMITED, SERVICE_UNAVAILABLE.
 */
export async function storeCurve(
  deps: Deps,
  reader: CurveReader,
  body: CurveBody,
  sender: Sender,
): Promise<CurveRecord> {
  const { hash, packed, report, summary } = await reader.read(body);
  const { kind, start, step_minutes, steps } = body;
  const row: NewCurve = { id: randomUUID(), hash, kind, report, summary };
  return deps.dataSource.transaction(async (manager) => {
    // The content is locked from here on, so that nobody deletes it meanwhile.
    await manager.query(
      `INSERT INTO curve_contents (hash, start_at, step_minutes, steps, series) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT ON CONSTRAINT pk_curve_contents DO UPDATE SET created_at = now()`,
      [hash, start, step_minutes, steps, Buffer.from(packed)],
    );
    const { id, ...access } =
      sender.userId === undefined
        ? await insertVisitors(deps, manager, row, sender)
        : await insertUsers(manager, row, sender.userId);
    if (id === row.id) await countCurve({ ...deps, dataSource: manager }, sender);
    const opened = await openCurve(manager, id, { userId: sender.userId, curveTokens: access.accessToken });
    return { ...recordOfCurve(opened), ...access };
  });
}

async function insertUsers(
  manager: Transaction,
  { id, hash, kind, report, summary }: NewCurve,
  userId: string,
): Promise<{ id: string; accessToken?: string }> {
  const [stored] = await manager.query(
    `INSERT INTO curves (id, hash, kind, report, summary, user_id) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (user_id, hash) WHERE capability_hash IS NULL
     DO UPDATE SET report = excluded.report, summary = excluded.summary, created_at = now()
     RETURNING id`,
    [id, hash, kind, report, summary, userId],
  );
  return stored;
}

async function insertVisitors(
  { env }: Deps,
  manager: Transaction,
  { id, hash, kind, report, summary }: NewCurve,
  { idempotencyKey, ...asker }: Sender,
): Promise<{ id: string; accessToken?: string }> {
  const requestHash = sha256(canonical({ hash, kind, report }));
  const tokenOf = (curveId: string) =>
    idempotencyKey === undefined ? newAccessToken() : repeatableAccessToken(idempotencyKey, curveId, requestHash);
  const accessToken = tokenOf(id);
  const key = keyHashOf(idempotencyKey, asker, env);
  const [stored] = await manager.query(
    `INSERT INTO curves (id, hash, kind, report, summary, capability_hash, idempotency_key, request_hash)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (idempotency_key) WHERE idempotency_key IS NOT NULL
     DO UPDATE SET request_hash = curves.request_hash
     RETURNING id, request_hash AS "requestHash"`,
    [id, hash, kind, report, summary, sha256(accessToken), key, key && requestHash],
  );
  if (key !== null && stored.requestHash !== requestHash) throw new AppError("IDEMPOTENCY_CONFLICT");
  return { id: stored.id, accessToken: stored.id === id ? accessToken : tokenOf(stored.id) };
}

/** Counts a new curve, in the transaction that stores it. @throws AppError RATE_LIMITED. */
const countCurve = (deps: Parameters<typeof countAttempt>[0], { userId, address = "" }: Sender): Promise<void> =>
  countAttempt(
    deps,
    ["curves", userId ?? networkOf(address)],
    userId === undefined ? CURVES_BY_VISITOR : CURVES_BY_USER,
    "Hoy ya ha guardado muchas curvas.",
  );

/** @throws AppError CURVE_NOT_FOUND. */
export async function readCurve({ dataSource }: Deps, id: string, caller: CurveCaller): Promise<CurveRecord> {
  return recordOfCurve(await openCurve(dataSource.manager, id, caller));
}

/** The numbers as they were sent. @throws AppError CURVE_NOT_FOUND. */
export async function readSeries(
  { dataSource }: Deps,
  reader: CurveReader,
  id: string,
  caller: CurveCaller,
): Promise<CurveSeries> {
  const { hash } = await openCurve(dataSource.manager, id, caller);
  const [content] = await dataSource.query("SELECT series FROM curve_contents WHERE hash = $1", [hash]);
  if (!content) throw new AppError("CURVE_NOT_FOUND");
  return reader.write(content.series);
}

/**
 * Deletes a curve, and its numbers where nobody else has sent the same. Its simulations keep their results, but run no
 * more.
 * @throws AppError CURVE_NOT_FOUND.
 */
export function removeCurve({ dataSource }: Deps, id: string, caller: CurveCaller): Promise<void> {
  return dataSource.transaction(async (manager) => {
    await openCurve(manager, id, caller);
    await deleteCurves(manager, [id]);
  });
}

/** The curves of an account, one at a time, for the export of its data. */
export async function* exportCurves({ dataSource }: Deps, reader: CurveReader, userId: string) {
  const curves: { id: string }[] = await dataSource.query(
    "SELECT id FROM curves WHERE user_id = $1 ORDER BY created_at, id",
    [userId],
  );
  for (const { id } of curves) {
    const { manager } = dataSource;
    const [content] = await manager.query(
      "SELECT series FROM curves JOIN curve_contents USING (hash) WHERE id = $1 AND user_id = $2",
      [id, userId],
    );
    // Deleted since.
    if (!content) continue;
    yield { ...recordOfCurve(await openCurve(manager, id, { userId })), ...(await reader.writeInTurn(content.series)) };
  }
}
