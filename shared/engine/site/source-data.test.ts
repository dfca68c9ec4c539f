import { readCase } from "@ecotrim/contracts/simulations/input";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { inputHash } from "../../../api/src/modules/simulations/input-hash.ts";
import { engineVersion } from "../simulate.ts";
import { marketSeries } from "../tariff/market.ts";
import { buildSite } from "./build-site.ts";
import { buildTimeline, daysWithinYear } from "./calendar.ts";
import { pvSeries } from "./pv.ts";
import { hoursWithinYear, type SourceData, useSourceData } from "./source-data.ts";

/** Every hour's value is its number within the year. */
const numbered = (year: number) =>
  Array.from({ length: buildTimeline(`${year}-01-01`, `${year}-12-31`, 1).steps }, (_, hour) => hour);

const DATA: SourceData = {
  version: "test",
  market: { 2024: numbered(2024) },
  pv: {
    year: 2019,
    kwhPerKwp: numbered(2019).map((hour) => (hour % 24 === 12 ? 0.5 : 0)),
    description: "Valencia, año 2019",
  },
};

beforeEach(() => useSourceData(DATA));
afterEach(() => useSourceData(null));

describe("the hours of a measured year", () => {
  test("the hours of a measured year are all taken in order by that year itself, clock changes included", () => {
    const year = buildTimeline("2024-01-01", "2024-12-31", 1);
    expect([...hoursWithinYear(year, 2024, daysWithinYear)]).toEqual(numbered(2024));
  });

  test("the hours of a measured year match the same day and local hour where clocks change on other days", () => {
    // 2024-03-31 lacks 02:00 and 2024-10-27 has it twice; in 2025 those are 30 March and 26 October.
    const spring = buildTimeline("2025-03-31", "2025-03-31", 1);
    const dayStart = hoursWithinYear(buildTimeline("2024-03-31", "2024-03-31", 1), 2024, daysWithinYear)[0]!;
    expect([...hoursWithinYear(spring, 2024, daysWithinYear)].slice(0, 4)).toEqual(
      [0, 1, 1, 2].map((hour) => dayStart + hour),
    );
    const autumn = buildTimeline("2025-10-27", "2025-10-27", 1);
    const autumnStart = hoursWithinYear(buildTimeline("2024-10-27", "2024-10-27", 1), 2024, daysWithinYear)[0]!;
    expect([...hoursWithinYear(autumn, 2024, daysWithinYear)].slice(0, 4)).toEqual(
      [0, 1, 2, 4].map((hour) => autumnStart + hour),
    );
  });

  test("the hours of a measured year repeat within quarter-hours", () => {
    const quarters = buildTimeline("2024-01-02", "2024-01-02", 0.25);
    expect([...marketSeries(quarters, 2024)].slice(0, 5)).toEqual([24, 24, 24, 24, 25]);
    const noon = pvSeries(quarters, 1000).slice(48, 52);
    expect([...noon]).toEqual([125, 125, 125, 125]);
    expect(pvSeries(quarters, 1000, "48")).toEqual(pvSeries(quarters, 1000));
  });
});

test("a year that was not measured keeps the shipped prices", () => {
  const day = buildTimeline("2024-06-03", "2024-06-03", 1);
  const measured = marketSeries(day, 2023);
  useSourceData(null);
  expect([...measured]).toEqual([...marketSeries(day, 2023)]);
});

test("the data are part of the identity of a computation", () => {
  const input = readCase({ demand_value: 500 });
  const hashes = [null, DATA, { ...DATA, version: "other" }].map((data) => {
    useSourceData(data);
    return inputHash(input);
  });
  expect(new Set(hashes).size).toBe(3);
  useSourceData(DATA);
  expect(engineVersion()).toMatch(/^\d+\.\d+\.\d+\+test$/);
});

test("sun of another year is not said to be borrowed from 2024", () => {
  const input = readCase({ demand_value: 500, start_date: "2025-01-01", end_date: "2025-01-31" });
  expect(buildSite(input).warnings[0]).toMatchObject({ code: "outside_data_year", pv: false, market: true });
});
