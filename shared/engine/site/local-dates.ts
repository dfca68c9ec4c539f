import type { Timeline } from "./site.ts";

/** Local dates of a period, written as people read them. */

const DAY_MS = 86_400_000;
const MONTHS = ["ene", "feb", "mar", "abr", "may", "jun", "jul", "ago", "sep", "oct", "nov", "dic"] as const;
const WEEKDAYS = ["dom", "lun", "mar", "mié", "jue", "vie", "sáb"] as const;

/** Local date of a day of the period, as a UTC date at midnight: only its calendar fields mean something. */
export const dateOfDay = (timeline: Timeline, day: number): Date => new Date(Date.parse(timeline.start) + day * DAY_MS);

/** "ene". */
export const monthName = (date: Date): string => MONTHS[date.getUTCMonth()]!;

/** "15 ene". */
export const dayAndMonth = (date: Date): string => `${date.getUTCDate()} ${monthName(date)}`;

/** "lun 15 ene 18:00", the hour in which step `t` begins. */
export function hourLabel(timeline: Timeline, t: number): string {
  const date = dateOfDay(timeline, timeline.day[t]!);
  const hour = String(timeline.hour[t]).padStart(2, "0");
  return `${WEEKDAYS[date.getUTCDay()]} ${dayAndMonth(date)} ${hour}:00`;
}
