import { readCase, type SimulationInput } from "@ecotrim/contracts/simulations/input";
import { describe, expect, test } from "vitest";
import { buildSite, siteUnder } from "../site/build-site.ts";
import { gridNeed } from "../site/grid-need.ts";
import type { Site } from "../site/site.ts";
import { PRICED_KINDS, type PricedKind } from "./contract-kind.ts";
import { scaledLevel, scaledSpread, underMarket } from "./market-change.ts";

const PAID = { demand_value: 500, total_spending: 400_000 };
const siteOf = (input: SimulationInput) => buildSite(readCase({ ...PAID, ...input }));
const siteBy = (contract_kind: PricedKind, input: SimulationInput = {}) => siteOf({ contract_kind, ...input });

function costEur({ pvKwh, demandKwh, buyEurMwh }: Site): number {
  return gridNeed(pvKwh, demandKwh).reduce((cost, kwh, t) => cost + (kwh * buyEurMwh[t]!) / 1000, 0);
}

describe("prices by kind of contract", () => {
  test.each(PRICED_KINDS)("a contract %s costs without battery what is spent", (kind) => {
    expect(costEur(siteBy(kind))).toBeCloseTo(400_000, 4);
  });

  test("an unknown contract is priced as the market plus a fixed margin", () => {
    const unknown = siteOf({});
    const margin = siteBy("fixed_margin");
    expect(unknown.buyEurMwh).toEqual(margin.buyEurMwh);
    expect(unknown.sellEurMwh).toEqual(margin.sellEurMwh);
    expect(unknown.contract).toEqual(margin.contract);
  });

  test("a fixed margin is the market and one addition in every hour", () => {
    const atMarket = siteBy("fixed_margin", { total_spending: 0 }).buyEurMwh;
    const margins = siteBy("fixed_margin").buyEurMwh.map((price, t) => price - atMarket[t]!);
    expect(Math.max(...margins) - Math.min(...margins)).toBeLessThan(1e-9);
    expect(margins[0]).toBeGreaterThan(siteBy("indexed").calibration.adderEurMwh);
  });

  test("fixed prices are one per tariff period, or one", () => {
    expect(new Set(siteBy("fixed_by_period").buyEurMwh).size).toBe(6);
    expect(new Set(siteBy("fixed").buyEurMwh).size).toBe(1);
  });

  test.each(PRICED_KINDS)("sell prices of a contract %s follow the market", (kind) => {
    const { marketEurMwh, sellEurMwh } = siteBy(kind);
    for (const [t, sell] of sellEurMwh.entries()) expect(sell).toBeCloseTo(0.93 * Math.max(marketEurMwh[t]!, 0), 9);
  });

  test("a battery that may export never sells above its fixed price", () => {
    const { buyEurMwh, sellEurMwh } = siteBy("fixed", { battery_export: true });
    expect(sellEurMwh.every((sell, t) => sell <= buyEurMwh[t]!)).toBe(true);
    const closed = siteBy("fixed");
    expect(closed.sellEurMwh.some((sell, t) => sell > closed.buyEurMwh[t]!)).toBe(true);
  });

  test("a margin never falls below the floor of the adder", () => {
    const cheap = siteBy("fixed_margin", { total_spending: 180_000 });
    expect(cheap.calibration).toMatchObject({ k: 0.8, adderEurMwh: -15 });
    expect(Math.min(...cheap.buyEurMwh)).toBeGreaterThan(0);
  });

  test.each(PRICED_KINDS)("a site that imports nothing still has prices by a contract %s", (kind) => {
    expect(siteBy(kind, { demand_value: 0 }).buyEurMwh.every(Number.isFinite)).toBe(true);
  });

  test.each(PRICED_KINDS)("a site taken to a contract %s has the prices of a site of that kind", (kind) => {
    const taken = siteUnder(kind, readCase(PAID), siteOf({}));
    const own = siteBy(kind);
    for (const key of ["buyEurMwh", "sellEurMwh", "calibration", "contract"] as const)
      expect(taken[key]).toEqual(own[key]);
  });

  test("given prices are used as they are, whatever the contract", () => {
    const given = { buy_eur_mwh: [100, 200] };
    for (const contract_kind of PRICED_KINDS) {
      const { buyEurMwh, sellEurMwh } = buildSite(readCase({ demand_value: 5, contract_kind }), given);
      expect([...buyEurMwh]).toEqual(given.buy_eur_mwh);
      expect(sellEurMwh).toEqual(buildSite(readCase({ demand_value: 5 }), given).sellEurMwh);
    }
  });
});

describe("a fixed price under another market", () => {
  test.each(["fixed_by_period", "fixed"] as const)("a contract %s is renewed at the level of the market", (kind) => {
    const site = siteBy(kind);
    const hourly = siteBy("fixed_margin");
    for (const market of [scaledLevel(site, 1.3), scaledSpread(site, 1.5)]) {
      const renewed = underMarket(site, {}, market);
      expect(costEur(renewed)).toBeCloseTo(costEur(underMarket(hourly, {}, market)), 4);
      expect(new Set(renewed.buyEurMwh).size).toBe(new Set(site.buyEurMwh).size);
    }
  });
});
