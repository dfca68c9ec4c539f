import { expect, test } from "vitest";
import { groupsOf } from "./excess.ts";
import { accessRightEur, limitsKeepingPeak } from "./peak-limit.ts";
import { steelYear } from "./steel-year.fixture.ts";

const { timeline, problem } = steelYear(250, 500, "2024-01-31");
const contractedKw = [300, 300, 300, 300, 300, 800];
const limits = (allowedP6Kw?: number, importLimitKwh = problem.importLimitKwh) =>
  limitsKeepingPeak(importLimitKwh, groupsOf(timeline), problem.demandKwh, contractedKw, allowedP6Kw);
/** The import limits, kWh, that the steps of a period have. */
const limitsOf = (period: number, limited: Float64Array) =>
  new Set(limited.filter((_, t) => timeline.tariffPeriod[t] === period));

test("import keeps within the contracted power of each period, or the site's own peak where that is higher", () => {
  const peakKwh = Math.max(...problem.demandKwh.filter((_, t) => timeline.tariffPeriod[t] === 1));
  expect(peakKwh).toBeGreaterThan(75);
  expect(limitsOf(1, limits())).toEqual(new Set([peakKwh]));
  expect(limitsOf(6, limits())).toEqual(new Set([200]));
});

test("power that is allowed to grow in P6 may be imported there, and no other period grows", () => {
  expect(limitsOf(6, limits(900))).toEqual(new Set([225]));
  expect(limitsOf(1, limits(900))).toEqual(limitsOf(1, limits()));
});

test("an access right is due once for power above the highest ever contracted", () => {
  expect(accessRightEur([300, 300, 300, 300, 300, 850], 800)).toBe(850);
  expect(accessRightEur([300, 300, 300, 300, 300, 700], 800)).toBe(0);
});

test("the site's physical limit stays above all", () => {
  expect(
    Math.max(
      ...limits(
        900,
        problem.importLimitKwh.map(() => 170),
      ),
    ),
  ).toBe(170);
});
