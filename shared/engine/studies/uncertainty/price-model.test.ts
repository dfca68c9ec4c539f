import type { ContractInput } from "@ecotrim/contracts/simulations/contract";
import { describe, expect, test } from "vitest";
import { PRICED_KINDS } from "../../tariff/contract-kind.ts";
import { underMarket } from "../../tariff/market-change.ts";
import { type BaseRun, priceModel, setPrices } from "./base.ts";
import { FORTNIGHT, sampleRun } from "./base-run.fixture.ts";

const [LEVEL, SPREAD] = [1.3, 1.2];

const STATED: ContractInput = {
  tariff: "6.1TD",
  contracted_kw: new Array(6).fill(600),
  pricing: { kind: "fixed", price_eur_kwh: 0.12 },
};

test("one price that a contract states stays one in every scenario, at the level of its market", () => {
  const run = sampleRun({ ...FORTNIGHT, contract: STATED });
  const { buyEurMwh } = pricesOf(run, LEVEL, SPREAD);
  expect(new Set([...run.site.buyEurMwh].map((price) => price.toFixed(6)))).toEqual(new Set(["120.000000"]));
  expect(new Set([...buyEurMwh].map((price) => price.toFixed(6))).size).toBe(1);
  expect(buyEurMwh[0]).toBeGreaterThan(120);
});

function pricesOf(run: BaseRun, level: number, spread: number) {
  const prices = priceModel(run);
  const market = prices.dayMeanEurMwh.map((mean, t) => level * (mean + spread * prices.deviationEurMwh[t]!));
  const buyEurMwh = new Float64Array(market.length);
  const sellEurMwh = new Float64Array(market.length);
  for (const [t, price] of market.entries()) setPrices(prices, t, price, level, spread, buyEurMwh, sellEurMwh);
  return { market, buyEurMwh, sellEurMwh };
}

describe.each([...PRICED_KINDS.map((contract_kind) => ({ contract_kind })), { contract: STATED }])(
  "the prices of a scenario under %o",
  (supply) => {
    const run = sampleRun({ ...FORTNIGHT, ...supply });
    test("a scenario at the base market has the site's own prices", () => {
      const { buyEurMwh, sellEurMwh } = pricesOf(run, 1, 1);
      for (const [t, buy] of buyEurMwh.entries()) {
        expect(buy).toBeCloseTo(run.site.buyEurMwh[t]!, 9);
        expect(sellEurMwh[t]).toBeCloseTo(run.site.sellEurMwh[t]!, 9);
      }
    });

    test("a scenario buys and sells as the site would under its market, a fixed price being renewed", () => {
      const { market, buyEurMwh, sellEurMwh } = pricesOf(run, LEVEL, SPREAD);
      const site = underMarket(run.site, {}, market);
      for (const [t, buy] of buyEurMwh.entries()) {
        expect(buy).toBeCloseTo(site.buyEurMwh[t]!, 9);
        expect(sellEurMwh[t]).toBeCloseTo(site.sellEurMwh[t]!, 9);
      }
    });
  },
);
