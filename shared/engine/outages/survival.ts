import type { Battery } from "../dispatch/problem.ts";

/** How long a battery carries a load while the grid is away. */

/** Nobody plans for longer with a battery, h. */
export const MOST_HOURS = 48;
/** Distance between the points of a survival curve, h. */
export const CURVE_HOURS = 0.25;

/** One value a step: kWh, and in `storedKwh` the energy in the battery as the step begins. */
export interface Outage {
  stepHours: number;
  battery: Battery;
  storedKwh: Float64Array;
  loadKwh: Float64Array;
  /** Null where the plant goes off with the grid. */
  pvKwh: Float64Array | null;
}

/**
 * Hours that the load is served where the grid fails as a step begins, at most `MOST_HOURS`, for each step. The battery
 * may fall to its minimum, within its power, and take what the plant has left over. After the last step comes the first.
 */
export function survivedHours(outage: Outage): Float64Array {
  const { storedKwh, stepHours } = outage;
  const most = Math.min(Math.round(MOST_HOURS / stepHours), storedKwh.length);
  return storedKwh.map((_, start) => stepHours * survivedSteps(outage, start, most));
}

/** A last step counts by the part of it that is served. */
function survivedSteps({ battery, stepHours, storedKwh, loadKwh, pvKwh }: Outage, start: number, most: number): number {
  const { capacityKwh, chargeKw, dischargeKw, etaCharge, etaDischarge, minSoc } = battery;
  const leastKwh = minSoc * capacityKwh;
  let stored = storedKwh[start]!;
  for (let i = 0; i < most; i++) {
    const t = (start + i) % loadKwh.length;
    const need = loadKwh[t]! - (pvKwh?.[t] ?? 0);
    if (need <= 0) {
      stored = Math.min(stored + Math.min(-need, chargeKw * stepHours) * etaCharge, capacityKwh);
      continue;
    }
    if (need > dischargeKw * stepHours) return i;
    const taken = need / etaDischarge;
    const available = Math.max(stored - leastKwh, 0);
    if (taken > available) return i + available / taken;
    stored -= taken;
  }
  return most;
}

/** Share of the outages that are survived for so many times `CURVE_HOURS` and more, from 0 to `MOST_HOURS`. */
export function survivalCurve(hours: Float64Array): number[] {
  const counts = new Float64Array(Math.round(MOST_HOURS / CURVE_HOURS) + 1);
  // A residue of floating point is no shorter outage.
  for (const value of hours) counts[Math.floor(value / CURVE_HOURS + 1e-9)]! += 1;
  for (let i = counts.length - 2; i >= 0; i--) counts[i]! += counts[i + 1]!;
  return Array.from(counts, (count) => count / hours.length);
}

/** Mean hours that the load is served in an outage of given length, h. */
export function servedHours(curve: readonly number[], lengthHours: number): number {
  let served = 0;
  for (let i = 1; i < curve.length; i++) {
    const part = Math.min(Math.max(lengthHours - (i - 1) * CURVE_HOURS, 0), CURVE_HOURS);
    served += (part * (curve[i - 1]! + curve[i]!)) / 2;
  }
  return served;
}
