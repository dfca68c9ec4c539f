import { readCase } from "@ecotrim/contracts/simulations/input";
import { describe, expect, test } from "vitest";
import { buildSite, gridNeed } from "../site/build-site.ts";
import type { Site } from "../site/site.ts";
import { contractPrices } from "./contract-range.ts";

const siteOf = (input: object) => buildSite(readCase({ demand_value: 500, ...input }));
const site = siteOf({ total_spending: 400_000 });

function costEur({ pvKwh, demandKwh }: Site, buyEurMwh: Float64Array): number {
  return gridNeed(pvKwh, demandKwh).reduce((cost, kwh, t) => cost + (kwh * buyEurMwh[t]!) / 1000, 0);
}

function pricesOf(of: Site, key: string): Float64Array {
  return contractPrices(of).find((variant) => variant.key === key)!.buyEurMwh;
}

describe("contract range", () => {
  test("every contract costs the same without battery", () => {
    const costs = contractPrices(site).map(({ buyEurMwh }) => costEur(site, buyEurMwh));
    expect(costs).toHaveLength(4);
    for (const cost of costs) expect(cost).toBeCloseTo(400_000, 4);
  });

  test("the first contract is the site as calibrated", () => {
    expect(contractPrices(site)[0]).toMatchObject({ key: "calibrated" });
    expect(pricesOf(site, "calibrated")).toBe(site.buyEurMwh);
  });

  test("a fixed margin leaves the market at k = 1", () => {
    const atMarket = siteOf({}).buyEurMwh;
    const margins = pricesOf(site, "fixed_margin").map((price, t) => price - atMarket[t]!);
    expect(Math.max(...margins) - Math.min(...margins)).toBeLessThan(1e-9);
    expect(margins[0]).toBeGreaterThan(site.calibration.adderEurMwh);
  });

  test("fixed prices are one per tariff period, or one", () => {
    expect(new Set(pricesOf(site, "fixed_by_period")).size).toBe(6);
    expect(new Set(pricesOf(site, "fixed")).size).toBe(1);
  });

  test("a margin below the floor of the adder is not offered", () => {
    const cheap = siteOf({ total_spending: 180_000 });
    expect(cheap.calibration.k).toBe(0.8);
    expect(Math.min(...pricesOf(cheap, "fixed_margin"))).toBeGreaterThan(0);
  });

  test("a site that imports nothing still has prices", () => {
    const idle = siteOf({ demand_value: 0 });
    for (const { buyEurMwh } of contractPrices(idle)) expect(buyEurMwh.every(Number.isFinite)).toBe(true);
  });

  test("given prices have no contract range", () => {
    const given = buildSite(readCase({ demand_value: 5 }), { buy_eur_mwh: [100, 200] });
    expect(contractPrices(given)).toEqual([]);
  });
});
