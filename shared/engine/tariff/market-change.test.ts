import { readCase } from "@ecotrim/contracts/simulations/input";
import { describe, expect, test } from "vitest";
import { buildSite, siteUnder } from "../site/build-site.ts";
import { scaledLevel, scaledSpread, underMarket } from "./market-change.ts";

const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0);

describe("another market price", () => {
  const PAID = { demand_value: 500, total_spending: 400_000 };
  const input = readCase(PAID);
  const site = buildSite(input);

  test.each([scaledLevel, scaledSpread])("a market price that is unchanged leaves the site as it is: %o", (scaled) => {
    const same = underMarket(site, {}, scaled(site, 1));
    for (const key of ["marketEurMwh", "buyEurMwh", "sellEurMwh"] as const) {
      for (const [t, price] of site[key].entries()) expect(same[key][t]).toBeCloseTo(price, 9);
    }
    expect(same.calibration).toEqual(site.calibration);
  });

  test("a market of greater spread keeps the mean of days without prices at 0, and none falls below 0", () => {
    const wide = scaledSpread(site, 1.5);
    expect(Math.min(...wide)).toBe(0);
    const ofDay = (values: Float64Array, day: number) => values.filter((_, t) => site.timeline.day[t] === day);
    const above = Array.from({ length: 366 }, (_, day) => day).filter((day) => Math.min(...ofDay(wide, day)) > 0);
    expect(above.length).toBeGreaterThan(50);
    for (const day of above) expect(sum(ofDay(wide, day))).toBeCloseTo(sum(ofDay(site.marketEurMwh, day)), 6);
  });

  test("a case of another level and spread buys by them, at the margin of the prices that were paid", () => {
    const asked = buildSite(readCase({ ...PAID, price_level_fct: 1.2, price_spread_fct: 0.8 }));
    expect(asked.calibration).toEqual(site.calibration);
    const spread = { ...site, marketEurMwh: scaledSpread(site, 0.8) };
    expect(asked.marketEurMwh).toEqual(scaledLevel(spread, 1.2));
    for (const [t, price] of asked.buyEurMwh.entries())
      expect(price - site.buyEurMwh[t]!).toBeCloseTo(asked.marketEurMwh[t]! - site.marketEurMwh[t]!, -1);
    expect(siteUnder("fixed", readCase(PAID), asked).calibration).toEqual(
      siteUnder("fixed", readCase(PAID), site).calibration,
    );
  });

  test("a change of the market moves given prices by as many EUR/MWh", () => {
    const series = { market_eur_mwh: [50, 100], buy_eur_mwh: [90, 120], sell_eur_mwh: [40, 80] };
    const given = buildSite(input, series);
    const dear = underMarket(given, series, scaledLevel(given, 1.2));
    expect([...dear.buyEurMwh]).toEqual([100, 140]);
    expect(dear.sellEurMwh[0]).toBeCloseTo(40 + 0.93 * 10, 9);
    expect(dear.sellEurMwh[1]).toBeCloseTo(80 + 0.93 * 20, 9);
  });
});
