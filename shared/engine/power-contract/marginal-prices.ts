import { createGridBlocks, fillGridBlocks, type GridBlocks } from "../dispatch/grid-cost.ts";
import type { DispatchProblem, DispatchSchedule } from "../dispatch/problem.ts";
import { stepBounds } from "../dispatch/rules.ts";

/** Energy that counts as none, relative to the capacity. */
const RELATIVE_TOLERANCE = 1e-7;

interface Interval {
  low: number;
  high: number;
}

/** Consecutive steps between two bounds of the stored energy, in which a stored MWh has one value. */
interface Window {
  endStep: number;
  value: Interval;
  /** Whether the window ends with a full battery; else with an empty one, or at the end of the period. */
  endsFull: boolean;
}

/**
 * What one more MWh drawn from the grid costs in each step of an optimal schedule, EUR/MWh. Where the import lies at a soft
 * cap that is any price between those below and above it; the value of stored energy decides, and of what it leaves
 * open the price nearest to `wishedEurMwh` is taken.
 */
export function marginalPrices(
  problem: DispatchProblem,
  schedule: DispatchSchedule,
  wishedEurMwh: Float64Array,
): Float64Array {
  const { battery, wearEurMwh: wear } = problem;
  const { capacityKwh, etaCharge, etaDischarge, minSoc, initialSoc } = battery;
  const steps = problem.demandKwh.length;
  const tolerance = RELATIVE_TOLERANCE * capacityKwh;
  const blocks = createGridBlocks(problem.softCaps?.length);
  const below = new Float64Array(steps);
  const above = new Float64Array(steps);
  /** Whether the battery could take up more energy in a step, and whether it could give more. */
  const canCharge = new Uint8Array(steps);
  const canDischarge = new Uint8Array(steps);
  const windows: Window[] = [];
  let value = { low: -Infinity, high: Infinity };
  for (let t = 0; t < steps; t++) {
    const { netDemandKwh, maxChargeKwh, maxDischargeKwh } = stepBounds(problem, t);
    const charge = schedule.chargeKwh[t]!;
    const discharge = schedule.dischargeKwh[t]!;
    fillGridBlocks(problem, t, blocks);
    const purchase = netDemandKwh + charge - discharge;
    below[t] = priceAt(blocks, purchase - tolerance);
    above[t] = priceAt(blocks, purchase + tolerance);
    const mostCharge = Math.min(maxChargeKwh, problem.importLimitKwh[t]! - netDemandKwh);
    const mostDischarge = Math.min(maxDischargeKwh, problem.demandKwh[t]! + problem.exportLimitKwh);
    canCharge[t] = charge - discharge < mostCharge - tolerance ? 1 : 0;
    canDischarge[t] = discharge - charge < mostDischarge - tolerance ? 1 : 0;
    if (canDischarge[t]) {
      value.low = Math.max(value.low, charge > 0 ? (below[t]! + wear) / etaCharge : (below[t]! - wear) * etaDischarge);
    }
    if (canCharge[t]) {
      value.high = Math.min(
        value.high,
        discharge > 0 ? (above[t]! - wear) * etaDischarge : (above[t]! + wear) / etaCharge,
      );
    }
    const stored = schedule.socKwh[t]!;
    const endsFull = stored >= capacityKwh - tolerance;
    if (endsFull || stored <= minSoc * capacityKwh + tolerance || t === steps - 1) {
      windows.push({ endStep: t + 1, value, endsFull });
      value = { low: -Infinity, high: Infinity };
    }
  }

  const leftOver = schedule.socKwh[steps - 1]! > initialSoc * capacityKwh + tolerance;
  const values = valuesOf(windows, leftOver);
  const prices = new Float64Array(steps);
  let window = 0;
  for (let t = 0; t < steps; t++) {
    if (t === windows[window]!.endStep) window++;
    const stored = values[window]!;
    const charge = schedule.chargeKwh[t]!;
    const discharge = schedule.dischargeKwh[t]!;
    let low = below[t]!;
    let high = above[t]!;
    if (canCharge[t]) low = Math.max(low, discharge > 0 ? stored / etaDischarge + wear : stored * etaCharge - wear);
    if (canDischarge[t]) high = Math.min(high, charge > 0 ? stored * etaCharge - wear : stored / etaDischarge + wear);
    prices[t] = Math.min(Math.max(wishedEurMwh[t]!, low), Math.max(low, high));
  }
  return prices;
}

function priceAt({ count, untilKwh, priceEurMwh }: GridBlocks, purchaseKwh: number): number {
  for (let b = 0; b < count - 1; b++) if (purchaseKwh < untilKwh[b]!) return priceEurMwh[b]!;
  return priceEurMwh[count - 1]!;
}

/**
 * A value for each window that its neighbours allow: it may only rise after a full battery and fall after an empty one.
 * Energy left over at the end has none.
 */
function valuesOf(windows: readonly Window[], leftOver: boolean): Float64Array {
  const reachable: Interval[] = [];
  windows.forEach(({ value }, i) => {
    const before = reachable[i - 1];
    let { low, high } = value;
    if (before && windows[i - 1]!.endsFull) low = Math.max(low, before.low);
    else if (before) high = Math.min(high, before.high);
    reachable.push({ low, high });
  });
  const values = new Float64Array(windows.length);
  let after = 0;
  for (let i = windows.length - 1; i >= 0; i--) {
    const { low, high } = reachable[i]!;
    const isLast = i === windows.length - 1;
    const least = isLast && !leftOver ? Math.max(0, low) : low;
    after = Math.min(Math.max(after, least), Math.max(least, high));
    values[i] = after;
  }
  return values;
}
