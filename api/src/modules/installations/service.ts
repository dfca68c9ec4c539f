import { randomUUID } from "node:crypto";
import { AppError } from "@ecotrim/contracts/errors";
import type { ChangeInstallation, Installation, NewInstallation } from "@ecotrim/contracts/installations/installation";
import { MOST_INSTALLATIONS } from "@ecotrim/contracts/installations/installation";
import { contextFromInput, type GivenContext, type SiteAnswers, siteOf } from "@ecotrim/contracts/simulations/context";
import type { SimulationInput } from "@ecotrim/contracts/simulations/input";
import { copyName, firstSiteName } from "@ecotrim/present/simulations/installation-names";
import { forgetCurves } from "@ecotrim/server/curves/curves";
import type { Installation as Row } from "@ecotrim/server/db/entities/installation";
import { keyHashOf } from "../../asker.ts";
import { canonical } from "../../canonical.ts";
import { sha256 } from "../../capability.ts";
import type { Deps, Transaction } from "../../deps.ts";
import { givenCurves } from "../curves/service.ts";

/** Whose sites a call is about. */
interface Owner {
  userId: string;
}

/** One of a user's sites. */
export interface OwnSite extends Owner {
  id: string;
}

/** The access tokens of curves that a visitor sent before they logged in. */
interface CurveTokens {
  curveTokens?: string | undefined;
}

/** A request for a new site; the same idempotency key with the same request makes one. */
interface Maker extends Owner, CurveTokens {
  idempotencyKey?: string | undefined;
}

/** A site as it is read, with the id of the newest simulation of it that is completed. */
export type ReadInstallation = Omit<Installation, "latest"> & { latestId: string | null };

const OWN = `
  SELECT own.id, own.name, answers, own.created_at AS "createdAt", own.updated_at AS "updatedAt",
         load.summary AS curve, load.id AS "loadId", pv.id AS "pvId",
         (SELECT count(*)::int FROM user_simulations WHERE installation_id = own.id) AS simulations,
         (SELECT simulation_id FROM user_simulations WHERE installation_id = own.id AND status = 'completed'
           ORDER BY simulation_created_at DESC LIMIT 1) AS "latestId"
    FROM installations own
    LEFT JOIN curves load ON load.id = (answers ->> 'curve_id')::uuid AND load.user_id = own.user_id
    LEFT JOIN curves pv ON pv.id = (answers ->> 'pv_curve_id')::uuid AND pv.user_id = own.user_id
   WHERE own.user_id = $1`;

interface OwnRow extends Pick<ReadInstallation, "id" | "name" | "answers" | "curve" | "simulations" | "latestId"> {
  createdAt: Date;
  updatedAt: Date;
  loadId: string | null;
  pvId: string | null;
}

function readRow({ answers, loadId, pvId, createdAt, updatedAt, ...row }: OwnRow): ReadInstallation {
  const { curve_id, pv_curve_id, ...others } = answers;
  return {
    ...row,
    answers: {
      ...others,
      ...(loadId === null ? {} : { curve_id: loadId }),
      ...(pvId === null ? {} : { pv_curve_id: pvId }),
    },
    goneCurves: [
      ...(curve_id !== undefined && loadId === null ? (["curve_id"] as const) : []),
      ...(pv_curve_id !== undefined && pvId === null ? (["pv_curve_id"] as const) : []),
    ],
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

/** The sites of an account, by name. */
export async function listInstallations({ dataSource }: Deps, { userId }: Owner): Promise<ReadInstallation[]> {
  const rows: OwnRow[] = await dataSource.query(`${OWN} ORDER BY own.name COLLATE es_natural, own.id`, [userId]);
  return rows.map(readRow);
}

/** @throws AppError INSTALLATION_NOT_FOUND, the same for sites of others. */
export async function readInstallation(manager: Transaction, { userId, id }: OwnSite): Promise<ReadInstallation> {
  const [row]: OwnRow[] = await manager.query(`${OWN} AND own.id = $2`, [userId, id]);
  if (!row) throw new AppError("INSTALLATION_NOT_FOUND");
  return readRow(row);
}

/** @throws AppError INSTALLATION_NOT_FOUND naming the field. */
export async function requireInstallation(manager: Transaction, { userId, id }: OwnSite, field: string): Promise<void> {
  const [own] = await manager.query("SELECT 1 FROM installations WHERE id = $1 AND user_id = $2", [id, userId]);
  if (!own) throw new AppError("INSTALLATION_NOT_FOUND", { field });
}

/** @throws AppError INVALID_INPUT. */
function readName(name: string): string {
  const read = name.trim();
  if (!read) throw new AppError("INVALID_INPUT", { field: "name", message: "Falta el nombre." });
  return read;
}

/**
 * @throws AppError INVALID_INPUT, CURVE_NOT_FOUND, SIMULATION_NOT_FOUND, TOO_MANY_INSTALLATIONS, IDEMPOTENCY_CONFLICT.
 */
export function createInstallation(deps: Deps, request: NewInstallation, maker: Maker): Promise<ReadInstallation> {
  const { name, answers, simulation_id } = request;
  const { userId } = maker;
  return deps.dataSource.transaction(async (manager) => {
    // Locked before curves and the user's row, as the deletion of an account does: no deadlock.
    if (simulation_id !== undefined) await lockHeld(manager, userId, simulation_id);
    await takeCurves(manager, answers, maker);
    const id = await insertOnce(deps, manager, { name: readName(name), answers }, request, maker);
    if (simulation_id !== undefined)
      await manager.query(
        "UPDATE user_simulations SET installation_id = $3 WHERE user_id = $1 AND simulation_id = $2",
        [userId, simulation_id, id],
      );
    return readInstallation(manager, { userId, id });
  });
}

/** Curves that answers name are the user's from now on. @throws AppError CURVE_NOT_FOUND, INVALID_INPUT. */
async function takeCurves(manager: Transaction, answers: SiteAnswers, caller: Owner & CurveTokens): Promise<void> {
  await givenCurves(manager, answers, caller, "answers.");
  await manager.query("UPDATE curves SET user_id = $1 WHERE id = ANY($2) AND user_id IS NULL", [
    caller.userId,
    curvesOf({ answers }),
  ]);
}

/** @throws AppError SIMULATION_NOT_FOUND. */
async function lockHeld(manager: Transaction, userId: string, simulationId: string): Promise<void> {
  const [held] = await manager.query(
    "SELECT 1 FROM user_simulations WHERE user_id = $1 AND simulation_id = $2 FOR UPDATE",
    [userId, simulationId],
  );
  if (!held) throw new AppError("SIMULATION_NOT_FOUND", { field: "simulation_id" });
}

/** A site with the same answers. @throws AppError INSTALLATION_NOT_FOUND, TOO_MANY_INSTALLATIONS, IDEMPOTENCY_CONFLICT. */
export function copyInstallation(deps: Deps, id: string, maker: Maker): Promise<ReadInstallation> {
  const { userId } = maker;
  return deps.dataSource.transaction(async (manager) => {
    const { name, answers } = await readInstallation(manager, { userId, id });
    const copied = await insertOnce(deps, manager, { name: copyName(name), answers }, { copied: id }, maker);
    return readInstallation(manager, { userId, id: copied });
  });
}

/** Inserts a site unless the same request has. @returns its id. */
async function insertOnce(
  { env }: Deps,
  manager: Transaction,
  { name, answers }: Pick<Row, "name" | "answers">,
  request: object,
  { userId, idempotencyKey }: Maker,
): Promise<string> {
  await lockSites(manager, userId);
  const requestHash = sha256(canonical(request));
  const key = keyHashOf(idempotencyKey, { userId }, env);
  const [earlier]: Pick<Row, "id" | "requestHash">[] = await manager.query(
    `SELECT id, request_hash AS "requestHash" FROM installations WHERE idempotency_key = $1`,
    [key],
  );
  if (earlier && earlier.requestHash !== requestHash) throw new AppError("IDEMPOTENCY_CONFLICT");
  if (earlier) return earlier.id;
  const [{ count }] = await manager.query("SELECT count(*)::int AS count FROM installations WHERE user_id = $1", [
    userId,
  ]);
  if (count >= MOST_INSTALLATIONS) throw new AppError("TOO_MANY_INSTALLATIONS");
  const id = randomUUID();
  await manager.query(
    `INSERT INTO installations (id, user_id, name, answers, idempotency_key, request_hash)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [id, userId, name, answers, key, key && requestHash],
  );
  return id;
}

/** Calls that add a site to an account take turns, so that none is counted or made twice. */
const lockSites = (manager: Transaction, userId: string): Promise<unknown> =>
  manager.query("SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE", [userId]);

/**
 * Simulations of it stay as they are, but show its new name. Curves that it no longer has go with the last that has them.
 * @throws AppError INSTALLATION_NOT_FOUND, CURVE_NOT_FOUND, INVALID_INPUT.
 */
export function changeInstallation(
  { dataSource }: Deps,
  own: OwnSite & CurveTokens,
  { name, answers }: ChangeInstallation,
): Promise<ReadInstallation> {
  const { userId, id } = own;
  return dataSource.transaction(async (manager) => {
    const [before]: Pick<Row, "answers">[] = await manager.query(
      "SELECT answers FROM installations WHERE user_id = $1 AND id = $2 FOR UPDATE",
      [userId, id],
    );
    await manager.query(
      `UPDATE installations SET name = coalesce($3, name), answers = coalesce($4, answers), updated_at = now()
        WHERE user_id = $1 AND id = $2`,
      [userId, id, name === undefined ? null : readName(name), answers ?? null],
    );
    if (before && answers) {
      await forgetCurves(manager, userId, curvesOf(before));
      await takeCurves(manager, answers, own);
    }
    return readInstallation(manager, own);
  });
}

/**
 * Deletes a site, and its curves that the user has nowhere else. Simulations of it keep its name.
 * @throws AppError INSTALLATION_NOT_FOUND.
 */
export function removeInstallation({ dataSource }: Deps, { userId, id }: OwnSite): Promise<void> {
  return dataSource.transaction(async (manager) => {
    const [own]: Pick<Row, "name" | "answers">[] = await manager.query(
      "SELECT name, answers FROM installations WHERE user_id = $1 AND id = $2 FOR UPDATE",
      [userId, id],
    );
    if (!own) throw new AppError("INSTALLATION_NOT_FOUND");
    await manager.query("UPDATE user_simulations SET site = coalesce(site, $2) WHERE installation_id = $1", [
      id,
      own.name,
    ]);
    await manager.query("DELETE FROM installations WHERE id = $1", [id]);
    await forgetCurves(manager, userId, curvesOf(own));
  });
}

const curvesOf = ({ answers: { curve_id, pv_curve_id } }: Pick<Row, "answers">): string[] =>
  [curve_id, pv_curve_id].filter((curve) => curve !== undefined);

/**
 * A visitor's simulation that an account has just taken: its answers are the account's first site, and the simulation is
 * of the site with these answers.
 */
export async function keepVisitorsSite(
  manager: Transaction,
  { userId, simulationId }: { userId: string; simulationId: string },
  { calculatorContext, inputParameters }: { calculatorContext: GivenContext | null; inputParameters: SimulationInput },
): Promise<void> {
  const context = calculatorContext ?? contextFromInput(inputParameters);
  if (!context) return;
  const answers: SiteAnswers = siteOf(context);
  await lockSites(manager, userId);
  const [{ company, isFirst }] = await manager.query(
    `SELECT company, NOT EXISTS (SELECT 1 FROM installations WHERE user_id = $1) AS "isFirst" FROM users WHERE id = $1`,
    [userId],
  );
  if (isFirst)
    await manager.query("INSERT INTO installations (id, user_id, name, answers) VALUES ($1, $2, $3, $4)", [
      randomUUID(),
      userId,
      firstSiteName(company),
      answers,
    ]);
  await manager.query(
    `UPDATE user_simulations SET installation_id = (
       SELECT id FROM installations WHERE user_id = $1 AND answers = $3 ORDER BY created_at LIMIT 1)
      WHERE user_id = $1 AND simulation_id = $2`,
    [userId, simulationId, answers],
  );
}
