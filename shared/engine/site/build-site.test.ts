import { AppError } from "@ecotrim/contracts/errors";
import { readCase } from "@ecotrim/contracts/simulations/input";
import { describe, expect, test } from "vitest";
import cases from "../../../tests/fixtures/engine-cases.json" with { type: "json" };
import { buildSite } from "./build-site.ts";
import type { GivenSeries } from "./site.ts";

const siteOf = (input: object = {}, given?: GivenSeries) =>
  buildSite(readCase({ demand_value: 500, total_spending: 400_000, ...input }), given);

function errorOf(given: GivenSeries): AppError {
  try {
    siteOf({}, given);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error("accepted");
}

const calendarCodes = ["outside_data_year", "market_year"];
const codesOf = (input: object, given?: GivenSeries) =>
  siteOf(input, given)
    .warnings.map(({ code }) => code)
    .filter((code) => calendarCodes.includes(code));

describe("default site", () => {
  const site = siteOf();

  test("the default site covers every hour of 2024 without warnings", () => {
    expect(site.timeline).toMatchObject({ steps: 8784, start: "2024-01-01", end: "2024-12-31", annualFactor: 1 });
    expect(site.warnings).toEqual([]);
    for (const series of [site.pvKwh, site.demandKwh, site.marketEurMwh, site.buyEurMwh, site.sellEurMwh]) {
      expect(series).toHaveLength(8784);
    }
  });

  test("the imports of the default site cost what is spent", () => {
    const cost = site.demandKwh.reduce(
      (sum, demand, t) => sum + (Math.max(0, demand - site.pvKwh[t]!) * site.buyEurMwh[t]!) / 1000,
      0,
    );
    expect(cost).toBeCloseTo(400_000, 4);
  });

  test("without contracted power imports are limited to the site's peak but in P6", () => {
    expect(site.freeP6).toBe(true);
    expect(site.exportLimitKwh).toBe(Infinity);
    for (const [t, period] of site.timeline.tariffPeriod.entries()) {
      expect(site.importLimitKwh[t]).toBe(period === 6 ? Infinity : 500);
    }
  });

  test("contracted power and export limit hold in every step", () => {
    const limited = siteOf({ limit: 600, limit_output: 100, time_step_duration: 0.25 });
    expect(limited.freeP6).toBe(false);
    expect(new Set(limited.importLimitKwh)).toEqual(new Set([150]));
    expect(limited.exportLimitKwh).toBe(25);
  });

  test("a site that may not feed in has an export limit of 0", () => {
    expect(siteOf({ zero_export: true }).exportLimitKwh).toBe(0);
    expect(siteOf({ zero_export: false, limit_output: 100 }).exportLimitKwh).toBe(100);
  });

  test("half and quarter hours have the same energy, prices and calibration", () => {
    const hourly = siteOf({ end_date: "2024-04-30" });
    const sum = (values: Float64Array) => values.reduce((total, value) => total + value, 0);
    for (const time_step_duration of [0.5, 0.25]) {
      const finer = siteOf({ end_date: "2024-04-30", time_step_duration });
      const split = 1 / time_step_duration;
      expect(sum(finer.pvKwh)).toBeCloseTo(sum(hourly.pvKwh), 6);
      expect(sum(finer.demandKwh)).toBeCloseTo(sum(hourly.demandKwh), 6);
      expect(finer.calibration.k).toBeCloseTo(hourly.calibration.k, 12);
      expect(finer.calibration.adderEurMwh).toBeCloseTo(hourly.calibration.adderEurMwh, 9);
      for (let h = 0; h < hourly.timeline.steps; h++) {
        expect(finer.marketEurMwh[h * split + split - 1]).toBe(hourly.marketEurMwh[h]);
      }
    }
  });
});

describe("another year", () => {
  test("a year without data takes the same days of 2024 and says so", () => {
    const input = { start_date: "2025-06-02", end_date: "2025-06-02" };
    expect(codesOf(input)).toEqual(["outside_data_year"]);
    expect(siteOf(input).warnings[0]).toEqual({ code: "outside_data_year", year: 2024, pv: true, market: true });
    expect(codesOf({ start_date: "2024-12-31", end_date: "2025-01-01" })).toEqual(["outside_data_year"]);
  });

  test("a market year given for another year is named in its place", () => {
    expect(codesOf({ market_year: 2025 })).toEqual(["market_year"]);
    expect(codesOf({ market_year: 2024 })).toEqual([]);
  });

  test("a series that is given is not warned of", () => {
    const given = { pv_kwh: [1], demand_kwh: [1], buy_eur_mwh: [1], sell_eur_mwh: [1] };
    expect(codesOf({ start_date: "2031-01-01", end_date: "2031-01-01" }, given)).toEqual([]);
  });
});

describe("a load measured at the connection", () => {
  const pv_kwh = [0, 5, 10];

  test("a load measured at the connection is the gross load less the site's own sun", () => {
    const site = siteOf({}, { pv_kwh, net_kwh: [4, -2, -10] });
    expect([...site.demandKwh]).toEqual([4, 3, 0]);
    expect(site).toEqual(siteOf({}, { pv_kwh, demand_kwh: [4, 3, 0] }));
  });

  test("a measured load with more export than sun counts as no consumption, and says in how many steps", () => {
    const site = siteOf({}, { pv_kwh, net_kwh: [-1, -5.0005, -12] });
    expect([...site.demandKwh]).toEqual([0, 0, 0]);
    expect(site.warnings).toContainEqual({ code: "export_beyond_pv", steps: 2 });
  });
});

describe("given series", () => {
  const hours = { pv_kwh: [0, 0], demand_kwh: [5, 5] };

  test.each<GivenSeries>([
    { buy_eur_mwh: [0.12, 0.15] },
    { market_eur_mwh: [0.99, 1] },
    { market_eur_mwh: [0.06, -0.01] },
    { sell_eur_mwh: [0, 0.05] },
  ])("prices of %j can only be EUR/kWh and are refused", (prices) => {
    const [name] = Object.keys(prices);
    expect(() => siteOf({}, { ...hours, ...prices })).toThrow(
      expect.objectContaining({
        ...{ code: "INVALID_INPUT", field: `series.${name}` },
        cause: expect.objectContaining({ fault: "price_per_kwh", name }),
      }),
    );
  });

  test.each<GivenSeries>([
    { buy_eur_mwh: [1, 1] },
    { market_eur_mwh: [-50, 50.5] },
    { market_eur_mwh: [0, 0] },
    { buy_eur_mwh: [100, 120], sell_eur_mwh: [0, 3] },
  ])("prices of %j are prices of a MWh", (prices) => {
    expect(() => siteOf({}, { ...hours, ...prices })).not.toThrow();
  });

  test.each(cases.dispatch)("a given series is taken as it is: $id", ({ params, series }) => {
    const site = siteOf(params, series);
    expect(site.timeline.steps).toBe(series.demand_kwh.length);
    expect([...site.pvKwh]).toEqual(series.pv_kwh);
    expect([...site.demandKwh]).toEqual(series.demand_kwh);
    expect([...site.buyEurMwh]).toEqual(series.buy_eur_mwh);
    expect([...site.sellEurMwh]).toEqual(series.sell_eur_mwh);
    expect(new Set(site.importLimitKwh)).toEqual(new Set([Infinity]));
    expect(site).toMatchObject({
      pricesGiven: true,
      freeP6: false,
      calibration: { k: 1, adderEurMwh: 0, ratio: null },
      warnings: [],
    });
  });

  test("the length of given series sets the period", () => {
    const { timeline } = siteOf({ time_step_duration: 0.5 }, { demand_kwh: Array(49).fill(1) });
    expect(timeline).toMatchObject({ steps: 49, hours: 24.5, end: "2024-01-02" });
  });

  test("buy and sell prices follow a given market, calibrated", () => {
    const site = siteOf(
      { contract_kind: "indexed", pv_value: 0, total_spending: 460_000 },
      { market_eur_mwh: [40, -2, 80] },
    );
    expect(site.pricesGiven).toBe(false);
    expect(site.calibration.k).not.toBe(1);
    expect([...site.sellEurMwh]).toEqual([0.93 * 40, 0, 0.93 * 80]);
    const cost = site.buyEurMwh.reduce((sum, price) => sum + (500 * price) / 1000, 0);
    expect(cost).toBeCloseTo((460_000 * 3) / 8760, 6);
  });

  test("the sell price follows a given buy price by the default rule", () => {
    const site = siteOf({}, { buy_eur_mwh: [30, 500, -10], market_eur_mwh: [100, 100, 100] });
    expect([...site.sellEurMwh]).toEqual([30, 93, 0]);
  });

  test("a given sell price alone leaves the buy price calibrated and the limit implied", () => {
    const site = siteOf({ pv_value: 0 }, { sell_eur_mwh: [20, 20] });
    expect(site).toMatchObject({ pricesGiven: false, freeP6: true });
    expect([...site.sellEurMwh]).toEqual([20, 20]);
  });

  test("series of unequal lengths name the first step that one lacks", () => {
    const { series, field } = cases.errors.find(({ id }) => id === "unequal-lengths")!;
    const error = errorOf(series as GivenSeries);
    expect(error).toMatchObject({ code: "INVALID_INPUT", field });
    expect(error.cause).toMatchObject({
      fault: "unequal_series",
      shortest: { steps: 2 },
      longest: { name: "pv_kwh", steps: 3 },
    });
  });

  test("a price that is no number is named", () => {
    const { series, field } = cases.errors.find(({ id }) => id === "nan-price")!;
    expect(errorOf(series as GivenSeries)).toMatchObject({ code: "INVALID_INPUT", field });
    expect(errorOf({ buy_eur_mwh: [1, Number.NaN] }).field).toBe(field);
    expect(errorOf({ market_eur_mwh: [Infinity] }).field).toBe("series.market_eur_mwh[0]");
  });

  test("negative energy is refused, negative prices are not", () => {
    expect(errorOf({ pv_kwh: [0, 0, -1] }).field).toBe("series.pv_kwh[2]");
    expect(errorOf({ demand_kwh: [-0.1] }).field).toBe("series.demand_kwh[0]");
    expect(siteOf({}, { buy_eur_mwh: [-5] }).buyEurMwh[0]).toBe(-5);
  });

  test("empty series are refused", () => {
    expect(errorOf({ pv_kwh: [], demand_kwh: [] })).toMatchObject({ code: "INVALID_INPUT", field: "series" });
    expect(errorOf({ pv_kwh: [], demand_kwh: [1] })).toMatchObject({ code: "INVALID_INPUT", field: "series" });
  });
});
