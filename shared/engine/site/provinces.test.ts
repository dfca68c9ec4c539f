import { readCase } from "@ecotrim/contracts/simulations/input";
import { PROVINCES, type ProvinceCode } from "@ecotrim/contracts/simulations/provinces";
import { describe, expect, test } from "vitest";
import table from "../data/pv-provinces.json" with { type: "json" };
import compact from "../data/spain-2024-compact.json" with { type: "json" };
import { buildSite } from "./build-site.ts";
import { buildTimeline } from "./calendar.ts";
import { provinceYield, pvSeries } from "./pv.ts";

const year = buildTimeline("2024-01-01", "2024-12-31", 1);
const codes = PROVINCES.map(([code]) => code);
const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0);

function monthlySums(values: Float64Array): number[] {
  const sums = new Array<number>(12).fill(0);
  for (const [t, kwh] of values.entries()) sums[year.month[t]! - 1]! += kwh;
  return sums;
}

const madrid = monthlySums(pvSeries(year, 1));
const monthly = (code: ProvinceCode) => table[code].kwh_per_kwp_month;

describe("PV by province", () => {
  test("every province has its sun, and no other place has one", () => {
    expect(Object.keys(table).sort()).toEqual([...codes].sort());
  });

  test.each(PROVINCES)("%s %s has its own table's months, as Madrid's days stand to Madrid's table", (code) => {
    const pv = pvSeries(year, 1, code);
    expect(pv.every((kwh) => Number.isFinite(kwh) && kwh >= 0)).toBe(true);
    const expected = monthly(code).map((kwh, i) => (kwh * madrid[i]!) / monthly("28")[i]!);
    for (const [i, kwh] of monthlySums(pv).entries()) expect(kwh).toBeCloseTo(expected[i]!, 9);
    expect(provinceYield(code).kwhPerKwpYear).toBeCloseTo(sum(expected), 9);
  });

  test("Madrid keeps the days that the engine ships with", () => {
    expect(sum(madrid)).toBeCloseTo(sum(compact.pv_daily_kwh_per_kwp), 9);
    expect(provinceYield("28").kwhPerKwpYear).toBe(sum(compact.pv_daily_kwh_per_kwp));
  });

  test("Valencia by Madrid's days is within 3 % of its own table a year, and within 8 % a month", () => {
    const own = monthly("46");
    const found = monthlySums(pvSeries(year, 1, "46"));
    expect(Math.abs(sum(found) / sum(own) - 1)).toBeLessThan(0.03);
    for (const [i, kwh] of found.entries()) expect(Math.abs(kwh / own[i]! - 1)).toBeLessThan(0.08);
  });

  test("the sun stands highest earlier in the east, and over an hour later in Canarias", () => {
    const centre = (code: ProvinceCode) => {
      const day = buildTimeline("2024-03-15", "2024-03-15", 0.25);
      const pv = pvSeries(day, 1, code);
      return pv.reduce((moment, kwh, t) => moment + kwh * t, 0) / sum(pv) / 4;
    };
    const [east, middle, west] = [centre("07"), centre("28"), centre("35")];
    // A degree of longitude is 4 minutes.
    expect(middle - east).toBeCloseTo((2.65 + 3.7) / 15, 1);
    expect(west - middle).toBeCloseTo((15.41 - 3.7) / 15, 1);
  });
});

test.each([
  ["07", true],
  ["35", true],
  ["38", true],
  ["51", true],
  ["52", true],
  ["28", false],
  ["46", false],
])("a site in province %s is warned of the peninsula's prices: %s", (province, isWarned) => {
  const { warnings } = buildSite(
    readCase({ demand_value: 500, total_spending: 400_000, province, end_date: "2024-01-07" }),
  );
  expect(warnings.some(({ code }) => code === "peninsula_prices")).toBe(isWarned);
});

test("given PV stands for itself, wherever the site is", () => {
  const site = buildSite(readCase({ demand_value: 500, province: "35" }), { pv_kwh: [1, 2, 3] });
  expect([...site.pvKwh]).toEqual([1, 2, 3]);
});
