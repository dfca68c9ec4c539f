import type { Case } from "@ecotrim/contracts/simulations/input";
import type { Timeline } from "../site/site.ts";
import { perStep } from "../site/steps.ts";

/** Low level of consumption, outside shifts and on closed days of a constant site, as a fraction of the high level. */
const LOW_LEVEL = 0.2;
/** Working hours by the number of shifts, from the first up to the last. */
const WORKING_HOURS = { 1: [7, 15], 2: [6, 22], 3: [0, 24] } as const;

/**
 * The default consumption, kWh per step: high in working hours (one shift 07:00 to 15:00, two 06:00 to 22:00, three all
 * day) and low outside; closed on weekends and national holidays unless they are operating days.
 */
export function demandSeries(timeline: Timeline, { averageKw, shifts, weekends }: Case["load"]): Float64Array {
  const [start, end] = WORKING_HOURS[shifts];
  const shiftShare = (end - start) / 24;
  const highKw = averageKw / (shiftShare + LOW_LEVEL * (1 - shiftShare));
  return perStep(timeline, (t) => {
    const hour = timeline.hour[t]!;
    const closed = timeline.nonWorking[t] === 1 && !weekends;
    const outsideShifts = hour < start || hour >= end;
    return highKw * (closed || outsideShifts ? LOW_LEVEL : 1) * timeline.stepHours;
  });
}

/** Rounding of meters, kWh a step. */
const METER_TOLERANCE_KWH = 0.001;

/**
 * Gross consumption behind a connection with its own solar plant, kWh per step; 0 where exports exceed the plant's
 * production.
 * @param netKwh imports less exports, kWh per step
 * @returns the consumption, and in `exportBeyondPv` the number of such steps
 */
export function grossDemand(
  netKwh: readonly number[],
  pvKwh: Float64Array,
): { demandKwh: Float64Array; exportBeyondPv: number } {
  const sums = pvKwh.map((pv, t) => netKwh[t]! + pv);
  return {
    demandKwh: sums.map((sum) => Math.max(0, sum)),
    exportBeyondPv: sums.filter((sum) => sum < -METER_TOLERANCE_KWH).length,
  };
}
