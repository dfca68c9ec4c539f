import { expect, test } from "vitest";
import { buildTimeline } from "./calendar.ts";
import { liftedDemand } from "./maximeter-lift.ts";

const timeline = buildTimeline("2024-01-01", "2024-01-31", 1);
const demandKwh = Float64Array.from({ length: timeline.steps }, (_, t) => 100 + (t % 24));
const maximeters = new Array(12).fill([150, 140, 130, 120, 110, 160]);

const highestOf = (period: number, lifted: Float64Array) =>
  Math.max(...lifted.filter((_, q) => timeline.tariffPeriod[q >> 2] === period)) * 4;

test("quarter-hours reach the maximeter of their month and period, and every hour keeps its energy", () => {
  const lifted = liftedDemand(timeline, demandKwh, demandKwh, maximeters);
  expect(lifted).toHaveLength(4 * timeline.steps);
  expect([1, 2, 6].map((period) => highestOf(period, lifted))).toEqual(
    [150, 140, 160].map((kw) => expect.closeTo(kw, 9)),
  );
  for (const [t, kwh] of demandKwh.entries())
    expect(lifted.subarray(4 * t, 4 * t + 4).reduce((sum, part) => sum + part)).toBeCloseTo(kwh, 9);
});

test("a curve that is above its maximeter already stays as it is, and no quarter-hour falls below 0", () => {
  const low = liftedDemand(timeline, demandKwh, demandKwh, new Array(12).fill(new Array(6).fill(5)));
  expect(low.every((kwh, q) => Math.abs(kwh - demandKwh[q >> 2]! / 4) < 1e-12)).toBe(true);
  const high = liftedDemand(timeline, demandKwh, demandKwh, new Array(12).fill(new Array(6).fill(9000)));
  expect(Math.min(...high)).toBeGreaterThanOrEqual(-1e-12);
});

test("what the sun covers is not lifted", () => {
  const nothing = new Float64Array(timeline.steps);
  const lifted = liftedDemand(timeline, demandKwh, nothing, maximeters);
  expect(lifted.every((kwh, q) => kwh === demandKwh[q >> 2]! / 4)).toBe(true);
});
