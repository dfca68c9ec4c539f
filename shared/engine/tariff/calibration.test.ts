import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildTimeline } from "../site/calendar.ts";
import type { Timeline } from "../site/site.ts";
import { calibrate as calibrateOf } from "./calibration.ts";
import type { PricedKind } from "./contract-kind.ts";
import { buySeries, marketSeries } from "./market.ts";
import { tariffOf } from "./tariff.ts";

const tariff = tariffOf({ name: "6.1TD", year: 2024 });
const calibrate = (
  timeline: Timeline,
  marketEurMwh: Float64Array,
  importKwh: Float64Array,
  spending: number | undefined,
  kind: PricedKind = "indexed",
) => calibrateOf(kind, { timeline, tariff, marketEurMwh, importKwh }, spending);

const year = buildTimeline("2024-01-01", "2024-12-31", 1);
const week = buildTimeline("2024-05-06", "2024-05-12", 1);
const sumOf = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0);
const flat = (timeline: Timeline, value: number) => new Float64Array(timeline.steps).fill(value);

function costEur(
  timeline: Timeline,
  market: Float64Array,
  imports: Float64Array,
  spending: number | undefined,
): number {
  const buy = buySeries(timeline, tariff, market, calibrate(timeline, market, imports, spending).calibration);
  return buy.reduce((cost, price, t) => cost + (price * imports[t]!) / 1000, 0);
}

const market = marketSeries(year, 2024);
const imports = flat(year, 500);
const modelled = costEur(year, market, imports, undefined);
const calibrateYear = (ratio: number) => calibrate(year, market, imports, ratio * modelled);

describe("calibration", () => {
  test("the factor k alone reaches a spending near the model", () => {
    const { calibration, warnings } = calibrateYear(1.1);
    expect(calibration.k).toBeGreaterThan(1);
    expect(calibration.k).toBeLessThan(1.25);
    expect(calibration.adderEurMwh).toBe(0);
    expect(calibration.ratio).toBeCloseTo(1.1, 12);
    expect(warnings).toEqual([]);
  });

  test("the rest beyond the bounds of k is a flat adder", () => {
    const high = calibrateYear(1.5).calibration;
    expect(high.k).toBe(1.25);
    expect(high.adderEurMwh).toBeGreaterThan(0);
    const low = calibrateYear(0.82).calibration;
    expect(low.k).toBe(0.8);
    expect(low.adderEurMwh).toBeLessThan(0);
  });

  test("the cost of imports equals the spending within reach", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.75, max: 2, noNaN: true }),
        fc.double({ min: 1, max: 1e5, noNaN: true }),
        fc.constantFrom(2023 as const, 2024 as const, 2025 as const),
        fc.boolean(),
        (ratio, kwh, marketYear, atNight) => {
          const prices = marketSeries(week, marketYear);
          const energy = flat(week, kwh).map((value, t) => (atNight && week.hour[t]! >= 8 ? 0 : value));
          const reference = costEur(week, prices, energy, undefined);
          const spending = ratio * reference * week.annualFactor;
          expect(costEur(week, prices, energy, spending) / (ratio * reference)).toBeCloseTo(1, 9);
        },
      ),
      { numRuns: 60 },
    );
  });

  test("the spending is of a year: a week pays its share, two years pay it twice", () => {
    const half = buildTimeline("2024-01-01", "2025-12-31", 1);
    const prices = flat(half, 60);
    const energy = flat(half, 500);
    expect(costEur(half, prices, energy, 450_000)).toBeCloseTo(900_000, 4);
    expect(costEur(week, flat(week, 60), flat(week, 500), 450_000)).toBeCloseTo(450_000 / week.annualFactor, 4);
  });

  test("twice the modelled cost is the most that is used, and it is said", () => {
    const { calibration, warnings } = calibrateYear(2.7);
    expect(calibration.ratio).toBeCloseTo(2.7, 9);
    expect(costEur(year, market, imports, 2.7 * modelled) / modelled).toBeCloseTo(2, 9);
    expect(warnings.map(({ code }) => code)).toEqual(["spending_out_of_range"]);
    expect(warnings[0]).toMatchObject({ ratio: expect.closeTo(2.7, 9), usedEurYear: expect.closeTo(2 * modelled, 6) });
  });

  test("the adder never falls below minus the margin, so no price is negative, and it is said", () => {
    const { calibration, warnings } = calibrateYear(0.1);
    expect(calibration).toMatchObject({ k: 0.8, adderEurMwh: -15 });
    expect(Math.min(...buySeries(year, tariff, market, calibration))).toBeGreaterThan(0);
    expect(warnings.map(({ code }) => code)).toEqual(["spending_out_of_range"]);
  });

  test("60 % of the modelled cost is the least that is used", () => {
    // At a market of 10 EUR/MWh the floor of the adder lies below 60 % of the cost.
    const cheap = flat(year, 10);
    const reference = costEur(year, cheap, imports, undefined);
    const { warnings } = calibrate(year, cheap, imports, 0.3 * reference);
    expect(costEur(year, cheap, imports, 0.3 * reference) / reference).toBeCloseTo(0.6, 9);
    expect(warnings.map(({ code }) => code)).toEqual(["spending_out_of_range"]);
  });

  test.each([1.61, 1.99])("a ratio of %d warns and is still met", (ratio) => {
    const { warnings } = calibrateYear(ratio);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatchObject({ code: "spending_unusual", ratio: expect.closeTo(ratio, 9) });
    expect(costEur(year, market, imports, ratio * modelled) / modelled).toBeCloseTo(ratio, 9);
  });

  test("a ratio of 0.79 warns and is still met", () => {
    expect(calibrateYear(0.79).warnings.map(({ code }) => code)).toEqual(["spending_unusual"]);
    expect(costEur(year, market, imports, 0.79 * modelled) / modelled).toBeCloseTo(0.79, 9);
  });

  test("a period that is only part of a year is told apart", () => {
    const energy = flat(week, 500);
    const prices = marketSeries(week, 2024);
    const spending = 1.8 * costEur(week, prices, energy, undefined) * week.annualFactor;
    const { warnings } = calibrate(week, prices, energy, spending);
    expect(warnings[0]).toMatchObject({ partOfYear: true });
    expect(calibrateYear(1.8).warnings[0]).toMatchObject({ partOfYear: false });
  });

  test.each([0.81, 1, 1.59])("a ratio of %d does not warn", (ratio) => {
    expect(calibrateYear(ratio).warnings).toEqual([]);
  });

  test.each([
    [undefined, "no_spending"],
    [0, "zero_spending"],
  ])("a spending of %s leaves the model's prices and says so", (spending, code) => {
    const { calibration, warnings } = calibrate(year, market, imports, spending);
    expect(calibration).toEqual({ k: 1, adderEurMwh: 0, ratio: null });
    expect(warnings).toEqual([{ code }]);
  });

  test("a site without imports leaves the model's prices and says so", () => {
    const { calibration, warnings } = calibrate(year, market, flat(year, 0), 100_000);
    expect(calibration).toEqual({ k: 1, adderEurMwh: 0, ratio: null });
    expect(warnings.map(({ code }) => code)).toEqual(["no_imports"]);
  });

  test("a market that costs nothing does not scale", () => {
    const free = flat(year, 0);
    const reference = costEur(year, free, imports, undefined);
    const { calibration } = calibrate(year, free, imports, 1.3 * reference);
    expect(calibration.k).toBe(1);
    expect(costEur(year, free, imports, 1.3 * reference) / reference).toBeCloseTo(1.3, 9);
  });

  test.each(["fixed_margin", "fixed_by_period", "fixed"] as const)(
    "a contract %s does not multiply the market: the whole gap is a flat adder, as far as its floor",
    (kind) => {
      for (const ratio of [0.95, 1.1, 1.9]) {
        const { calibration, warnings } = calibrate(year, market, imports, ratio * modelled, kind);
        const importMwh = sumOf(imports) / 1000;
        expect(calibration.k).toBe(1);
        expect(calibration.adderEurMwh).toBeCloseTo(((ratio - 1) * modelled) / importMwh, 6);
        expect(warnings.map(({ code }) => code)).toEqual(ratio > 1.6 ? ["spending_unusual"] : []);
      }
      expect(calibrate(year, market, imports, 3 * modelled, kind).warnings[0]).toMatchObject({
        code: "spending_out_of_range",
        usedEurYear: expect.closeTo(2 * modelled, 6),
      });
      expect(calibrate(year, market, imports, 0.1 * modelled, kind).calibration).toMatchObject({
        k: 0.8,
        adderEurMwh: -15,
      });
      const { calibration, warnings } = calibrate(year, market, imports, 0.82 * modelled, kind);
      expect(calibration.k).toBeGreaterThan(0.8);
      expect(calibration.k).toBeLessThan(1);
      expect(calibration.adderEurMwh).toBeCloseTo(-15, 9);
      expect(warnings).toEqual([]);
    },
  );
});
