import type { Timeline } from "../site/site.ts";
import { perStep } from "../site/steps.ts";

/** How a site consumes over the day and the week. */
export interface DemandShape {
  /** Mean consumption of an operating day, kWh per hour. */
  demand_value: number;
  /** High from 06:00 to 22:00, low outside; constant otherwise. */
  two_turnes: boolean;
  /** Whether Saturdays, Sundays and national holidays are operating days. */
  weekends: boolean;
}

/** Consumption outside the shifts, and of a closed day of a constant site, as a fraction of the high level. */
const LOW_LEVEL = 0.2;
const SHIFTS_START = 6;
const SHIFTS_END = 22;

/** Consumption, kWh per step. */
export function demandSeries(timeline: Timeline, { demand_value, two_turnes, weekends }: DemandShape): Float64Array {
  const shiftShare = (SHIFTS_END - SHIFTS_START) / 24;
  const highKw = two_turnes ? demand_value / (shiftShare + LOW_LEVEL * (1 - shiftShare)) : demand_value;
  return perStep(timeline, (t) => {
    const hour = timeline.hour[t]!;
    const closed = timeline.nonWorking[t] === 1 && !weekends;
    const outsideShifts = two_turnes && (hour < SHIFTS_START || hour >= SHIFTS_END);
    return highKw * (closed || outsideShifts ? LOW_LEVEL : 1) * timeline.stepHours;
  });
}
