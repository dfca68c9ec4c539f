import { midnightMs } from "@ecotrim/engine/site/calendar";
import { DAY_MINUTES, DAY_MS, MINUTE_MS } from "./stamps.ts";

/** The two days a year on which the clock changes: at 02:00 of the wall an hour is skipped or repeated. */

/** Where the repeated hour begins, minutes after midnight. */
export const REPEATED = 120;
const HOUR = 60;

/** Minutes that a local date lasts: 1380, 1440 or 1500. */
export const dayLength = (day: number): number => (midnightMs(day + DAY_MS) - midnightMs(day)) / MINUTE_MS;

export const changesClock = (day: number): boolean => dayLength(day) !== DAY_MINUTES;

/** Minutes elapsed since midnight at a wall time; NaN in the hour that is skipped. */
function elapsedAt(day: number, wall: number, isSecond: boolean): number {
  const shift = dayLength(day) - DAY_MINUTES;
  if (shift === 0 || wall < REPEATED) return wall;
  if (shift < 0) return wall < REPEATED + HOUR ? Number.NaN : wall - HOUR;
  return wall < REPEATED + HOUR && !isSecond ? wall : wall + HOUR;
}

/** How labels count the hours of a day that changes the clock. */
const HABITS = ["wall", "true_end", "ordinal"] as const;
export type Habit = (typeof HABITS)[number];

export interface DayRow {
  /** Minutes of the label. */
  label: number;
  /** 1 summer, 0 winter, where the file flags it. */
  summer: number | undefined;
}

/**
 * Minutes elapsed since midnight where each row of a day begins, `lead` minutes before its label; NaN for a row of an
 * hour that does not exist. Rows are in the order of the file, which tells the first of two equal labels from the second.
 */
export function startsOfDay(day: number, rows: readonly DayRow[], lead: number, habit: Habit): number[] {
  const seen = new Map<number, number>();
  return rows.map(({ label, summer }) => {
    const before = seen.get(label) ?? 0;
    seen.set(label, before + 1);
    if (habit === "ordinal") return label - lead;
    const isSecond = summer === undefined ? before % 2 === 1 : summer === 0;
    if (habit === "wall") return elapsedAt(day, label - lead, isSecond);
    return elapsedAt(day, label, isSecond) - lead;
  });
}

/** How many steps of the day rows fill, and how many rows fill none of their own. */
export function fit(day: number, starts: readonly number[], step: number): { filled: number; left: number } {
  const length = dayLength(day);
  const filled = new Set(starts.filter((start) => start >= 0 && start + step <= length)).size;
  return { filled, left: starts.length - filled };
}

/** The habit that fills most steps of the day; of equal ones the commonest. */
export function habitOf(day: number, rows: readonly DayRow[], step: number, lead: number): Habit {
  const habits = lead === step ? HABITS : HABITS.filter((habit) => habit !== "true_end");
  const fits = habits.map((habit) => ({ habit, ...fit(day, startsOfDay(day, rows, lead, habit), step) }));
  return fits.reduce((best, one) => (one.filled - one.left > best.filled - best.left ? one : best)).habit;
}

/** Ratio of an hour to its neighbours from which it holds the energy of two. */
const TWICE = 1.7;

export const holdsTwo = (value: number, before: number, after: number): boolean =>
  value > (TWICE * (before + after)) / 2;
