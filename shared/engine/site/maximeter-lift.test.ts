import { readCase } from "@ecotrim/contracts/simulations/input";
import { expect, test } from "vitest";
import { buildTimeline } from "./calendar.ts";
import { liftedBy, liftedDemand, liftsTo } from "./maximeter-lift.ts";

const timeline = buildTimeline("2024-01-01", "2024-01-31", 1);
const demandKwh = Float64Array.from({ length: timeline.steps }, (_, t) => 100 + (t % 24));
const maximeters = new Array(12).fill([150, 140, 130, 120, 110, 160]);

function lifted(table: number[][], importKwh = demandKwh) {
  const lifts = liftsTo(table, timeline, importKwh);
  return liftedDemand(timeline, demandKwh, importKwh, (month, period) => lifts[month - 1]![period - 1]!);
}

const highestOf = (period: number, curve: Float64Array) =>
  Math.max(...curve.filter((_, q) => timeline.tariffPeriod[q >> 2] === period)) * 4;

function expectEveryHourKept(curve: Float64Array): void {
  for (const [t, kwh] of demandKwh.entries())
    expect(curve.subarray(4 * t, 4 * t + 4).reduce((sum, part) => sum + part)).toBeCloseTo(kwh, 9);
}

test("quarter-hours reach the maximeter of their month and period, and every hour keeps its energy", () => {
  const curve = lifted(maximeters);
  expect(curve).toHaveLength(4 * timeline.steps);
  expect([1, 2, 6].map((period) => highestOf(period, curve))).toEqual(
    [150, 140, 160].map((kw) => expect.closeTo(kw, 9)),
  );
  expectEveryHourKept(curve);
});

test("a curve that is above its maximeter already stays as it is, and no quarter-hour falls below 0", () => {
  const low = lifted(new Array(12).fill(new Array(6).fill(5)));
  expect(low.every((kwh, q) => Math.abs(kwh - demandKwh[q >> 2]! / 4) < 1e-12)).toBe(true);
  const high = lifted(new Array(12).fill(new Array(6).fill(9000)));
  expect(Math.min(...high)).toBeGreaterThanOrEqual(-1e-12);
});

test("what the sun covers is not lifted", () => {
  const curve = lifted(maximeters, new Float64Array(timeline.steps));
  expect(curve.every((kwh, q) => kwh === demandKwh[q >> 2]! / 4)).toBe(true);
});

test("a swing lifts one quarter of every hour by its share", () => {
  const curve = liftedDemand(timeline, demandKwh, demandKwh, () => 0.2);
  expectEveryHourKept(curve);
  for (const [t, kwh] of demandKwh.entries())
    expect(Math.max(...curve.subarray(4 * t, 4 * t + 4))).toBeCloseTo((1.2 * kwh) / 4, 9);
});

test("a swing needs a curve of hours, and gives way to maximeters", () => {
  const asked = (contract: object, hours = 1) =>
    readCase({
      demand_value: 1,
      time_step_duration: hours as 1,
      contract: { tariff: "6.1TD", contracted_kw: new Array(6).fill(100), ...contract },
    });
  const swinging = asked({ load_swing: "normal" });
  const curve = { demand_kwh: [1] };
  expect(liftedBy(swinging, curve)).toBe("swing");
  expect(liftedBy(swinging, {})).toBeNull();
  expect(liftedBy(asked({ load_swing: "normal" }, 0.25), curve)).toBeNull();
  expect(liftedBy(asked({ load_swing: "normal", maximeters }), curve)).toBe("maximeters");
  expect(liftedBy(asked({}), curve)).toBeNull();
});
