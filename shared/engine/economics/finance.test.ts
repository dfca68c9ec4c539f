import { describe, expect, test } from "vitest";
import cases from "../../../tests/fixtures/engine-cases.json" with { type: "json" };
import { irr, levelisedCost, npv, payback } from "./finance.ts";

describe("npv", () => {
  test.each(cases.finance.npv)("the net present value of $flows at $rate is $npv", ({ rate, flows, npv: expected }) => {
    expect(npv(rate, flows)).toBeCloseTo(expected, 3);
  });

  test("the net present value leaves year 0 undiscounted", () => {
    expect(npv(0.1, [-100, 110])).toBeCloseTo(0, 12);
  });
});

describe("irr", () => {
  test.each(cases.finance.irr)("the internal rate of return of $flows is $irr", ({ flows, irr: expected, ...rest }) => {
    const found = irr(flows);
    if (expected === null) expect(found).toEqual({ irr: null, roots: [] });
    else expect(found.irr).toBeCloseTo(expected, 4);
    expect(found.roots.length > 1).toBe("warning" in rest);
  });

  test("the internal rate of return has both values of a flow that changes sign twice", () => {
    const { roots } = irr([-100, 230, -132]);
    expect(roots).toHaveLength(2);
    expect(roots[0]).toBeCloseTo(0.1, 12);
    expect(roots[1]).toBeCloseTo(0.2, 12);
  });

  test("the internal rate of return is null for flows of nothing", () => {
    expect(irr([0, 0, 0]).irr).toBeNull();
    expect(irr([0, 100, 100]).irr).toBeNull();
  });

  test("the internal rate of return makes the flows worth nothing over forty years", () => {
    const flows = [-1000, ...Array.from({ length: 40 }, (_, year) => 60 - year)];
    const rate = irr(flows).irr as number;
    expect(npv(rate, flows)).toBeCloseTo(0, 6);
  });
});

describe("payback", () => {
  test("the payback is the investment over the first year's net flow", () => {
    expect(payback(1000, 250, 15)).toBe(4);
  });

  test("the payback is null when it lies beyond the life or the battery earns nothing", () => {
    expect(payback(1000, 50, 15)).toBeNull();
    expect(payback(1000, 0, 15)).toBeNull();
    expect(payback(1000, -5, 15)).toBeNull();
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
