import { existsSync, readFileSync } from "node:fs";
import { readCase } from "@ecotrim/contracts/simulations/input";
import { PROVINCES, type ProvinceCode } from "@ecotrim/contracts/simulations/provinces";
import { describe, expect, test } from "vitest";
import table from "../data/pv-provinces.json" with { type: "json" };
import compact from "../data/spain-2024-compact.json" with { type: "json" };
import { buildSite } from "./build-site.ts";
import { buildTimeline } from "./calendar.ts";
import { provinceYield, pvSeries } from "./pv.ts";
import { dailyYields, weatherPlace } from "./pv-days.ts";

/** Hours of PVGIS beside the repository, where somebody has put them. */
const VALENCIA = "../shared/data/pv-valencia-pvgis-2015-2020.csv";

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

  test.each(PROVINCES.filter(([code]) => code !== "28"))("%s %s has the months of its own table", (code) => {
    const pv = pvSeries(year, 1, code);
    expect(pv.every((kwh) => Number.isFinite(kwh) && kwh >= 0)).toBe(true);
    for (const [i, kwh] of monthlySums(pv).entries()) expect(kwh).toBeCloseTo(monthly(code)[i]!, 9);
    expect(provinceYield(code).kwhPerKwpYear).toBeCloseTo(sum(monthly(code)), 9);
  });

  test("the coast of the east and south and the islands vary as Valencia's days, all else as Madrid's", () => {
    const placesOf = (...codes: ProvinceCode[]) => new Set(codes.map((code) => weatherPlace(code)));
    expect([...placesOf("46", "08", "07", "29", "11", "35", "52")]).toEqual(["valencia"]);
    expect([...placesOf("28", "48", "15", "41", "50", "18")]).toEqual(["madrid"]);
  });

  test("Madrid keeps the days that the engine ships with", () => {
    expect(sum(madrid)).toBeCloseTo(sum(compact.pv_daily_kwh_per_kwp), 9);
    expect(provinceYield("28").kwhPerKwpYear).toBe(sum(compact.pv_daily_kwh_per_kwp));
  });

  // The series is too large for the repository.
  test.skipIf(!existsSync(VALENCIA))(
    "Valencia, by its own days and by Madrid's, is within 3 % of PVGIS 2015-2020 a year and 6 % a month",
    () => {
      const months = new Array<number>(12).fill(0);
      for (const row of readFileSync(VALENCIA, "utf8").trim().split("\n").slice(1)) {
        const [instant = "", , , , , kwh] = row.split(",");
        months[Number(instant.slice(5, 7)) - 1]! += Number(kwh) / 6;
      }
      for (const place of ["valencia", "madrid"] as const) {
        const found = new Array<number>(12).fill(0);
        const days = dailyYields("46", place);
        for (const [d, kwh] of days.entries()) found[new Date(Date.UTC(2024, 0, 1 + d)).getUTCMonth()]! += kwh;
        expect(Math.abs(sum(found) / sum(months) - 1)).toBeLessThan(0.03);
        for (const [m, kwh] of found.entries()) expect(Math.abs(kwh / months[m]! - 1)).toBeLessThan(0.06);
      }
    },
  );

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
