/** Dates are YYYY-MM-DD; only their calendar fields mean something. */

const DAY_MS = 86_400_000;

export const yearOf = (date: string): number => Number(date.slice(0, 4));

export const monthOf = (date: string): number => Number(date.slice(5, 7));

/** YYYY-MM of a date. */
export const isoMonth = (date: string): string => date.slice(0, "YYYY-MM".length);

export const isoDate = (date: Date): string => date.toISOString().slice(0, "YYYY-MM-DD".length);

/** Days of a month 1..12. */
export const daysOfMonth = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

export const daysOfYear = (year: number): number => 337 + daysOfMonth(year, 2);

/** Every date of a period, both ends included. */
export function datesBetween(first: string, last: string): string[] {
  const dates: string[] = [];
  for (let ms = Date.parse(first); ms <= Date.parse(last); ms += DAY_MS) dates.push(isoDate(new Date(ms)));
  return dates;
}
