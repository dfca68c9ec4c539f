import { createCurve } from "../../../lib/api.ts";
import { keptDraft } from "../../../lib/curve-drafts.ts";
import { ApiError } from "../../../lib/http.ts";
import type { CurveDraft } from "../../curve/use-reader.ts";
import type { SentCurve } from "../state.ts";
import { getCalculator, updateCalculator } from "../store.ts";

const KINDS = { curve: "load", pv_curve: "pv" } as const;
type CurveKey = keyof typeof KINDS;

/** The curve that the server no longer has, where a call failed for that. */
export function lostCurve(error: unknown): CurveKey | undefined {
  if (!(error instanceof ApiError) || error.code !== "CURVE_NOT_FOUND") return undefined;
  return error.field?.endsWith("pv_curve_id") ? "pv_curve" : "curve";
}

/** Curves that were sent again: one that is not found even so is not sent a third time. */
const sentAgain = new Set<string>();

/**
 * Sends a curve again that the server has deleted. Where this browser has no draft of it, it is marked as lost, which
 * leads back to its step.
 * @throws ApiError
 */
export async function recoverCurve(part: CurveKey): Promise<void> {
  const sent = getCalculator()[part];
  if (!sent) return;
  const take = (change: Partial<SentCurve>) =>
    updateCalculator((state) => ({ ...state, [part]: { ...sent, ...change } }));
  const draft = (await keptDraft(KINDS[part])) as CurveDraft | undefined;
  if (draft?.key !== sent.key || sentAgain.has(sent.id)) return take({ isLost: true });
  const { id, hash, accessToken = null } = await createCurve(draft.read.body, draft.key);
  sentAgain.add(id);
  take({ id, hash, accessToken });
}
