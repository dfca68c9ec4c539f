import { useState } from "react";
import { createCurve } from "../../../lib/api.ts";
import { hasPlant, isBeforePlant } from "../../curve/messages.ts";
import type { CurveDraft } from "../../curve/use-reader.ts";
import type { SentCurve } from "../state.ts";
import { getCalculator } from "../store.ts";

export const loadCurvePart = () => import("../../curve/curve-part.tsx");

export interface CurveOfStep {
  draft: CurveDraft | null;
  show: (draft: CurveDraft | null, isReading: boolean) => void;
  /** The curve that is shown can be simulated. */
  isComplete: boolean;
  isSending: boolean;
  error: Error | null;
  /** Sends the curve that is shown, once. */
  send: (take: (sent: SentCurve, draft: CurveDraft) => void) => Promise<void>;
}

/** The curve that a step shows, and its way to the server. */
export function useCurve(part: "curve" | "pv_curve"): CurveOfStep {
  const [draft, setDraft] = useState<CurveDraft | null>(null);
  const [isReading, setReading] = useState(false);
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<Error | null>(null);

  const send: CurveOfStep["send"] = async (take) => {
    if (!draft || isSending) return;
    const before = getCalculator()[part];
    if (before?.key === draft.key && !before.isLost) return take(before, draft);
    setSending(true);
    setError(null);
    try {
      // The key of the draft: a repeated request stores nothing new.
      const { id, hash, accessToken = null } = await createCurve(draft.read.body, draft.key);
      const plant = { hasPlant: hasPlant(draft.read), isBeforePlant: isBeforePlant(draft.read) };
      take({ key: draft.key, id, hash, accessToken, ...plant }, draft);
    } catch (cause) {
      setError(cause as Error);
    } finally {
      setSending(false);
    }
  };

  return {
    ...{ draft, isSending, error, send },
    isComplete: draft?.read.isUndecided === false && !isReading,
    show: (shown, reading) => {
      setDraft(shown);
      setReading(reading);
      setError(null);
    },
  };
}
