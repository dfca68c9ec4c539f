import { isoInstant } from "./grid.ts";
import { DAY_MS, HOUR_MS } from "./stamps.ts";
import { percentile, sumOf } from "./statistics.ts";

/** A lasting change of the level of a load, as after an extension of the works. */
export interface LevelChange {
  /** UTC instant of the week that it begins in. */
  at: string;
  /** The usual week after over that before. */
  ratio: number;
}

const WEEK_MS = 7 * DAY_MS;
/** Weeks before and after that are compared. */
const COMPARED = 8;
const [LEAST, MOST] = [0.6, 1.7];

const isChange = (ratio: number): boolean => Number.isFinite(ratio) && (ratio < LEAST || ratio > MOST);
const usual = (weeks: readonly number[]): number => percentile(weeks, 0.5);

/** The greatest change between two parts of a curve that are each of eight weeks and more; null where none lasts. */
export function levelChangeOf(start: string, stepHours: number, kwh: Float64Array): LevelChange | null {
  const perWeek = WEEK_MS / HOUR_MS / stepHours;
  const weeks: number[] = [];
  for (let from = 0; from + perWeek <= kwh.length; from += perWeek)
    weeks.push(sumOf(kwh.subarray(from, from + perWeek)));
  let found: { week: number; ratio: number; jump: number } | undefined;
  for (let week = COMPARED; week + COMPARED <= weeks.length; week++) {
    const [before, after] = [weeks.slice(week - COMPARED, week), weeks.slice(week, week + COMPARED)];
    const ratio = usual(after) / usual(before);
    const lasting = usual(weeks.slice(week)) / usual(weeks.slice(0, week));
    if (!isChange(ratio) || !isChange(lasting) || ratio > 1 !== lasting > 1) continue;
    // Medians are the same some weeks off; sums are not.
    const jump = Math.abs(sumOf(after) - sumOf(before));
    if (!found || jump > found.jump) found = { week, ratio, jump };
  }
  return found ? { at: isoInstant(Date.parse(start) + found.week * WEEK_MS), ratio: found.ratio } : null;
}
