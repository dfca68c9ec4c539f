import { readCase, SHIFTS } from "@ecotrim/contracts/simulations/input";
import { describe, expect, test } from "vitest";
import { sumMwh } from "../dispatch/flows.ts";
import { buildSite } from "../site/build-site.ts";
import { gridNeed } from "../site/grid-need.ts";
import { grossConsumption, yearMeanShare } from "./consumption.ts";

test("a site that works every day consumes the mean of an operating day", () => {
  for (const shifts of SHIFTS) expect(yearMeanShare({ shifts, weekends: true })).toBeCloseTo(1, 2);
});

test("closed days lower the mean of the year, most where night and day are alike", () => {
  const [one, two, three] = SHIFTS.map((shifts) => yearMeanShare({ shifts, weekends: false }));
  expect(one).toBeCloseTo(0.83, 2);
  expect(two).toBeCloseTo(0.78, 2);
  expect(three).toBeCloseTo(0.76, 2);
});

describe("the consumption behind purchases", () => {
  const site = (pv_value: number) => readCase({ pv_value, demand_value: 0, shifts: 2, weekends: false });

  test.each([0, 500, 2000, 20_000])("a site with %d kWp buys again what its invoices said", (kwp) => {
    const input = site(kwp);
    const { averageKw, selfConsumedKw } = grossConsumption(input, 300);
    const { pvKwh, demandKwh, timeline } = buildSite({ ...input, load: { ...input.load, averageKw } });
    const meanKw = (kwh: Float64Array) => (1000 * sumMwh(kwh)) / timeline.hours;
    expect(meanKw(gridNeed(pvKwh, demandKwh))).toBeCloseTo(300, 6);
    expect(meanKw(demandKwh)).toBeCloseTo(300 + selfConsumedKw, 6);
    expect(selfConsumedKw).toBeLessThanOrEqual(meanKw(pvKwh) + 1e-6);
  });

  test("without panels the purchases are the consumption", () => {
    expect(grossConsumption(site(0), 300).selfConsumedKw).toBeCloseTo(0, 6);
  });

  test("a site that buys nothing is taken to consume nothing", () => {
    expect(grossConsumption(site(2000), 0).averageKw).toBeCloseTo(0, 6);
  });
});
