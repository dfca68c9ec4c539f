import { buildTimeline } from "./calendar.ts";
import type { Timeline } from "./site.ts";

/**
 * Measured years in place of the shipped figures. They belong to an installation, like the data files that the engine
 * ships with. A process and its threads set them once, before the first simulation, and never change them.
 */
export interface SourceData {
  /** Identity of the data; results name it, and computations are shared only where it is equal. */
  version: string;
  /** Day-ahead price of every hour of a local year, EUR/MWh; may be negative. */
  market: Record<number, number[]>;
  /** Yield of every hour of one local year, kWh per kWp. */
  pv: { year: number; kwhPerKwp: number[]; description: string } | null;
}

let current: SourceData | null = null;

export function useSourceData(data: SourceData | null): void {
  current = data;
}

/** Null where the shipped figures are used. */
export const sourceData = (): SourceData | null => current;

/**
 * For each hour of a timeline, the position of its counterpart in a year's hours: the same local hour of the
 * counterpart day. Where the counterpart lacks an hour in spring, the hour before stands in. A repeated hour maps to
 * two hours where the year repeats it too.
 * @param counterparts for each local day of the timeline, the day within the year (from 0)
 */
export function hoursWithinYear(
  timeline: Timeline,
  year: number,
  counterparts: (timeline: Timeline, year: number) => Uint16Array,
): Uint16Array {
  const ofYear = buildTimeline(`${year}-01-01`, `${year}-12-31`, 1);
  const first = new Map<number, number>();
  const second = new Map<number, number>();
  for (let h = 0; h < ofYear.steps; h++) {
    const key = ofYear.day[h]! * 24 + ofYear.hour[h]!;
    (first.has(key) ? second : first).set(key, h);
  }
  const days = counterparts(timeline, year);
  const hourly = buildTimeline(timeline.start, timeline.end, 1);
  return Uint16Array.from({ length: hourly.steps }, (_, h) => {
    const key = days[hourly.day[h]!]! * 24 + hourly.hour[h]!;
    const repeated = h > 0 && hourly.hour[h] === hourly.hour[h - 1];
    return (repeated ? second.get(key) : undefined) ?? first.get(key) ?? first.get(key - 1)!;
  });
}
