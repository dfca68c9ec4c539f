import fc from "fast-check";
import { describe, expect, test } from "vitest";
import cases from "../../../tests/fixtures/engine-cases.json" with { type: "json" };
import { isNationalHoliday } from "../bill/calendar.ts";
import { buildTimeline, daysWithinYear, matchingDays, timelineOfLength } from "./calendar.ts";
import type { Timeline } from "./site.ts";

const HOUR_MS = 3_600_000;

function hoursOfDate(date: string): number {
  return buildTimeline(date, date, 1).steps;
}

function hoursByPeriod({ tariffPeriod, stepHours }: Timeline): Record<string, number> {
  const hours: Record<string, number> = {};
  for (const period of tariffPeriod) hours[`P${period}`] = (hours[`P${period}`] ?? 0) + stepHours;
  return hours;
}

function nonWorkingDates(year: number): string[] {
  const { day, nonWorking, steps } = buildTimeline(`${year}-01-01`, `${year}-12-31`, 1);
  const days = new Set<number>();
  for (let t = 0; t < steps; t++) if (nonWorking[t] === 1) days.add(day[t]!);
  return [...days].map((index) => new Date(Date.UTC(year, 0, 1 + index)).toISOString().slice(0, 10));
}

describe("real elapsed time", () => {
  test.each(cases.calendar)("the year $year has its hours, its short day and its long day", ({ year, ...expected }) => {
    expect(buildTimeline(`${year}-01-01`, `${year}-12-31`, 1).steps).toBe(expected.hours);
    const clockChanges = Object.entries(expected).filter(([key]) => key.startsWith(`${year}-`));
    expect(clockChanges).toHaveLength(2);
    for (const [date, hours] of clockChanges) expect(hoursOfDate(date)).toBe(hours);
  });

  test.each([2000, 2024, 2025, 2038, 2100])(
    "every hour of %i has the local date and hour of the time zone database",
    (year) => {
      const local = new Intl.DateTimeFormat("en-CA", {
        timeZone: "Europe/Madrid",
        hourCycle: "h23",
        year: "numeric",
        month: "2-digit",
        day: "2-digit",
        hour: "2-digit",
      });
      const timeline = buildTimeline(`${year}-01-01`, `${year}-12-31`, 1);
      const expected: string[] = [];
      const actual: string[] = [];
      for (let t = 0; t < timeline.steps; t++) {
        expected.push(local.format(timeline.startMs + t * HOUR_MS));
        const date = new Date(Date.UTC(year, 0, 1 + timeline.day[t]!)).toISOString().slice(0, 10);
        expect(timeline.month[t]).toBe(Number(date.slice(5, 7)));
        actual.push(`${date}, ${String(timeline.hour[t]).padStart(2, "0")}`);
      }
      expect(actual).toEqual(expected);
    },
  );

  test("the hour from 02:00 is missing in March and comes twice in October", () => {
    expect([...buildTimeline("2024-03-31", "2024-03-31", 1).hour.slice(0, 4)]).toEqual([0, 1, 3, 4]);
    expect([...buildTimeline("2024-10-27", "2024-10-27", 1).hour.slice(0, 5)]).toEqual([0, 1, 2, 2, 3]);
  });

  test("quarter hours repeat the labels of their hour", () => {
    const hourly = buildTimeline("2024-03-30", "2024-04-01", 1);
    const quarterly = buildTimeline("2024-03-30", "2024-04-01", 0.25);
    expect(quarterly.steps).toBe(4 * hourly.steps);
    expect(quarterly.hours).toBe(hourly.hours);
    for (const label of ["hour", "month", "day", "tariffPeriod", "nonWorking"] as const) {
      expect([...quarterly[label]]).toEqual([...hourly[label]].flatMap((value) => [value, value, value, value]));
    }
  });

  test("a timeline given by its number of steps may end within a day", () => {
    const timeline = timelineOfLength("2024-01-01", 30, 1);
    expect(timeline).toMatchObject({ steps: 30, hours: 30, start: "2024-01-01", end: "2024-01-02" });
    expect([...timeline.day]).toEqual([...Array(24).fill(0), ...Array(6).fill(1)]);
  });
});

describe("the share of the year", () => {
  test.each([
    ["a leap year", "2024-01-01", "2024-12-31", 1],
    ["a common year", "2025-01-01", "2025-12-31", 1],
    ["two calendar years", "2024-01-01", "2025-12-31", 1 / 2],
    ["a day", "2024-06-01", "2024-06-01", 365],
    ["the day of 23 hours", "2024-03-31", "2024-03-31", 8760 / 23],
    ["eleven months of a leap year", "2024-01-01", "2024-11-30", 8760 / (335 * 24)],
  ])("the share of the year is right for %s", (_, start, end, factor) => {
    expect(buildTimeline(start, end, 1).annualFactor).toBeCloseTo(factor, 12);
    expect(buildTimeline(start, end, 0.25).annualFactor).toBeCloseTo(factor, 12);
  });

  test("a series of 8784 steps from 1 January 2024 is a whole year, one of 8783 is not", () => {
    expect(timelineOfLength("2024-01-01", 8784, 1).annualFactor).toBe(1);
    expect(timelineOfLength("2024-01-01", 8783, 1).annualFactor).toBe(8760 / 8783);
  });
});

describe("the 6.1TD calendar", () => {
  const year = cases.calendar[0]!;

  test.each([1, 0.25])("the calendar of 2024 in steps of %d h has the published hours by period", (stepHours) => {
    expect(hoursByPeriod(buildTimeline("2024-01-01", "2024-12-31", stepHours))).toEqual(year.hours_by_period);
  });

  test.each([
    ["2024-01-08", 9, 1],
    ["2024-01-08", 14, 2],
    ["2024-01-08", 7, 6],
    ["2024-03-04", 9, 2],
    ["2024-06-03", 9, 3],
    ["2024-04-08", 9, 4],
    ["2024-04-08", 23, 5],
  ])("the day %s at %i h is in P%i", (date, hour, period) => {
    expect(buildTimeline(date, date, 1).tariffPeriod[hour]).toBe(period);
  });

  test("weekends and national holidays of fixed date are P6 all day, in any year", () => {
    for (const date of [
      "2024-01-06",
      "2024-05-01",
      "2025-01-06",
      "2025-08-15",
      "2026-12-08",
      "2024-02-10",
      "2024-02-11",
    ]) {
      expect(new Set(buildTimeline(date, date, 1).tariffPeriod), date).toEqual(new Set([6]));
    }
    expect(nonWorkingDates(2025)).toContain("2025-01-06");
  });

  test("Good Friday, regional holidays and the Monday after a Sunday holiday are working days", () => {
    for (const year of [2024, 2025]) {
      const dates = nonWorkingDates(year);
      for (const working of ["2024-03-28", "2024-03-29", "2024-05-02", "2024-12-09", "2025-04-18"]) {
        expect(dates).not.toContain(working);
      }
    }
  });
});

describe("the same day of another year", () => {
  test("29 February exists in leap years only and falls on the 28th in others", () => {
    const february2028 = buildTimeline("2028-02-28", "2028-03-01", 1);
    expect([...daysWithinYear(february2028, 2024)]).toEqual([58, 59, 60]);
    expect([...daysWithinYear(february2028, 2023)]).toEqual([58, 58, 59]);
    expect([...daysWithinYear(buildTimeline("2025-02-28", "2025-03-01", 1), 2024)]).toEqual([58, 60]);
  });

  test("a year's days map onto themselves within that year", () => {
    const days = daysWithinYear(buildTimeline("2024-01-01", "2024-12-31", 1), 2024);
    expect([...days]).toEqual(Array.from({ length: 366 }, (_, i) => i));
  });
});

describe("the market day of a day outside the market year", () => {
  const dateOf = (year: number, index: number) => new Date(Date.UTC(year, 0, 1 + index));
  const counterpart = (date: string, year: number) =>
    dateOf(year, matchingDays(buildTimeline(date, date, 1), year)[0]!)
      .toISOString()
      .slice(0, 10);

  test.each([
    ["2026-06-03", "2024-06-05", "a Wednesday"],
    ["2025-01-02", "2024-01-04", "a Thursday at the edge of the year"],
    ["2028-02-29", "2023-02-28", "29 February, a Tuesday"],
    ["2026-12-25", "2024-12-25", "a holiday keeps its date"],
    ["2025-10-13", "2024-10-14", "the day after a holiday"],
    ["2026-12-30", "2024-12-18", "a Wednesday takes no holiday"],
  ])("the market day of %s is %s: %s", (date, expected) => {
    expect(counterpart(date, 2024 === Number(expected.slice(0, 4)) ? 2024 : 2023)).toBe(expected);
  });

  test("the market day has the same weekday and is a holiday only where the day is one", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 36_500 }), fc.constantFrom(2023, 2024, 2025), (offset, year) => {
        const date = new Date(Date.UTC(2000, 0, 1 + offset)).toISOString().slice(0, 10);
        const found = counterpart(date, year);
        const isHoliday = (day: string) => isNationalHoliday(day.slice("YYYY-".length));
        expect(isHoliday(found)).toBe(isHoliday(date));
        if (!isHoliday(date)) expect(new Date(found).getUTCDay()).toBe(new Date(date).getUTCDay());
      }),
    );
  });

  test("the market day of a day of the market year is that day", () => {
    const days = matchingDays(buildTimeline("2024-01-01", "2024-12-31", 1), 2024);
    expect([...days]).toEqual(Array.from({ length: 366 }, (_, i) => i));
  });
});
