import type { CurveRecord } from "@ecotrim/contracts/curves/curve";
import { AppError } from "@ecotrim/contracts/errors";
import type { CaseCurve, GivenCurves, SimulationInput } from "@ecotrim/contracts/simulations/input";
import { isoInstant } from "@ecotrim/curves/grid";
import { CURVE_IDS } from "@ecotrim/server/curves/curves";
import type { Curve, CurveContent } from "@ecotrim/server/db/entities/curve";
import { opens } from "../../capability.ts";
import type { Transaction } from "../../deps.ts";

/** A curve's row with what its content tells of itself. */
export type CurveRow = Omit<Curve, "content" | "user" | "idempotencyKey" | "requestHash"> &
  Pick<CurveContent, "startAt" | "stepMinutes" | "steps">;

/** Who asks for curves: a user, and the access tokens they have, parted by commas. */
export interface CurveCaller {
  userId?: string | undefined;
  curveTokens?: string | undefined;
}

const ROW = `
  SELECT curves.id, curves.hash, kind, user_id AS "userId", capability_hash AS "capabilityHash", report, summary,
         curves.created_at AS "createdAt", start_at AS "startAt", step_minutes AS "stepMinutes", steps
    FROM curves JOIN curve_contents ON curve_contents.hash = curves.hash WHERE id = $1`;

/** The curve of a caller's own. @throws AppError CURVE_NOT_FOUND, the same for curves of others. */
export async function openCurve(
  manager: Transaction,
  id: string,
  { userId, curveTokens = "" }: CurveCaller,
  field?: string,
): Promise<CurveRow> {
  const [row]: CurveRow[] = await manager.query(ROW, [id]);
  const isOpen = ({ capabilityHash, ...curve }: CurveRow) =>
    (userId !== undefined && curve.userId === userId) ||
    (capabilityHash !== null && curveTokens.split(",").some((token) => opens(token.trim(), capabilityHash)));
  if (!row || !isOpen(row)) throw new AppError("CURVE_NOT_FOUND", field === undefined ? {} : { field });
  return row;
}

const MINUTE_MS = 60_000;

export function recordOfCurve({ id, hash, kind, startAt, stepMinutes, steps, ...row }: CurveRow): CurveRecord {
  return {
    id,
    hash,
    kind,
    start: isoInstant(startAt.getTime()),
    end: isoInstant(startAt.getTime() + steps * stepMinutes * MINUTE_MS),
    step_minutes: stepMinutes as CurveRecord["step_minutes"],
    steps,
    summary: row.summary,
    report: row.report,
    created_at: row.createdAt.toISOString(),
  };
}

function caseCurveOf(row: CurveRow): CaseCurve {
  const { hash, start, end, step_minutes, steps, summary, report } = recordOfCurve(row);
  return { hash, start, end, step_minutes, steps, summary, report };
}

/**
 * The curves that inputs name, for a caller whose own they are.
 * @param path path of the inputs in the request, which errors name
 * @throws AppError CURVE_NOT_FOUND, INVALID_INPUT for a curve of the other kind
 */
export async function givenCurves(
  manager: Transaction,
  inputs: Pick<SimulationInput, "curve_id" | "pv_curve_id">,
  caller: CurveCaller,
  path: string,
): Promise<GivenCurves> {
  const given = async (key: "curve_id" | "pv_curve_id", kind: CurveRow["kind"], message: string) => {
    const id = inputs[key];
    if (id === undefined) return undefined;
    const row = await openCurve(manager, id, caller, path + key);
    if (row.kind !== kind) throw new AppError("INVALID_INPUT", { field: path + key, message });
    return caseCurveOf(row);
  };
  const curve = await given("curve_id", "load", "Esta curva es de producción; indique una de consumo.");
  const pv_curve = await given("pv_curve_id", "pv", "Esta curva es de consumo; indique una de producción.");
  return { ...(curve && { curve }), ...(pv_curve && { pv_curve }) };
}

/** SQL: gives the account `$1` the curves without an account that the simulation `$2` was asked for with. */
export const CLAIM_CURVES = `
  UPDATE curves SET user_id = $1 FROM simulations
   WHERE simulations.id = $2 AND curves.user_id IS NULL AND curves.id = ANY (${CURVE_IDS})`;
