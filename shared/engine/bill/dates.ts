/** Dates are YYYY-MM-DD; only their calendar fields mean something. */

const DAY_MS = 86_400_000;

export const yearOf = (date: string): number => Number(date.slice(0, 4));

export const monthOf = (date: string): number => Number(date.slice(5, 7));

/** Days of a month 1..12. */
export const daysOfMonth = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

export const daysOfYear = (year: number): number => 337 + daysOfMonth(year, 2);

/** Every date of a period, both ends included. */
export function datesBetween(first: string, last: string): string[] {
  const dates: string[] = [];
  for (let ms = Date.parse(first); ms <= Date.parse(last); ms += DAY_MS)
    dates.push(new Date(ms).toISOString().slice(0, "YYYY-MM-DD".length));
  return dates;
}
