import { describe, expect, test } from "vitest";
import { buildTimeline } from "../../site/calendar.ts";
import { comparableDays, indexByLocalTime } from "./comparable-days.ts";

/** 1 January 2024 is a Monday and a holiday, and so is 6 January, a Saturday. */
const YEAR = buildTimeline("2024-01-01", "2024-12-31", 0.25);
const dayOf = (date: string) => (Date.parse(date) - Date.parse("2024-01-01")) / 86_400_000;

describe("comparable days", () => {
  const days = comparableDays(YEAR);

  test("an ordinary day is compared with the five last of its weekday", () => {
    expect(days[dayOf("2024-04-17")]).toEqual(
      ["2024-04-10", "2024-04-03", "2024-03-27", "2024-03-20", "2024-03-13"].map(dayOf),
    );
  });

  test("a holiday on a weekday is compared with the last days without work", () => {
    // 15 August 2024 is a Thursday, and no Thursday before it was free.
    expect(days[dayOf("2024-08-15")]!.slice(0, 2)).toEqual(["2024-08-11", "2024-08-10"].map(dayOf));
  });

  test("a working day skips holidays of its weekday", () => {
    // 8 January is a Monday like the holiday a week before.
    expect(days[dayOf("2024-01-08")]).not.toContain(dayOf("2024-01-01"));
  });

  test("no day is compared with the day before or a later one", () => {
    for (const [day, earlier] of days.entries())
      for (const other of earlier) expect(other).toBeLessThanOrEqual(day - 2);
  });

  test("the first days of a period have no comparable day", () => {
    expect(days.slice(0, 2)).toEqual([[], []]);
  });
});

describe("the same local time on another day", () => {
  const sameTime = indexByLocalTime(YEAR);
  const noon = 4 * 12 + 1;

  test("the clock change does not shift the local time", () => {
    const winterStep = sameTime(noon, dayOf("2024-03-30"));
    const summerStep = sameTime(noon, dayOf("2024-03-31"));
    expect(summerStep - winterStep).toBe(4 * 23);
    expect(YEAR.hour[summerStep]).toBe(12);
  });

  test("an hour that a day lacks is the last step before it", () => {
    const halfPastTwo = 4 * 2 + 2;
    const found = sameTime(halfPastTwo, dayOf("2024-03-31"));
    expect(YEAR.hour[found]).toBe(1);
    expect(YEAR.hour[found + 1]).toBe(3);
  });

  test("both hours that come twice stand for their own local time", () => {
    const found = sameTime(4 * 2, dayOf("2024-10-27"));
    expect(YEAR.hour[found]).toBe(2);
    expect(sameTime(found + 4, dayOf("2024-10-28"))).toBe(sameTime(found, dayOf("2024-10-28")));
  });
});
