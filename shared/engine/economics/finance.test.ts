import { describe, expect, test } from "vitest";
import cases from "../../../tests/fixtures/engine-cases.json" with { type: "json" };
import { irr, levelisedCost, npv, payback, simplePayback } from "./finance.ts";

describe("npv", () => {
  test.each(cases.finance.npv)("the net present value of $flows at $rate is $npv", ({ rate, flows, npv: expected }) => {
    expect(npv(rate, flows)).toBeCloseTo(expected, 3);
  });

  test("the net present value leaves year 0 undiscounted", () => {
    expect(npv(0.1, [-100, 110])).toBeCloseTo(0, 12);
  });
});

describe("irr", () => {
  const RATE = 0.075;

  test.each(cases.finance.irr)(
    "$irr is an internal rate of return of $flows, and the one that is taken if it is the only one",
    ({ flows, irr: expected, ...rest }) => {
      const found = irr(flows, RATE);
      if (expected === null) expect(found).toEqual({ irr: null, roots: [] });
      else expect(found.roots).toContainEqual(expect.closeTo(expected, 4));
      if (found.roots.length === 1) expect(found.irr).toBe(found.roots[0]);
      expect(found.roots.length > 1).toBe("warning" in rest);
    },
  );

  test("the internal rate of return has both values of a flow that changes sign twice", () => {
    const { roots } = irr([-100, 230, -132], RATE);
    expect(roots).toHaveLength(2);
    expect(roots[0]).toBeCloseTo(0.1, 12);
    expect(roots[1]).toBeCloseTo(0.2, 12);
  });

  // The value is positive between 10 and 20 % alone.
  test.each([
    { rate: 0.05, expected: 0.1, why: "negative below both roots: the nearest" },
    { rate: 0.15, expected: 0.2, why: "positive: the smallest above" },
    { rate: 0.25, expected: 0.2, why: "negative: the largest below" },
  ])("of several rates of return the one that agrees with the value at $rate is taken: $why", ({ rate, expected }) => {
    expect(irr([-100, 230, -132], rate).irr).toBeCloseTo(expected, 12);
  });

  test("the internal rate of return is null for flows of nothing", () => {
    expect(irr([0, 0, 0], RATE).irr).toBeNull();
    expect(irr([0, 100, 100], RATE).irr).toBeNull();
  });

  test("the internal rate of return makes the flows worth nothing over forty years", () => {
    const flows = [-1000, ...Array.from({ length: 40 }, (_, year) => 60 - year)];
    const rate = irr(flows, RATE).irr as number;
    expect(npv(rate, flows)).toBeCloseTo(0, 6);
  });
});

describe("payback", () => {
  test.each([
    { flows: [-1000, 250, 250, 250, 250, 250], expected: 4 },
    { flows: [-1000, 400, 400, 400], expected: 2.5 },
    { flows: [0, 10], expected: 0 },
    { flows: [-100, 0, 100], expected: 2 },
  ])("the payback of $flows is $expected years", ({ flows, expected }) => {
    expect(payback(flows)).toBeCloseTo(expected, 12);
  });

  test("the payback counts from where the cumulative flow stays above 0, after a replacement that takes it below", () => {
    expect(payback([-100, 60, 60, -40, 40])).toBeCloseTo(3.5, 12);
  });

  test("the payback is null where the investment is not back at the end, even if it was in between", () => {
    expect(payback([-100, 60, 60, -40])).toBeNull();
    expect(payback([-100, -5, 50])).toBeNull();
  });

  test("the specification's ratio is the investment over the first year's net flow, within the life", () => {
    expect(simplePayback(1000, 250, 15)).toBe(4);
    expect(simplePayback(1000, 50, 15)).toBeNull();
    expect(simplePayback(1000, 0, 15)).toBeNull();
    expect(simplePayback(1000, -5, 15)).toBeNull();
  });
});

describe("levelisedCost", () => {
  test.each(cases.finance.lcos)("the levelised cost of storage is $lcos_eur_kwh EUR/kWh", (given) => {
    const years = Array.from({ length: given.years }, (_, index) => {
      const energy = given.discharge_kwh_year * (1 - given.fade * index);
      return { energy, cost: given.om_year + (energy / given.efficiency) * given.charge_price_eur_kwh };
    });
    expect(levelisedCost(given.rate, given.capex, years)).toBeCloseTo(given.lcos_eur_kwh, 6);
  });

  test("the levelised cost is null without energy", () => {
    expect(levelisedCost(0.08, 100, [{ cost: 1, energy: 0 }])).toBeNull();
  });
});
