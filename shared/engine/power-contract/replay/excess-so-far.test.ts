import { expect, test } from "vitest";
import { buildTimeline } from "../../site/calendar.ts";
import { groupsOf } from "../excess.ts";
import { PRICES_3_0TD, PRICES_6_1TD } from "../steel-year.fixture.ts";
import { excessSoFar } from "./excess-so-far.ts";

const GROUPS = groupsOf(buildTimeline("2024-01-01", "2024-02-29", 0.25));
/** P1 of January. */
const GROUP = GROUPS.period.indexOf(0);

test("a month without excess pays the full price for its first kW", () => {
  const excess = excessSoFar(GROUPS, PRICES_6_1TD, { contractedKw: Array(6).fill(100), meter: "quarter_hours" }, 50);
  excess.record(GROUP, 100);
  expect(excess.eurKw[GROUP]).toBeCloseTo(3.431797, 9);
});

test("a month already spoiled is cheaper to spoil more, by the difference of its bill", () => {
  const excess = excessSoFar(GROUPS, PRICES_6_1TD, { contractedKw: Array(6).fill(100), meter: "quarter_hours" }, 50);
  excess.record(GROUP, 130);
  excess.record(GROUP, 140);
  // The root of 30 and 40 squared is 50; with 50 more it is 70.71.
  expect(excess.eurKw[GROUP]! * 50).toBeCloseTo(3.431797 * (50 * Math.SQRT2 - 50), 9);
  const february = GROUPS.period.indexOf(0, GROUP + 1);
  expect(excess.eurKw[february]).toBeCloseTo(3.431797, 9);
});

test("an hourly step counts for four quarter-hours", () => {
  const hourly = groupsOf(buildTimeline("2024-01-01", "2024-01-31", 1));
  const group = hourly.period.indexOf(0);
  const excess = excessSoFar(hourly, PRICES_6_1TD, { contractedKw: Array(6).fill(100), meter: "quarter_hours" }, 50);
  expect(excess.eurKw[group]).toBeCloseTo(2 * 3.431797, 9);
});

test("a maximeter asks nothing below the highest power of the month", () => {
  const excess = excessSoFar(GROUPS, PRICES_3_0TD, { contractedKw: Array(6).fill(20), meter: "maximeter" }, 10);
  excess.record(GROUP, 26);
  excess.record(GROUP, 23);
  expect(excess.freeKw[GROUP]).toBe(26);
  expect(excess.eurKw[GROUP]).toBeCloseTo(0.171373 * 31, 9);
});

test("excess in P5 and P6 is costly in 3.0TD and not in 6.1TD", () => {
  const p6 = GROUPS.period.indexOf(5);
  const powers = { contractedKw: Array(6).fill(100), meter: "quarter_hours" } as const;
  expect(excessSoFar(GROUPS, PRICES_3_0TD, powers, 10).isCostly[p6]).toBe(true);
  expect(excessSoFar(GROUPS, PRICES_6_1TD, powers, 10).isCostly[p6]).toBe(false);
});
