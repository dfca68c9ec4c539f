import { expect, test } from "vitest";
import { buildTimeline } from "../site/calendar.ts";
import { billOf, energyEur, energyEurByMonth, powerEur } from "./bill.ts";

/** Two quarter hours, the first in P1 and the second in P6, of a period that is a tenth of a year. */
const period = { tariffPeriod: Uint8Array.of(1, 6), stepHours: 0.25, annualFactor: 10 };
const prices = { buyEurMwh: Float64Array.of(100, 50), sellEurMwh: Float64Array.of(40, 40) };
const grid = { importKwh: Float64Array.of(20, 30), exportKwh: Float64Array.of(0, 5) };

test("a bill is purchases less sales, and the power beyond what is paid for", () => {
  const bill = billOf(prices, { basePowerKw: 100, addedP6EurKwYear: 0.97 }, period, grid);
  expect(bill.map(({ key }) => key)).toEqual(["energy", "surplus", "added_power"]);
  // 20 kWh at 0.10 and 30 kWh at 0.05, less 5 kWh at 0.04.
  expect(energyEur(bill)).toBeCloseTo(2 + 1.5 - 0.2, 12);
  // 30 kWh in a quarter of an hour are 120 kW, 20 kW above the paid power: a tenth of the yearly price per kW.
  expect(powerEur(bill) * period.annualFactor).toBeCloseTo(20 * 0.97, 9);
});

test("power outside P6 is never billed as added, however high", () => {
  const peak = { importKwh: Float64Array.of(1000, 10), exportKwh: new Float64Array(2) };
  expect(powerEur(billOf(prices, { basePowerKw: 100, addedP6EurKwYear: 0.97 }, period, peak))).toBe(0);
});

test("a given limit leaves no power to be billed", () => {
  expect(powerEur(billOf(prices, { basePowerKw: 0, addedP6EurKwYear: null }, period, grid))).toBe(0);
});

test("a period across New Year is billed by calendar month, each with its own energy", () => {
  const timeline = buildTimeline("2024-12-31", "2025-02-01", 1);
  const hours = new Float64Array(timeline.steps);
  const [buyEurMwh, sellEurMwh] = [hours.map(() => 100), hours.map(() => 40)];
  const exportKwh = hours.map((_, t) => (t === 0 ? 50 : 0));
  const bills = energyEurByMonth(timeline, { buyEurMwh, sellEurMwh }, { importKwh: hours.map(() => 10), exportKwh });
  expect(bills).toEqual([
    { month: "2024-12", eur: expect.closeTo(24 - 2, 9) },
    { month: "2025-01", eur: expect.closeTo(31 * 24, 9) },
    { month: "2025-02", eur: expect.closeTo(24, 9) },
  ]);
});
