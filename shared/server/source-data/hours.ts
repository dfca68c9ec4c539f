import { buildTimeline } from "@ecotrim/engine/site/calendar";

export const HOUR_MS = 3_600_000;

/** A file or folder that cannot be used; the message is for operators. */
export class SourceDataError extends Error {
  override name = "SourceDataError";
}

/** Readings of a file by the start of their hour (epoch milliseconds), with the faults found. */
export interface Readings {
  values: Map<number, number>;
  /** Hours with two different values, of which the later counts. */
  duplicated: Set<number>;
  /** Hours with an implausible value. */
  implausible: Set<number>;
}

export const noReadings = (): Readings => ({ values: new Map(), duplicated: new Set(), implausible: new Set() });

/** The instant of an ISO text, in UTC where it has no offset, on any machine; NaN where it is no time. */
export const instantOf = (text = ""): number => Date.parse(/(Z|[+-]\d\d(:?\d\d)?)$/i.test(text) ? text : `${text}Z`);

/** Notes the value of an hour; an implausible value counts as missing. */
export function note(readings: Readings, instant: number, value: number, [least, most]: [number, number]): void {
  const { values, duplicated, implausible } = readings;
  const before = values.get(instant);
  if (before !== undefined && before !== value) duplicated.add(instant);
  if (value >= least && value <= most) values.set(instant, value);
  else implausible.add(instant);
}

/** Faults and repairs of one local day. */
export interface DayFinding {
  date: string;
  missing: number;
  duplicated: number;
  implausible: number;
  /** How missing and implausible hours were filled; empty where none were. */
  filledFrom: ("hours beside" | "another day")[];
}

/** One local year of hours. */
export interface YearOfHours {
  year: number;
  /** Every hour of the year, its gaps filled; null where too many hours are missing. */
  hours: number[] | null;
  missing: number;
  days: DayFinding[];
}

/** A year with a greater share of missing hours is not used. */
const MOST_MISSING = 0.02;
/** Longest gap, in hours, that is interpolated linearly. */
const SHORT_GAP = 3;

/** First instant and date of each local day of a year, with its number of steps. */
function daysOf(year: number): { date: string; startMs: number; steps: number }[] {
  const days = [];
  for (let ms = Date.UTC(year, 0, 1); ms < Date.UTC(year + 1, 0, 1); ms += 24 * HOUR_MS) {
    const date = new Date(ms).toISOString().slice(0, 10);
    const { startMs, steps } = buildTimeline(date, date, 1);
    days.push({ date, startMs, steps });
  }
  return days;
}

/**
 * The hours of a local year (Europe/Madrid). Gaps of up to three hours are interpolated linearly. In longer gaps each
 * hour is that of the nearest day, in steps of `likeDays` days, that has it.
 */
export function yearOfHours(readings: Readings, year: number, likeDays: number): YearOfHours {
  const days = daysOf(year);
  const startMs = days[0]!.startMs;
  const length = days.reduce((sum, { steps }) => sum + steps, 0);
  const at = (h: number) => readings.values.get(startMs + h * HOUR_MS);
  const hours = Array.from({ length }, (_, h) => at(h));
  const missing = hours.filter((value) => value === undefined).length;
  const usable = missing <= MOST_MISSING * length;

  const filled = hours.slice();
  const filledFrom = new Map<number, DayFinding["filledFrom"][number]>();
  for (let h = 0; usable && h < length; ) {
    if (hours[h] !== undefined) {
      h++;
      continue;
    }
    let end = h;
    while (end < length && hours[end] === undefined) end++;
    for (let gap = h; gap < end; gap++) {
      const short = end - h <= SHORT_GAP;
      filled[gap] = (short ? undefined : likeHour(hours, gap, likeDays * 24)) ?? between(hours, h, end, gap);
      filledFrom.set(gap, short ? "hours beside" : "another day");
    }
    h = end;
  }

  const findings: DayFinding[] = [];
  let first = 0;
  for (const { date, startMs: dayMs, steps } of days) {
    const start = first;
    const indices = Array.from({ length: steps }, (_, h) => h);
    const count = (found: (instant: number) => boolean) => indices.filter((h) => found(dayMs + h * HOUR_MS)).length;
    const implausible = count((instant) => readings.implausible.has(instant));
    const finding: DayFinding = {
      date,
      missing: count((instant) => !readings.values.has(instant) && !readings.implausible.has(instant)),
      duplicated: count((instant) => readings.duplicated.has(instant)),
      implausible,
      filledFrom: [...new Set(indices.flatMap((h) => filledFrom.get(start + h) ?? []))],
    };
    if (finding.missing + finding.duplicated + implausible > 0) findings.push(finding);
    first += steps;
  }
  return { year, hours: usable ? (filled as number[]) : null, missing, days: findings };
}

/** Linear interpolation between the hours before and after a gap; at an end of the year, the one hour there is. */
function between(hours: (number | undefined)[], from: number, end: number, h: number): number {
  const before = hours[from - 1] ?? hours[end]!;
  const after = hours[end] ?? before;
  return before + ((after - before) * (h - from + 1)) / (end - from + 1);
}

/** The nearest known hour a whole number of steps away; the earlier one in a tie. */
function likeHour(hours: (number | undefined)[], h: number, step: number): number | undefined {
  for (let away = step; away < hours.length; away += step) {
    const value = hours[h - away] ?? hours[h + away];
    if (value !== undefined) return value;
  }
  return undefined;
}
