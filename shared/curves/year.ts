import type { Repair } from "@ecotrim/contracts/curves/curve";
import { CURVE_LIMITS, type LevelSource, type SeriesName } from "@ecotrim/contracts/curves/reading";
import { localDate, localMs, midnightMs } from "@ecotrim/engine/site/calendar";
import { numbersOf } from "./columns.ts";
import { EXTENDED, FILLED, MEASURED } from "./flags.ts";
import { type Grid, isoInstant, seriesOf } from "./grid.ts";
import { levelChangeOf } from "./level-change.ts";
import type { Curve } from "./read-curve.ts";
import { fillGaps, SHORT_MS } from "./repair.ts";
import { DAY_MINUTES, DAY_MS, HOUR_MS, MINUTE_MS } from "./stamps.ts";
import { sumOf } from "./statistics.ts";
import { dayClass, typicalOf } from "./typical.ts";

/** The year that is simulated: twelve months of a curve on its own dates, or a part of a year extended to them. */

export interface YearCurve {
  kind: "load" | "pv";
  /** UTC instants of two local midnights a year apart. */
  start: string;
  end: string;
  step_minutes: number;
  steps: number;
  /** kWh of each step. */
  values: Partial<Record<SeriesName, Float64Array>>;
  /** Place in `STEP_FLAGS` of each step. */
  flags: Uint8Array;
}

/** What the visitor says of days without readings. */
export interface YearAnswers {
  /** January to December as the bills say, kWh; a month left out is not scaled. */
  months_kwh?: readonly (number | undefined)[] | undefined;
  annual_kwh?: number | undefined;
  /** Weeks that the works are closed in August. */
  august_weeks?: 0 | 2 | 4 | undefined;
  /** Instants between which alone the readings count, as after a change of level or in another year. */
  from?: string | undefined;
  until?: string | undefined;
}

export interface Year {
  curve: YearCurve;
  known_days: number;
  level_source: LevelSource;
  repairs: Repair[];
}

/** The same date a year later; 29 February is then 1 March. */
export function yearAfter(date: number): number {
  const later = new Date(date);
  return later.setUTCFullYear(later.getUTCFullYear() + 1);
}

function yearBefore(date: number): number {
  const [year, month, day] = partsOf(date);
  return Date.UTC(year - 1, month, Math.min(day, new Date(Date.UTC(year - 1, month + 1, 0)).getUTCDate()));
}

const partsOf = (date: number): [year: number, month: number, day: number] => {
  const of = new Date(date);
  return [of.getUTCFullYear(), of.getUTCMonth(), of.getUTCDate()];
};

/** A year of a curve; undefined where it has less than 28 whole days. */
export function yearOf(curve: Curve, answers: YearAnswers = {}): Year | undefined {
  const covered = wholeDays(curve);
  const [first, last] = within(covered, answers);
  const days = (last - first) / DAY_MS;
  if (days < CURVE_LIMITS.least_days) return undefined;
  const start = startOfYear(first, last);
  const end = yearAfter(start);
  const grid = gridOn(curve, start, end);
  const flags = new Uint8Array(grid.steps);
  const shift = (Date.parse(curve.first) - grid.startMs) / grid.stepMs;
  curve.flags.forEach((flag, i) => {
    if (i + shift >= 0 && i + shift < grid.steps) flags[i + shift] = flag;
  });

  const missing = daysOf(start, end, grid).filter(({ date }) => date < first || date >= last);
  const isGap = days >= CURVE_LIMITS.gap_days;
  for (const { from, to } of missing) for (const [, values] of seriesOf(grid)) values.fill(Number.NaN, from, to);
  if (!isGap) copyDays(grid, start, [first, last], missing, curve.kind === "pv", answers.august_weeks);
  fillRest(grid, flags);
  for (const { from, to } of missing) flags.fill(EXTENDED, from, to);
  const level_source = missing.length === 0 || isGap ? "measured" : scaled(grid, missing, answers);
  return {
    curve: {
      kind: curve.kind === "pv" ? "pv" : "load",
      start: isoInstant(grid.startMs),
      end: isoInstant(midnightMs(end)),
      step_minutes: curve.step_minutes,
      steps: grid.steps,
      values: grid.values,
      flags,
    },
    known_days: (end - start) / DAY_MS - missing.length,
    level_source,
    repairs: repairsOf(curve, missing.length === 0 && (covered[0] < start || covered[1] > end), missing, grid),
  };
}

/** The days that count, the last one excluded. */
function within([first, last]: readonly [number, number], { from, until }: YearAnswers): [number, number] {
  return [
    from === undefined ? first : Math.max(first, localDate(Date.parse(from))),
    until === undefined ? last : Math.min(last, localDate(Date.parse(until))),
  ];
}

/** Ends of the whole months with a year of readings before them, UTC instants, the latest first. */
export function yearEnds(curve: Curve): string[] {
  const [first, last] = wholeDays(curve);
  const [year, month] = partsOf(last);
  const ends: string[] = [];
  for (let end = Date.UTC(year, month, 1); yearBefore(end) >= first; end = Date.UTC(year, month - ends.length, 1))
    ends.push(isoInstant(midnightMs(end)));
  return ends;
}

/** What a day may lack at the end of a curve: a night where a plant alone is read. */
const MOST_LACKING_MS = { load: SHORT_MS, both: SHORT_MS, pv: 10 * HOUR_MS };

/** Local dates that a curve covers, the last one excluded. */
function wholeDays(curve: Curve): [first: number, last: number] {
  const [from, to] = [Date.parse(curve.first), Date.parse(curve.end)];
  const lacking = MOST_LACKING_MS[curve.kind];
  const date = localDate(from);
  const first = from - midnightMs(date) <= lacking ? date : date + DAY_MS;
  const endDate = localDate(to);
  const last = midnightMs(endDate + DAY_MS) - to <= lacking ? endDate + DAY_MS : endDate;
  return [first, last];
}

/** The last twelve whole months, else the last year, else the months that end with the readings. */
function startOfYear(first: number, last: number): number {
  const [year, month] = partsOf(last);
  for (const end of [Date.UTC(year, month, 1), last]) {
    const start = yearBefore(end);
    if (start >= first) return start;
  }
  const [lastYear, lastMonth] = partsOf(last - DAY_MS);
  return Math.min(first, Date.UTC(lastYear - 1, lastMonth + 1, 1));
}

function gridOn(curve: Curve, start: number, end: number): Grid {
  const startMs = midnightMs(start);
  const stepMs = curve.step_minutes * MINUTE_MS;
  const steps = (midnightMs(end) - startMs) / stepMs;
  const shift = (startMs - Date.parse(curve.first)) / stepMs;
  const values = Object.fromEntries(
    seriesOf(curve).map(([series, all]) => [series, numbersOf(steps, (t) => all[t + shift] ?? Number.NaN)]),
  );
  return { startMs, stepMs, steps, values, estimated: new Uint8Array(steps) };
}

interface Day {
  date: number;
  /** Steps of the day, the last one excluded. */
  from: number;
  to: number;
}

function daysOf(start: number, end: number, { startMs, stepMs }: Grid): Day[] {
  const days: Day[] = [];
  for (let date = start; date < end; date += DAY_MS)
    days.push({
      date,
      from: (midnightMs(date) - startMs) / stepMs,
      to: (midnightMs(date + DAY_MS) - startMs) / stepMs,
    });
  return days;
}

/** Each missing day takes all series of the known day that is most like it. */
function copyDays(
  grid: Grid,
  start: number,
  [first, last]: readonly [number, number],
  missing: readonly Day[],
  isSunAlone: boolean,
  augustWeeks = 0,
): void {
  const known = daysOf(Math.max(first, start), last, { ...grid, startMs: midnightMs(Math.max(first, start)) });
  const shift = (midnightMs(Math.max(first, start)) - grid.startMs) / grid.stepMs;
  for (const day of missing) {
    const isClosed = isAugustStop(day.date, augustWeeks);
    const from = likest(day.date, known, isSunAlone, isClosed);
    const source = stepsByMinute({ ...from, from: from.from + shift, to: from.to + shift }, grid);
    for (const [minute, steps] of stepsByMinute(day, grid))
      for (const t of steps) {
        const [s] = source.get(minute) ?? source.get(minute - DAY_MINUTES / 24)!;
        for (const [, values] of seriesOf(grid)) values[t] = values[s!]!;
      }
  }
}

/** Steps of a day by their minute of the wall; of the hour that is repeated two have the same. */
function stepsByMinute({ date, from, to }: Day, { startMs, stepMs }: Grid): Map<number, number[]> {
  const steps = new Map<number, number[]>();
  for (let t = from; t < to; t++) {
    const minute = (localMs(startMs + t * stepMs) - date) / MINUTE_MS;
    const same = steps.get(minute);
    if (same) same.push(t);
    else steps.set(minute, [t]);
  }
  return steps;
}

const YEAR_DAYS = 365;
/** The coldest day of the year. */
const MIDWINTER = 15;

/** 1 in midwinter, -1 in midsummer. */
function seasonOf(date: number): number {
  const dayOfYear = (date - Date.UTC(partsOf(date)[0], 0, 1)) / DAY_MS + 1;
  return Math.cos((2 * Math.PI * (dayOfYear - MIDWINTER)) / YEAR_DAYS);
}

/** The known day of the same weekday, else of the same class, that is nearest in season, then in date. */
function likest(date: number, known: readonly Day[], isSunAlone: boolean, isClosed: boolean): Day {
  const season = seasonOf(date);
  const own = isClosed ? "free" : dayClass(date / DAY_MS);
  const weekday = new Date(date).getUTCDay();
  const isSameWeekday = (day: Day): boolean =>
    !isClosed && new Date(day.date).getUTCDay() === weekday && dayClass(day.date / DAY_MS) === own;
  const isSameClass = (day: Day): boolean => dayClass(day.date / DAY_MS) === own;
  const groups = isSunAlone ? [known] : [known.filter(isSameWeekday), known.filter(isSameClass), known];
  const distance = (day: Day): [season: number, date: number] => [
    Math.abs(seasonOf(day.date) - season),
    Math.abs(day.date - date),
  ];
  return groups
    .find(({ length }) => length > 0)!
    .reduce((best, day) => {
      const [a, b] = [distance(best), distance(day)];
      return b[0] < a[0] || (b[0] === a[0] && b[1] < a[1]) ? day : best;
    });
}

const AUGUST = 7;
/** First and last day of a stop of so many weeks. */
const STOPS: Record<number, readonly [number, number]> = { 2: [8, 21], 4: [1, 28] };

function isAugustStop(date: number, weeks: number): boolean {
  const [, month, day] = partsOf(date);
  const stop = STOPS[weeks];
  return stop !== undefined && month === AUGUST && day >= stop[0] && day <= stop[1];
}

/** Steps that are still empty take what is usual there. */
function fillRest(grid: Grid, flags: Uint8Array): void {
  if (!seriesOf(grid).some(([, values]) => values.some(Number.isNaN))) return;
  const filled = new Uint8Array(grid.steps);
  const typical = typicalOf(grid);
  for (const [series, values] of seriesOf(grid)) fillGaps(grid, series, values, typical, filled);
  filled.forEach((isFilled, t) => {
    if (isFilled && flags[t] === MEASURED) flags[t] = FILLED;
  });
}

/** Brings what is bought on missing days to the level that the bills say; a production keeps its own. */
function scaled(grid: Grid, missing: readonly Day[], { months_kwh, annual_kwh }: YearAnswers): LevelSource {
  const load = grid.values.import ?? grid.values.demand ?? grid.values.pv!;
  const sumOver = (steps: readonly Day[]): number =>
    steps.reduce((sum, { from, to }) => sum + sumOf(load.subarray(from, to)), 0);
  const scale = (days: readonly Day[], wanted: number): void => {
    const sum = sumOver(days);
    const factor = sum > 0 ? Math.max(0, wanted) / sum : 1;
    for (const { from, to } of days) for (let t = from; t < to; t++) load[t]! *= factor;
  };
  const start = localDate(grid.startMs);
  const all = daysOf(start, yearAfter(start), grid);
  const monthOf = ({ date }: Day): number => partsOf(date)[1];
  if (months_kwh?.some((kwh) => kwh !== undefined)) {
    months_kwh.forEach((kwh, month) => {
      const ofMonth = missing.filter((day) => monthOf(day) === month);
      if (kwh === undefined || ofMonth.length === 0) return;
      const rest = sumOver(all.filter((day) => monthOf(day) === month)) - sumOver(ofMonth);
      scale(ofMonth, kwh - rest);
    });
    return "bill_months";
  }
  if (annual_kwh === undefined) return "unknown";
  scale(missing, annual_kwh - (sumOver(all) - sumOver(missing)));
  return "annual_kwh";
}

const MONTH_DAYS = 30.44;

function repairsOf(curve: Curve, isTrimmed: boolean, missing: readonly Day[], grid: Grid): Repair[] {
  const repairs: Repair[] = [];
  const [firstMissing, lastMissing] = [missing[0], missing.at(-1)];
  if (isTrimmed) {
    const days = (Date.parse(curve.end) - Date.parse(curve.first)) / DAY_MS;
    repairs.push({
      code: "trimmed_to_year",
      count: Math.floor(days / MONTH_DAYS + 0.1),
      from: curve.first,
      to: curve.last,
    });
  }
  if (firstMissing && lastMissing) {
    const at = (step: number): string => isoInstant(grid.startMs + step * grid.stepMs);
    repairs.push({
      code: "months_extended",
      count: missing.length,
      from: at(firstMissing.from),
      to: at(lastMissing.to - 1),
    });
  }
  const load = grid.values.demand ?? grid.values.import;
  const change = load && missing.length === 0 && levelChangeOf(isoInstant(grid.startMs), grid.stepMs / HOUR_MS, load);
  if (change) repairs.push({ code: "level_change", count: 1, from: change.at, to: change.at });
  return repairs;
}

/** A production on the dates of a year, else on the same month and day of its own; undefined where it makes no year. */
export function productionOn(
  { start, steps, step_minutes }: Pick<YearCurve, "start" | "steps" | "step_minutes">,
  pv: Curve,
): Float64Array | undefined {
  const stepMs = step_minutes * MINUTE_MS;
  const instants = numbersOf(steps, (t) => Date.parse(start) + t * stepMs);
  const own = laidOn(instants, stepMs, { ...pv, start: pv.first });
  if (!own?.some(Number.isNaN)) return own;
  const year = yearOf(pv);
  const extended = year && laidOn(instants, stepMs, year.curve);
  return extended?.some(Number.isNaN) ? undefined : extended;
}

/** A production of a whole year on given steps, by the same month, day and time as above. */
export const yearlyProductionOn = (startMs: number, steps: number, stepMs: number, pv: YearCurve): Float64Array =>
  laidOn(
    numbersOf(steps, (t) => startMs + t * stepMs),
    stepMs,
    pv,
  )!;

type Production = Pick<YearCurve, "start" | "end" | "step_minutes" | "values">;

/** Energies of steps that begin at given instants; NaN where the production has none. The sun knows no weekday. */
function laidOn(instants: Float64Array, stepMs: number, pv: Production): Float64Array | undefined {
  const values = pv.values.pv;
  if (!values) return undefined;
  const [first, end] = [Date.parse(pv.start), Date.parse(pv.end)];
  const ownMs = pv.step_minutes * MINUTE_MS;
  const energyAt = (at: number): number => {
    if (Number.isNaN(at)) return at;
    const from = (at - first) / ownMs;
    const to = (at + stepMs - first) / ownMs;
    if (ownMs > stepMs) return (values[Math.floor(from)] ?? Number.NaN) * (stepMs / ownMs);
    let sum = 0;
    for (let i = from; i < to; i++) sum += values[i] ?? Number.NaN;
    return sum;
  };
  const isCovered = (at: number): boolean => at >= first && at + stepMs <= end;
  return instants.map((at) => energyAt(isCovered(at) ? at : sameDayWithin(at, first, end)));
}

/** The same month, day and time by the sun between two instants of other years; 29 February is its 28th. */
function sameDayWithin(at: number, first: number, end: number): number {
  const [, month, day] = partsOf(at);
  for (let year = partsOf(first)[0]; year <= partsOf(end)[0]; year++) {
    const lastOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
    const same = Date.UTC(year, month, Math.min(day, lastOfMonth)) + (at % DAY_MS);
    if (same >= first && same < end) return same;
  }
  return Number.NaN;
}
