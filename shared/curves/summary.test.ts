import { localMs } from "@ecotrim/engine/site/calendar";
import { expect, test } from "vitest";
import { yearCurve } from "./curve.fixture.ts";
import { EXTENDED, FILLED } from "./flags.ts";
import { figuresOf, HOURS, summaryOf } from "./summary.ts";
import { yearOf } from "./year.ts";
import { yearQuestions } from "./year-questions.ts";

const MINUTE_MS = 60_000;

/** 25 kWh a quarter from 6 to 22 h of working days, 5 else; nothing from 1 to 28 August. */
function valueAt(at: number): number {
  const local = new Date(localMs(at));
  if (local.getUTCMonth() === 7 && local.getUTCDate() <= 28) return 0;
  const isWorked = ![0, 6].includes(local.getUTCDay()) && local.getUTCHours() >= 6 && local.getUTCHours() < 22;
  return isWorked ? 25 : 5;
}

const PEAK_AT = "2025-02-11T10:15:00Z";
const year = yearOf(
  yearCurve("2025-01-01", "2026-01-01", { import: (at) => (at === Date.parse(PEAK_AT) ? 60 : valueAt(at)) }, 15),
)!;
const at = (iso: string): number => (Date.parse(iso) - Date.parse(year.curve.start)) / MINUTE_MS / 15;
const figures = figuresOf(year.curve);

test("a year has its total, its peak with the instant and its base of the night", () => {
  const { totals_kwh, peak, base_kw, series } = figures;
  expect(series).toBe("import");
  expect(totals_kwh.import).toBeCloseTo(
    year.curve.values.import!.reduce((a, b) => a + b, 0),
    6,
  );
  expect(peak).toEqual({ kw: 240, at: PEAK_AT });
  expect(base_kw).toBe(20);
  expect(summaryOf(figures, { level: "A", reasons: [] })).toMatchObject({
    annual_kwh: totals_kwh.import,
    peak_kw: 240,
    trust: "A",
    measured_share: 1,
  });
});

test("the heat map has mean powers by day and hour, and no figure in the hour that is skipped", () => {
  const { dates, kw, max_kw } = figures.heat;
  expect(dates).toHaveLength(365);
  const cell = (date: string, hour: number) => kw[dates.indexOf(date) * HOURS + hour]!;
  expect(cell("2025-02-11", 11)).toBeCloseTo(60 + 3 * 25, 5);
  expect(max_kw).toBeCloseTo(135, 5);
  expect(cell("2025-03-30", 2)).toBeNaN();
  expect(cell("2025-03-30", 3)).toBe(20);
  expect(cell("2025-10-26", 2)).toBe(20);
});

test("months share the energy and the peaks among the tariff's periods", () => {
  const { months, peak_by_period } = figures;
  const [february, july] = [months[1]!, months[6]!];
  expect(months.reduce((sum, { kwh }) => sum + kwh, 0)).toBeCloseTo(figures.totals_kwh.import!, 6);
  expect(february.kwh_by_period.map((kwh) => kwh > 0)).toEqual([true, true, false, false, false, true]);
  expect(july.peak_by_period[0]).toMatchObject({ kw: 100 });
  expect(july.peak_by_period[2]).toBeNull();
  expect(peak_by_period[0]).toEqual({ kw: 240, at: PEAK_AT });
  expect(months[0]!.quality).toEqual({ measured: 1, filled: 0, extended: 0, estimated: 0 });
});

test("the typical week is of weeks that are worked", () => {
  const [monday, sunday] = [figures.week[8]!, figures.week[6 * HOURS + 8]!];
  expect(monday).toEqual({ p10: 100, median: 100, p90: 100 });
  expect(sunday).toEqual({ p10: 20, median: 20, p90: 20 });
});

test("the duration curve falls from the peak to the least, and a stop of weeks is a run of zeros", () => {
  const { duration, zero_runs, level_change } = figures;
  expect([duration[0], duration.at(-1)]).toEqual([240, 0]);
  expect(duration.every((kw, i) => i === 0 || kw <= duration[i - 1]!)).toBe(true);
  expect(zero_runs).toEqual([{ from: "2025-07-31T22:00:00Z", to: "2025-08-28T21:45:00Z", hours: 28 * 24 }]);
  expect(level_change).toBeNull();
  expect(yearQuestions(year, figures)).toEqual([
    { code: "has_pv", guess: "no" },
    { code: "zero_run", guess: "stopped", from: zero_runs[0]!.from, to: zero_runs[0]!.to },
  ]);
});

test("no peak is one of a filled step, which its month and its hour of the map show", () => {
  const flags = year.curve.flags.slice();
  flags[at(PEAK_AT)] = FILLED;
  flags[at("2025-06-10T10:00:00Z")] = EXTENDED;
  const marked = figuresOf({ ...year.curve, flags });
  expect(marked.peak.kw).toBe(100);
  expect(marked.heat.flags[marked.heat.dates.indexOf("2025-02-11") * HOURS + 11]).toBe(FILLED);
  expect(marked.months[1]!.filled_share).toBeCloseTo(1 / (28 * 96), 9);
  expect(marked.months[5]!.quality.extended).toBeGreaterThan(0);
});

test("half a year without August asks for the stop and for the level", () => {
  const half = yearOf(yearCurve("2025-01-01", "2025-07-01", { import: valueAt }, 15))!;
  const codes = yearQuestions(half, figuresOf(half.curve)).map(({ code }) => code);
  expect(codes).toEqual(["has_pv", "august_stop", "annual_kwh"]);
});
