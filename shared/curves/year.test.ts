import { localDate, midnightMs } from "@ecotrim/engine/site/calendar";
import { describe, expect, test } from "vitest";
import { yearCurve } from "./curve.fixture.ts";
import { EXTENDED, FILLED } from "./flags.ts";
import { type Year, type YearAnswers, yearEnds, yearOf } from "./year.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** 100 kWh an hour on working days, 40 at weekends, with the number of the day so that days can be told apart. */
function valueAt(at: number): number {
  const date = localDate(at);
  const isWeekend = [0, 6].includes(new Date(date).getUTCDay());
  return (isWeekend ? 40 : 100) + (date / DAY_MS) * 1e-6;
}

const loadOf = (start: string, end: string) => yearCurve(start, end, { import: valueAt });

function made(start: string, end: string, answers: YearAnswers = {}): Year {
  const year = yearOf(loadOf(start, end), answers);
  if (!year) throw new Error("No year.");
  return year;
}

const stepOf = ({ curve }: Year, date: string): number =>
  (midnightMs(Date.parse(date)) - Date.parse(curve.start)) / HOUR_MS;

const sumOf = ({ curve }: Year, from: number, to: number): number =>
  curve.values.import!.subarray(from, to).reduce((sum, kwh) => sum + kwh, 0);

describe("a curve of a year and more", () => {
  test("is cut to its last twelve complete months, which is said", () => {
    const { curve, known_days, level_source, repairs } = made("2023-02-10", "2025-03-20");
    expect(curve).toMatchObject({ start: "2024-02-29T23:00:00Z", end: "2025-02-28T23:00:00Z", steps: 8760 });
    expect(known_days).toBe(365);
    expect(level_source).toBe("measured");
    expect(curve.flags.every((flag) => flag === 0)).toBe(true);
    expect(repairs).toMatchObject([{ code: "trimmed_to_year", count: 25 }]);
  });

  test("is cut to another twelve months where those are asked for", () => {
    const ends = yearEnds(loadOf("2023-02-10", "2025-03-20"));
    expect(ends).toHaveLength(13);
    expect([ends[0], ends.at(-1)]).toEqual(["2025-02-28T23:00:00Z", "2024-02-29T23:00:00Z"]);
    const { curve, repairs } = made("2023-02-10", "2025-03-20", { until: ends.at(-1) });
    expect(curve).toMatchObject({ start: "2023-02-28T23:00:00Z", end: "2024-02-29T23:00:00Z" });
    expect(repairs).toMatchObject([{ code: "trimmed_to_year" }]);
  });

  test("of which only the months after a change of level count takes nothing from before it", () => {
    const from = "2024-05-31T22:00:00Z";
    const at = Date.parse(from);
    const load = yearCurve("2024-01-01", "2025-01-01", { import: (t) => (t < at ? 500 : 100) });
    const { curve, known_days, repairs } = yearOf(load, { from })!;
    expect(curve).toMatchObject({ start: "2023-12-31T23:00:00Z", end: "2024-12-31T23:00:00Z" });
    expect(Math.max(...curve.values.import!)).toBe(100);
    expect(known_days).toBe(214);
    expect(repairs).toMatchObject([{ code: "months_extended", count: 152 }]);
  });

  test("that begins an hour after midnight, as in UTC, is whole with that hour filled", () => {
    const whole = loadOf("2024-03-01", "2025-03-01");
    const cut = { ...whole, first: new Date(Date.parse(whole.first) + HOUR_MS).toISOString() };
    cut.values = { import: whole.values.import!.subarray(1) };
    cut.flags = whole.flags.subarray(1);
    const { curve, known_days } = yearOf(cut)!;
    expect(known_days).toBe(365);
    expect([...curve.flags.subarray(0, 2)]).toEqual([FILLED, 0]);
    expect(curve.values.import![0]).toBeCloseTo(100, 0);
  });

  test("whose level changes for good says when", () => {
    const at = midnightMs(Date.parse("2024-06-03"));
    const load = yearCurve("2024-01-01", "2025-01-01", { import: (t) => valueAt(t) * (t < at ? 1 : 2) });
    expect(yearOf(load)!.repairs).toMatchObject([{ code: "level_change", from: "2024-06-02T23:00:00Z" }]);
    const summer = yearCurve("2024-01-01", "2025-01-01", {
      import: (t) => valueAt(t) * (new Date(t).getUTCMonth() === 7 ? 0.1 : 1),
    });
    expect(yearOf(summer)!.repairs).toEqual([]);
  });
});

describe("a part of a year", () => {
  test("takes for each missing day a whole known day of the same weekday and the nearest season", () => {
    const year = made("2024-01-01", "2024-10-01");
    expect(year).toMatchObject({ known_days: 274, level_source: "unknown" });
    expect(year.curve).toMatchObject({ start: "2023-09-30T22:00:00Z", end: "2024-09-30T22:00:00Z" });
    expect(year.repairs).toMatchObject([{ code: "months_extended", count: 92, from: "2023-09-30T22:00:00Z" }]);
    // Friday 10 November 2023 lies as far from midwinter as 20 March.
    const from = stepOf(year, "2023-11-10");
    const day = year.curve.values.import!.subarray(from, from + 24);
    expect(new Set(day).size).toBe(1);
    const source = Math.round((day[0]! - 100) * 1e6) * DAY_MS;
    expect(new Date(source).getUTCDay()).toBe(5);
    expect(Math.abs(source - Date.UTC(2024, 2, 20)) / DAY_MS).toBeLessThanOrEqual(4);
    expect(year.curve.flags[from]).toBe(EXTENDED);
    // 25 hours long, and a Sunday like its source.
    const long = stepOf(year, "2023-10-29");
    expect(year.curve.values.import!.subarray(long, long + 25).every((kwh) => Math.abs(kwh - 40) < 0.1)).toBe(true);
  });

  test("of four weeks is enough, and of a day less is not", () => {
    expect(yearOf(loadOf("2024-03-01", "2024-03-29"))).toMatchObject({ known_days: 28 });
    expect(yearOf(loadOf("2024-03-01", "2024-03-28"))).toBeUndefined();
  });

  test("is brought to the kWh of the year, or of the months that the bills say", () => {
    const annual = made("2024-01-01", "2024-10-01", { annual_kwh: 700_000 });
    expect(annual.level_source).toBe("annual_kwh");
    expect(sumOf(annual, 0, annual.curve.steps)).toBeCloseTo(700_000, 3);
    const measured = stepOf(annual, "2024-02-01");
    expect(annual.curve.values.import![measured]).toBeCloseTo(100, 0);

    const months_kwh = new Array(12).fill(undefined);
    months_kwh[10] = 30_000;
    const billed = made("2024-01-01", "2024-10-01", { months_kwh });
    expect(billed.level_source).toBe("bill_months");
    const november = [stepOf(billed, "2023-11-01"), stepOf(billed, "2023-12-01")] as const;
    expect(sumOf(billed, ...november)).toBeCloseTo(30_000, 3);
  });

  test("without August has the stop that the visitor tells", () => {
    const open = made("2024-01-01", "2024-07-01");
    const closed = made("2024-01-01", "2024-07-01", { august_weeks: 2 });
    const august = [stepOf(open, "2023-08-08"), stepOf(open, "2023-08-22")] as const;
    expect(sumOf(closed, ...august)).toBeCloseTo(14 * 24 * 40, -3);
    expect(sumOf(open, ...august)).toBeGreaterThan(1.5 * sumOf(closed, ...august));
  });

  test("of eleven months and more has its gap filled with what is usual there", () => {
    const year = made("2024-01-01", "2024-12-12");
    expect(year).toMatchObject({ known_days: 346, level_source: "measured" });
    const from = stepOf(year, "2024-12-26");
    expect(year.curve.flags[from]).toBe(EXTENDED);
    expect([...year.curve.values.import!].every(Number.isFinite)).toBe(true);
  });
});
