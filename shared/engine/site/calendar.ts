import type { Zone } from "@ecotrim/contracts/simulations/contract";
import { DEFAULT_ZONE } from "@ecotrim/contracts/simulations/zones";
import { isNationalHoliday, periodOf } from "../bill/calendar.ts";
import type { Timeline } from "./site.ts";

/**
 * Europe/Madrid in real elapsed time. Since 1996 summer time lasts from the last Sunday of March to the last of
 * October, both at 01:00 UTC. Computing this rule is faster than a time zone database. Canarias is an hour behind, and
 * changes its clock at the same instants.
 */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const HOURS_A_YEAR = 8760;

/** How far local time lies behind that of the peninsula, ms. */
const lagMs = (zone: Zone): number => (zone === "canarias" ? HOUR_MS : 0);

/** A local date is stored as the epoch milliseconds of its midnight in UTC. */
const dateMs = (date: string): number => Date.parse(`${date}T00:00:00Z`);

const isoDate = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** 01:00 UTC of the last Sunday of a month of 31 days. */
function lastSundayMs(year: number, month: number): number {
  const lastDay = Date.UTC(year, month - 1, 31);
  return lastDay - new Date(lastDay).getUTCDay() * DAY_MS + HOUR_MS;
}

/** The year asked about last, in UTC, and its summer time: instants come in the order of time. */
let known = { from: 0, to: 0, summerFrom: 0, summerTo: 0 };

function calendarYear(instantMs: number): typeof known {
  if (instantMs >= known.from && instantMs < known.to) return known;
  const year = new Date(instantMs).getUTCFullYear();
  known = {
    ...{ from: Date.UTC(year, 0), to: Date.UTC(year + 1, 0) },
    ...{ summerFrom: lastSundayMs(year, 3), summerTo: lastSundayMs(year, 10) },
  };
  return known;
}

/** Time of the peninsula minus UTC at an instant, ms. */
export function offsetMs(instantMs: number): number {
  const { summerFrom, summerTo } = calendarYear(instantMs);
  return instantMs >= summerFrom && instantMs < summerTo ? 2 * HOUR_MS : HOUR_MS;
}

/** Local time of the peninsula at an instant, as the epoch milliseconds of the same wall time in UTC. */
export const localMs = (instantMs: number): number => instantMs + offsetMs(instantMs);

/** The date of the peninsula that an instant lies on. */
export const localDate = (instantMs: number): number => Math.floor(localMs(instantMs) / DAY_MS) * DAY_MS;

/** Instant of the midnight of the peninsula that begins a date; clocks never change at midnight. */
export function midnightMs(date: number): number {
  return date - offsetMs(date - HOUR_MS);
}

/**
 * Whole local days from `start_date` to `end_date`, both included (YYYY-MM-DD), in steps of `stepHours` (1, 0.5, 0.25).
 */
export function buildTimeline(start_date: string, end_date: string, stepHours: number, zone?: Zone): Timeline {
  const elapsedMs = midnightMs(dateMs(end_date) + DAY_MS) - midnightMs(dateMs(start_date));
  return timelineOfLength(start_date, elapsedMs / HOUR_MS / stepHours, stepHours, zone);
}

/** `steps` steps of `stepHours` from the local midnight of `start_date`; the last day may be incomplete. */
export function timelineOfLength(
  start_date: string,
  steps: number,
  stepHours: number,
  zone: Zone = DEFAULT_ZONE,
): Timeline {
  const firstDate = dateMs(start_date);
  const startMs = midnightMs(firstDate) + lagMs(zone);
  const stepMs = stepHours * HOUR_MS;
  const hour = new Uint8Array(steps);
  const month = new Uint8Array(steps);
  const day = new Uint16Array(steps);
  const tariffPeriod = new Uint8Array(steps);
  const nonWorking = new Uint8Array(steps);

  let date = Number.NaN;
  let monthOfDate = 0;
  let dateIsNonWorking = false;
  for (let t = 0; t < steps; t++) {
    const instant = startMs + t * stepMs;
    const local = localMs(instant) - lagMs(zone);
    const hourOfDay = Math.floor((local % DAY_MS) / HOUR_MS);
    if (local - (local % DAY_MS) !== date) {
      date = local - (local % DAY_MS);
      monthOfDate = new Date(date).getUTCMonth() + 1;
      dateIsNonWorking = isNonWorking(date);
    }
    hour[t] = hourOfDay;
    month[t] = monthOfDate;
    day[t] = (date - firstDate) / DAY_MS;
    nonWorking[t] = dateIsNonWorking ? 1 : 0;
    tariffPeriod[t] = periodOf(zone, monthOfDate, hourOfDay, dateIsNonWorking);
  }

  const hours = steps * stepHours;
  return {
    steps,
    stepHours,
    hours,
    startMs,
    start: start_date,
    end: isoDate(steps > 0 ? date : firstDate),
    annualFactor: annualFactorOf(firstDate, midnightMs(firstDate) + hours * HOUR_MS, hours),
    hour,
    month,
    day,
    tariffPeriod,
    nonWorking,
  };
}

/**
 * The steps of a timeline in the time of the peninsula. Where local time lies behind, they begin with those from the
 * peninsula's midnight to the local one, so that the last ones are the timeline's own.
 */
export function onPeninsula(timeline: Timeline): Timeline {
  const { start, startMs, steps, stepHours } = timeline;
  const earlier = (startMs - midnightMs(dateMs(start))) / HOUR_MS / stepHours;
  return earlier === 0 ? timeline : timelineOfLength(start, steps + earlier, stepHours);
}

/** Saturdays, Sundays and national holidays of fixed date (Good Friday is a working day of the tariff). */
export function isNonWorking(date: number): boolean {
  const weekday = new Date(date).getUTCDay();
  return weekday === 0 || weekday === 6 || isHoliday(date);
}

/** A period that ends on an anniversary of its start counts as that many years, leap or not. */
function annualFactorOf(firstDate: number, endMs: number, hours: number): number {
  const anniversary = new Date(firstDate);
  for (let years = 1; ; years++) {
    anniversary.setUTCFullYear(anniversary.getUTCFullYear() + 1);
    const anniversaryMs = midnightMs(anniversary.getTime());
    if (anniversaryMs === endMs) return 1 / years;
    if (anniversaryMs > endMs) return HOURS_A_YEAR / hours;
  }
}

/** Source year of the PV yield, and of the market unless another year is chosen. */
export const DATA_YEAR = 2024;

/**
 * For each local day of a timeline, the position (from 0) of the same month and day within `year`. 29 February falls on
 * the 28th where `year` has none.
 */
export const daysWithinYear = (timeline: Timeline, year: number): Uint16Array =>
  daysOf(timeline, (date) => (sameMonthAndDay(date, year) - Date.UTC(year, 0, 1)) / DAY_MS);

/**
 * For each local day of a timeline, the position (from 0) of its market day in `year`. The market day has the same
 * weekday and is nearest to the same month and day. A national holiday takes the same holiday, and no other day takes
 * one.
 */
export const matchingDays = (timeline: Timeline, year: number): Uint16Array =>
  daysOf(timeline, (date) => (matchingDate(date, year) - Date.UTC(year, 0, 1)) / DAY_MS);

function daysOf(timeline: Timeline, position: (date: Date) => number): Uint16Array {
  const firstDate = dateMs(timeline.start);
  const days = (dateMs(timeline.end) - firstDate) / DAY_MS + 1;
  return Uint16Array.from({ length: days }, (_, i) => position(new Date(firstDate + i * DAY_MS)));
}

function sameMonthAndDay(date: Date, year: number): number {
  const lastOfMonth = new Date(Date.UTC(year, date.getUTCMonth() + 1, 0)).getUTCDate();
  return Date.UTC(year, date.getUTCMonth(), Math.min(date.getUTCDate(), lastOfMonth));
}

/** Search radius in days within which a year always has the same weekday that is no holiday, also at its ends. */
const FURTHEST_MATCH = 21;

function matchingDate(date: Date, year: number): number {
  const same = sameMonthAndDay(date, year);
  if (isHoliday(date.getTime())) return same;
  for (let shift = 0; shift <= FURTHEST_MATCH; shift++) {
    for (const candidate of [same - shift * DAY_MS, same + shift * DAY_MS]) {
      const found = new Date(candidate);
      if (found.getUTCFullYear() !== year || found.getUTCDay() !== date.getUTCDay() || isHoliday(candidate)) continue;
      return candidate;
    }
  }
  return same;
}

export const isHoliday = (date: number): boolean => isNationalHoliday(isoDate(date).slice("YYYY-".length));
