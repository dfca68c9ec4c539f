import type { Readings } from "./readings.ts";
import { CurveRefusal } from "./refusal.ts";
import { DAY_MINUTES, MINUTE_MS } from "./stamps.ts";

/** Steps that meters and portals write, minutes. */
const KNOWN = [1, 5, 10, 15, 30, 60];
const FINEST = 15;
/** Share of the time from which a coarser step is taken for a part of the file. */
const LEAST_SHARE = 0.05;
/** Months have 28 to 31 days. */
const MONTH_MINUTES = 27 * DAY_MINUTES;

export interface Steps {
  /** Commonest distance of the file's rows, minutes. */
  native: number;
  /** Finest step that a part of the file has. */
  finest: number;
  /** Step of the curve. */
  target: number;
}

/** Time of a row's stamp on its own clock, minutes. */
export const clockMinutes = (readings: Readings, i: number): number => {
  const instant = readings.instant[i]!;
  return Number.isNaN(instant) ? readings.day[i]! / MINUTE_MS + readings.minutes[i]! : instant / MINUTE_MS;
};

export function stepsOf(parts: readonly Readings[]): Steps {
  const counts = new Map<number, number>();
  const inRuns = new Map<number, number>();
  for (const part of parts) {
    let before = Number.NaN;
    for (let i = 1; i < part.rows; i++) {
      const distance = Math.round(clockMinutes(part, i) - clockMinutes(part, i - 1));
      if (distance > 0) counts.set(distance, (counts.get(distance) ?? 0) + 1);
      // A lone wide distance is a gap, not a step.
      if (distance === before) inRuns.set(distance, (inRuns.get(distance) ?? 0) + distance);
      before = distance;
    }
  }
  const [native = 0] = [...counts].reduce((best, one) => (one[1] > best[1] ? one : best), [0, 0]);
  const format = parts[0]!.format.id;
  if (native >= MONTH_MINUTES) throw new CurveRefusal("monthly_only", { format });
  if (native >= DAY_MINUTES - 60) throw new CurveRefusal("daily_only", { format });
  if (!KNOWN.includes(native)) throw new CurveRefusal("not_a_curve", { format });
  const time = KNOWN.reduce((sum, step) => sum + (inRuns.get(step) ?? 0), 0);
  const used = KNOWN.filter((step) => step === native || (inRuns.get(step) ?? 0) > LEAST_SHARE * time);
  return { native, finest: used[0]!, target: Math.max(FINEST, used.at(-1)!) };
}
