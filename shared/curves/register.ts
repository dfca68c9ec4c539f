import type { SeriesName } from "@ecotrim/contracts/curves/reading";
import type { Repairs } from "./grid.ts";

/** Readings of a counter, of which the energy is the difference. */

const RISING = 0.99;
/** A counter stands far above what it gains in a step. */
const FAR_ABOVE = 50;

export function isRegister(values: Float64Array): boolean {
  const known = values.filter((value) => !Number.isNaN(value));
  if (known.length < 3) return false;
  const gains = Float64Array.from({ length: known.length - 1 }, (_, i) => known[i + 1]! - known[i]!);
  const rising = gains.filter((gain) => gain >= 0).length;
  const median = Float64Array.from(gains).sort()[Math.floor(gains.length / 2)]!;
  const risen = gains.reduce((sum, gain) => sum + Math.max(0, gain), 0);
  return rising >= RISING * gains.length && risen > 0 && known[0]! > FAR_ABOVE * Math.max(median, 0) && known[0]! > 0;
}

/** Energies between readings; a fall is a new counter, whose step stays without a reading. */
export function registerSteps(
  instants: readonly number[],
  columns: Record<string, Float64Array>,
  registers: readonly SeriesName[],
  stepMs: number,
  repairs: Repairs,
): { starts: number[]; columns: Record<string, Float64Array> } {
  repairs.add("register", registers.length);
  const starts = instants.slice(1).map((at) => at - stepMs);
  const differences = Object.fromEntries(
    Object.entries(columns).map(([series, values]) => {
      if (!registers.includes(series as SeriesName)) return [series, values.subarray(1)];
      const gains = Float64Array.from(starts, (at, i) => {
        const gain = values[i + 1]! - values[i]!;
        if (gain >= 0 || Number.isNaN(gain)) return gain;
        repairs.add("register_resets", 1, at);
        return Number.NaN;
      });
      return [series, gains];
    }),
  );
  return { starts, columns: differences };
}
