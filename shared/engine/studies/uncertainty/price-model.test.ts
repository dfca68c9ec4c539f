import { describe, expect, test } from "vitest";
import { PRICED_KINDS } from "../../tariff/contract-kind.ts";
import { underMarket } from "../../tariff/market-change.ts";
import { scenarioBase, setPrices } from "./base.ts";
import { FORTNIGHT, sampleRun } from "./base-run.fixture.ts";

const [LEVEL, SPREAD] = [1.3, 1.2];

describe.each(PRICED_KINDS)("the prices of a scenario under a contract %s", (contract_kind) => {
  const run = sampleRun({ ...FORTNIGHT, contract_kind });
  const { prices } = scenarioBase(run, 1);
  const pricesAt = (level: number, spread: number) => {
    const market = prices.dayMeanEurMwh.map((mean, t) => level * (mean + spread * prices.deviationEurMwh[t]!));
    const buyEurMwh = new Float64Array(market.length);
    const sellEurMwh = new Float64Array(market.length);
    for (const [t, price] of market.entries()) setPrices(prices, t, price, level, spread, buyEurMwh, sellEurMwh);
    return { market, buyEurMwh, sellEurMwh };
  };

  test("a scenario at the base market has the site's own prices", () => {
    const { buyEurMwh, sellEurMwh } = pricesAt(1, 1);
    for (const [t, buy] of buyEurMwh.entries()) {
      expect(buy).toBeCloseTo(run.site.buyEurMwh[t]!, 9);
      expect(sellEurMwh[t]).toBeCloseTo(run.site.sellEurMwh[t]!, 9);
    }
  });

  test("a scenario buys and sells as the site would under its market, a fixed price being renewed", () => {
    const { market, buyEurMwh, sellEurMwh } = pricesAt(LEVEL, SPREAD);
    const site = underMarket(run.site, {}, market);
    for (const [t, buy] of buyEurMwh.entries()) {
      expect(buy).toBeCloseTo(site.buyEurMwh[t]!, 9);
      expect(sellEurMwh[t]).toBeCloseTo(site.sellEurMwh[t]!, 9);
    }
  });
});
