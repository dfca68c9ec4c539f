import type { SeriesName } from "@ecotrim/contracts/curves/reading";
import type { Repairs } from "./grid.ts";

/** Readings of a counter, of which the energy is the difference. */

/** Series that are counters, and those that begin anew each day. */
export interface Registers {
  whole: SeriesName[];
  daily: SeriesName[];
}

const RISING = 0.99;
/** A counter stands far above what it gains in a step. */
const FAR_ABOVE = 50;

export function isRegister(values: Float64Array): boolean {
  let steps = 0;
  let falls = 0;
  let risen = 0;
  let before = Number.NaN;
  let first = Number.NaN;
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    if (Number.isNaN(before)) first = value;
    else {
      steps += 1;
      if (value < before) falls += 1;
      else risen += value - before;
    }
    before = value;
  }
  return steps > 1 && falls <= (1 - RISING) * steps && risen > 0 && first > (FAR_ABOVE * risen) / steps;
}

/** A counter of the day: it rises within each, and begins again with the next. */
export function isDailyRegister(values: Float64Array, day: (i: number) => number): boolean {
  let falls = 0;
  let rises = 0;
  for (let i = 1; i < values.length; i++) {
    const gain = values[i]! - values[i - 1]!;
    const isNewDay = day(i) !== day(i - 1);
    if (gain < 0 && !isNewDay) return false;
    if (gain < 0) falls += 1;
    else if (gain > 0) rises += 1;
  }
  return falls > 0 && rises > 0;
}

/** Energies between readings; a fall is a new counter, whose step stays without a reading. */
export function registerSteps(
  instants: readonly number[],
  columns: Record<string, Float64Array>,
  { whole, daily }: Registers,
  stepMs: number,
  repairs: Repairs,
): { starts: number[]; columns: Record<string, Float64Array> } {
  repairs.add("register", whole.length + daily.length);
  const starts = instants.slice(1).map((at) => at - stepMs);
  const differences = Object.fromEntries(
    Object.entries(columns).map(([series, values]) => {
      const isDaily = daily.includes(series as SeriesName);
      if (!isDaily && !whole.includes(series as SeriesName)) return [series, values.subarray(1)];
      const gains = Float64Array.from(starts, (at, i) => {
        const gain = values[i + 1]! - values[i]!;
        if (gain >= 0 || Number.isNaN(gain)) return gain;
        if (isDaily) return values[i + 1]!;
        repairs.add("register_resets", 1, at);
        return Number.NaN;
      });
      return [series, gains];
    }),
  );
  return { starts, columns: differences };
}
