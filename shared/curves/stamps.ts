import { MOST_CELL_LENGTH } from "./limits.ts";
import type { Cell } from "./table.ts";

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
export const DAY_MINUTES = 24 * 60;

/** What a cell says of time: a local date (ms of its midnight as if UTC), minutes after it, or an instant. */
export interface Stamp {
  day?: number;
  minutes?: number;
  /** Set where the cell bears its offset from UTC. */
  instant?: number;
  isRange?: boolean;
  /** The minutes are of a whole number of hours, as `1` to `25`. */
  isHour?: boolean;
}

// Every pattern is anchored and without nested repetition, and is tried on short cells only.
const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ,]+(\S.*))?$/;
const YEAR_LAST = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})(?:[T ,]+(\S.*))?$/;
const MONTH_WORD = /^(\d{1,2})[-/. ]([a-z]{3})[a-z]{0,7}\.?[-/. ](\d{4}|\d{2})(?:[T ,]+(\S.*))?$/i;
const MONTH_ALONE = /^(\d{4}[-/]\d{1,2}|\d{1,2}[-/]\d{4})$/;
const COMPACT = /^(\d{4})(\d{2})(\d{2})(?::?(\d{2})(\d{2}))?$/;
const CLOCK =
  /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?(?: ?([ap])\.? ?m\.?)?(?: ?(Z|(?:[A-Z]{2,4})?[+-]\d{2}:?\d{2}))?$/i;
const RANGE = /^(\d{1,2}):(\d{2}) ?(?:-|–|a|to) ?(\d{1,2}):(\d{2})$/i;
const HOUR_RANGE = /^(\d{1,2}) ?(?:-|–) ?(\d{1,2})$/;
const HOUR = /^[hH]? ?(\d{1,2})$/;

/** In Spanish, and in English where that differs. */
const MONTHS = ["ene jan", "feb", "mar", "abr apr", "may", "jun", "jul", "ago aug", "sep", "oct", "nov", "dic dec"];

export const FIRST_YEAR = 1970;
export const LAST_YEAR = 2100;
/** Workbooks count days from here. */
const SERIAL_EPOCH = Date.UTC(1899, 11, 30);
/** Dates of 1954 to 2119. */
const SERIALS = [20_000, 80_000] as const;

const wordOf = (cell: Cell): string | undefined =>
  typeof cell === "string" && cell.length <= MOST_CELL_LENGTH ? cell.trim() : undefined;

/** Whether the second of the three numbers of a date can only be a day, or the first. */
export function dateOrder(cell: Cell): "month_first" | "day_first" | undefined {
  const [, a, b] = YEAR_LAST.exec(wordOf(cell) ?? "") ?? [];
  if (Number(b) > 12) return "month_first";
  return Number(a) > 12 ? "day_first" : undefined;
}

/** Reads a date, with its time if it has one. */
export function dateStamp(cell: Cell, monthFirst = false): Stamp | undefined {
  if (cell instanceof Date) return serialStamp(cell.getTime());
  const word = wordOf(cell);
  if (word === undefined || word.length < 6) return undefined;
  const yearFirst = YEAR_FIRST.exec(word);
  if (yearFirst) return withTime(dayOf(yearFirst[1]!, yearFirst[2]!, yearFirst[3]!), yearFirst[4]);
  const yearLast = YEAR_LAST.exec(word);
  if (yearLast) {
    const [, a, b, year, time] = yearLast;
    return withTime(monthFirst ? dayOf(year!, a!, b!) : dayOf(year!, b!, a!), time);
  }
  const named = MONTH_WORD.exec(word);
  if (named) {
    const month = MONTHS.findIndex((names) => names.split(" ").includes(named[2]!.toLowerCase())) + 1;
    return month > 0 ? withTime(dayOf(named[3]!, String(month), named[1]!), named[4]) : undefined;
  }
  const compact = COMPACT.exec(word);
  if (!compact) return undefined;
  const [, year, month, date, hour, minute] = compact;
  const day = dayOf(year!, month!, date!);
  if (day === undefined) return undefined;
  return hour === undefined ? { day } : { day, minutes: Number(hour) * 60 + Number(minute) };
}

/** Whether a cell names a month and no day. */
export const isMonth = (cell: Cell): boolean => MONTH_ALONE.test(wordOf(cell) ?? "");

/** A number of days as workbooks count them. */
export const serialNumberStamp = (cell: Cell): Stamp | undefined =>
  typeof cell === "number" && cell >= SERIALS[0] && cell < SERIALS[1]
    ? serialStamp(SERIAL_EPOCH + cell * DAY_MS)
    : undefined;

/** Workbooks hold 00:14:59.999 where 00:15 is meant. */
function serialStamp(ms: number): Stamp | undefined {
  const rounded = Math.round(ms / 1000) * 1000;
  const day = Math.floor(rounded / DAY_MS) * DAY_MS;
  if (day < Date.UTC(FIRST_YEAR, 0, 1)) return undefined;
  return { day, minutes: (rounded - day) / MINUTE_MS };
}

function dayOf(year: string, month: string, date: string): number | undefined {
  const short = Number(year);
  const full = year.length > 2 ? short : short + (short >= 70 ? 1900 : 2000);
  const day = Date.UTC(full, Number(month) - 1, Number(date));
  const isReal = new Date(day).getUTCMonth() === Number(month) - 1 && full >= FIRST_YEAR && full <= LAST_YEAR;
  return isReal ? day : undefined;
}

function withTime(day: number | undefined, time: string | undefined): Stamp | undefined {
  if (day === undefined) return undefined;
  if (time === undefined) return { day };
  const clock = timeStamp(time);
  if (clock?.minutes === undefined || clock.isHour) return undefined;
  const { offset, ...rest } = clock;
  return offset === undefined ? { day, ...rest } : { day, instant: day + (clock.minutes - offset) * MINUTE_MS };
}

/** Reads a time of day: `01:00`, `12:30 AM`, `00:00-01:00`, `1`, `H25`, a fraction of a day. */
export function timeStamp(cell: Cell): (Stamp & { offset?: number }) | undefined {
  if (typeof cell === "number") return numberOfTime(cell);
  if (cell instanceof Date) return serialTime(cell);
  const word = wordOf(cell);
  if (word === undefined || word === "") return undefined;
  // Before the clock, to which the second time of a range is an offset.
  const range = RANGE.exec(word);
  if (range) return { minutes: Number(range[1]) * 60 + Number(range[2]), isRange: true };
  const clock = CLOCK.exec(word);
  if (clock) {
    const [, hour, minute, second = "0", half, zone] = clock;
    const minutes = hourOf(Number(hour), half) * 60 + Number(minute) + Number(second) / 60;
    return zone === undefined ? { minutes } : { minutes, offset: offsetOf(zone) };
  }
  const hours = HOUR_RANGE.exec(word);
  if (hours) return { minutes: Number(hours[1]) * 60, isRange: true };
  const hour = HOUR.exec(word);
  return hour ? numberOfTime(Number(hour[1])) : undefined;
}

function numberOfTime(value: number): Stamp | undefined {
  if (Number.isInteger(value) && value >= 0 && value <= 25) return { minutes: value * 60, isHour: true };
  return value > 0 && value < 1 ? { minutes: Math.round(value * DAY_MINUTES * 60) / 60 } : undefined;
}

/** A time without a date lies on the first day that workbooks know. */
function serialTime(date: Date): Stamp | undefined {
  const seconds = Math.round((date.getTime() - SERIAL_EPOCH) / 1000);
  return seconds >= 0 && seconds <= 2 * DAY_MINUTES * 60 ? { minutes: seconds / 60 } : undefined;
}

function hourOf(hour: number, half: string | undefined): number {
  if (half === undefined) return hour;
  return (hour % 12) + (half.toLowerCase() === "p" ? 12 : 0);
}

/** Minutes that a zone is ahead of UTC. */
function offsetOf(zone: string): number {
  if (zone.toUpperCase() === "Z") return 0;
  const [, sign, hours, minutes] = /([+-])(\d{2}):?(\d{2})$/.exec(zone)!;
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}
