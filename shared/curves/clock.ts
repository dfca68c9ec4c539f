import type { CurveClock } from "@ecotrim/contracts/curves/reading";
import { changesClock, dayLength, fit, habitOf, holdsTwo, REPEATED, startsOfDay } from "./daylight.ts";
import type { Readings } from "./readings.ts";
import { DAY_MINUTES, DAY_MS, MINUTE_MS } from "./stamps.ts";

export interface Clock {
  clock: CurveClock;
  isCertain: boolean;
  /** No rule decides, and the answer moves the curve by an hour. */
  isAsked?: boolean;
}

const certain = (clock: CurveClock): Clock => ({ clock, isCertain: true });

/** Indices of the rows of each local date. */
export function rowsByDay(part: Readings): Map<number, number[]> {
  const days = new Map<number, number[]>();
  for (let i = 0; i < part.rows; i++) {
    const rows = days.get(part.day[i]!);
    if (rows) rows.push(i);
    else days.set(part.day[i]!, [i]);
  }
  return days;
}

/** Which clock the stamps without an offset follow. */
export function clockOf(parts: readonly Readings[], step: number, lead: number, answer?: CurveClock): Clock {
  if (parts.every(({ instant }) => !instant.some(Number.isNaN))) return certain("offset");
  if (answer) return certain(answer);
  const { format } = parts[0]!;
  if (format.clock) return certain(format.clock);
  if (parts.some(({ summer }) => summer)) return certain("local");

  const evidence = parts.flatMap((part) => changesIn(part, step, lead));
  if (evidence.some(({ says }) => says === "local")) return certain("local");
  const suspects = evidence.filter(({ says }) => says === "fixed");
  if (suspects.length === 0) return { clock: "local", isCertain: format.isSpanish === true || evidence.length === 0 };

  const lags = suspects.map(({ part, day }) => lagAcross(part, day));
  if (lags.includes("none")) return certain("local");
  const isFixed = lags.includes("moved");
  if (!isFixed && format.isSpanish) return { clock: "local", isCertain: false };
  const bySun = clockBySun(parts, step, lead);
  if (bySun) return { clock: bySun, isCertain: isFixed };
  return { clock: isFixed ? "utc" : "local", isCertain: false, isAsked: true };
}

interface Evidence {
  part: Readings;
  day: number;
  says: "local" | "fixed" | "nothing";
}

function changesIn(part: Readings, step: number, lead: number): Evidence[] {
  const days = rowsByDay(part);
  return [...days]
    .filter(([day]) => changesClock(day))
    .map(([day, rows]) => ({ part, day, says: sayOf(part, day, rows, step, lead) }));
}

function sayOf(part: Readings, day: number, rows: number[], step: number, lead: number): Evidence["says"] {
  const labels = rows.map((i) => ({ label: part.minutes[i]!, summer: part.summer?.[i] }));
  const starts = startsOfDay(day, labels, lead, habitOf(day, labels, step, lead));
  const { filled, left } = fit(day, starts, step);
  if (filled === dayLength(day) / step && left === 0) return "local";
  const distinct = new Set(labels.map(({ label }) => label)).size;
  if (distinct !== DAY_MINUTES / step) return "nothing";
  return isInvented(part, rows, starts) || isMerged(part, day, rows, starts, step) ? "local" : "fixed";
}

/** An exporter that knows no change of the clock fills the hour that does not exist with nothing. */
function isInvented(part: Readings, rows: readonly number[], starts: readonly number[]): boolean {
  const [values] = Object.values(part.values);
  const skipped = rows.filter((_, k) => Number.isNaN(starts[k]!));
  const others = rows.filter((_, k) => !Number.isNaN(starts[k]!));
  return skipped.length > 0 && skipped.every((i) => !values![i]) && others.every((i) => values![i]! > 0);
}

/** An exporter that knows no repeated hour adds up both. */
function isMerged(
  part: Readings,
  day: number,
  rows: readonly number[],
  starts: readonly number[],
  step: number,
): boolean {
  const [values] = Object.values(part.values);
  const at = (minute: number): number => values![rows[starts.indexOf(minute)] ?? -1] ?? Number.NaN;
  const hour = [...Array(60 / step).keys()].map((k) => REPEATED + k * step);
  const isLong = dayLength(day) > DAY_MINUTES;
  return isLong && hour.every((minute) => holdsTwo(at(minute), at(minute - 60), at(minute + 120)));
}

const WEEKS_MS = 14 * DAY_MS;
const LEAST_DAYS = 5;
/** Hours in which shifts begin. */
const [FROM, TO] = [3, 10];

/** Whether the mornings of working days move by an hour on the file's clock when the clock of the wall changes. */
function lagAcross(part: Readings, day: number): "moved" | "none" | undefined {
  const before = morning(part, day - WEEKS_MS, day);
  const after = morning(part, day + DAY_MS, day + DAY_MS + WEEKS_MS);
  if (!before || !after) return undefined;
  const differenceAt = (lag: number): number => {
    let sum = 0;
    for (let hour = FROM; hour <= TO; hour++) sum += (after[hour]! - before[hour - lag]!) ** 2;
    return sum;
  };
  const expected = dayLength(day) > DAY_MINUTES ? 1 : -1;
  const lags = [0, expected, -expected].sort((a, b) => differenceAt(a) - differenceAt(b));
  // Mornings that are all alike tell nothing.
  if (differenceAt(lags[1]!) < 2 * differenceAt(lags[0]!) || differenceAt(lags[1]!) === 0) return undefined;
  if (lags[0] === 0) return "none";
  return lags[0] === expected ? "moved" : undefined;
}

function morning(part: Readings, from: number, to: number): number[] | undefined {
  const sums = new Array<number>(24).fill(0);
  const days = new Set<number>();
  const [values] = Object.values(part.values);
  for (let i = 0; i < part.rows; i++) {
    const day = part.day[i]!;
    if (day < from || day >= to || new Date(day).getUTCDay() % 6 === 0) continue;
    days.add(day);
    const hour = Math.floor(part.minutes[i]! / 60) % 24;
    if (!Number.isNaN(values![i]!)) sums[hour]! += values![i]!;
  }
  return days.size < LEAST_DAYS ? undefined : sums.map((sum) => sum / days.size);
}

/** Hours of the label's clock before which the sun's energy lies in UTC; behind it in winter time. */
const UTC_BEFORE = 12.75;
/** Beyond it the clock is neither. */
const WINTER_BEFORE = 13.75;

function clockBySun(parts: readonly Readings[], step: number, lead: number): "utc" | "winter" | undefined {
  let energy = 0;
  let moment = 0;
  for (const { values, minutes, rows } of parts) {
    const sun = values.pv ?? values.export;
    if (!sun) continue;
    for (let i = 0; i < rows; i++) {
      const value = sun[i]!;
      if (!(value > 0)) continue;
      energy += value;
      moment += value * (minutes[i]! - lead + step / 2);
    }
  }
  if (energy === 0) return undefined;
  const hour = moment / energy / 60;
  if (hour < UTC_BEFORE) return "utc";
  return hour < WINTER_BEFORE ? "winter" : undefined;
}

/** Minutes that each clock without changes is ahead of UTC. */
export const FIXED_OFFSET: Partial<Record<CurveClock, number>> = { utc: 0, winter: 60 };

export const instantOnFixedClock = (day: number, minutes: number, offset: number): number =>
  day + (minutes - offset) * MINUTE_MS;
