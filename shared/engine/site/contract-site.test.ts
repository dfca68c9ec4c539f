import type { ContractInput } from "@ecotrim/contracts/simulations/contract";
import { readCase, type SimulationInput } from "@ecotrim/contracts/simulations/input";
import { describe, expect, test } from "vitest";
import { periodOf } from "../bill/calendar.ts";
import { buildSite } from "./build-site.ts";

const six = (value: number) => new Array(6).fill(value);
const siteOf = (contract: Partial<ContractInput>, fields: SimulationInput = {}) =>
  buildSite(
    readCase({
      demand_value: 500,
      pv_value: 0,
      end_date: "2024-01-14",
      ...fields,
      contract: { tariff: "6.1TD", contracted_kw: six(600), ...contract },
    }),
  );

test("prices that a contract states are paid, whatever the spending", () => {
  const { buyEurMwh, pricesGiven } = siteOf(
    { pricing: { kind: "fixed", price_eur_kwh: 0.121 } },
    { total_spending: 900_000 },
  );
  expect([new Set(buyEurMwh), pricesGiven]).toEqual([new Set([121]), true]);
});

test("the fee of an indexed contract is paid on every MWh", () => {
  const paid = (fee_eur_mwh: number) => siteOf({ pricing: { kind: "indexed", fee_eur_mwh } }).buyEurMwh;
  const [less, more] = [paid(5), paid(25)];
  expect([...more].every((price, t) => Math.abs(price - less[t]! - 20) < 1e-9)).toBe(true);
});

test("a spending says what a contract without prices does not", () => {
  expect(siteOf({}, { total_spending: 500_000 }).calibration.ratio).not.toBeNull();
  expect(siteOf({ pricing: { kind: "indexed" } }, { total_spending: 500_000 }).calibration.ratio).toBeNull();
});

test("periods are those of the contract's zone", () => {
  const { timeline, warnings } = siteOf({ zone: "melilla" }, { start_date: "2024-08-05", end_date: "2024-08-05" });
  const expected = [...timeline.hour].map((hour) => periodOf("melilla", 8, hour, false));
  expect([...timeline.tariffPeriod]).toEqual(expected);
  expect(expected).not.toEqual([...timeline.hour].map((hour) => periodOf("peninsula", 8, hour, false)));
  expect(warnings.map(({ code }) => code)).not.toContain("peninsula_prices");
});

describe("in Canarias", () => {
  const ofSummer = { start_date: "2024-07-08", end_date: "2024-07-14", shifts: 1 as const, total_spending: 500_000 };
  const local = siteOf({ zone: "canarias" }, { ...ofSummer, province: "Las Palmas", pv_value: 100 });
  const peninsula = siteOf({}, { ...ofSummer, pv_value: 100 });

  test("days, hours and periods are those of the local clock, an hour behind the peninsula's", () => {
    const { timeline } = local;
    expect(timeline.startMs - peninsula.timeline.startMs).toBe(3_600_000);
    expect(new Date(timeline.startMs).toISOString()).toBe("2024-07-07T23:00:00.000Z");
    expect([...timeline.hour]).toEqual([...peninsula.timeline.hour]);
    const ofMonday = [...timeline.tariffPeriod.subarray(0, 24)];
    expect(ofMonday).toEqual(Array.from({ length: 24 }, (_, hour) => periodOf("canarias", 7, hour, false)));
  });

  test("the market price is that of the same instant, and the factory works by its own clock", () => {
    expect([...local.marketEurMwh.subarray(0, -1)]).toEqual([...peninsula.marketEurMwh.subarray(1)]);
    expect([...local.demandKwh]).toEqual([...peninsula.demandKwh]);
  });

  test("the sun stands where it does at that instant", () => {
    const noon = (site: typeof local) => {
      const day = [...site.pvKwh.subarray(0, 24)];
      const sum = day.reduce((total, kwh) => total + kwh);
      return site.timeline.startMs / 3_600_000 + day.reduce((at, kwh, hour) => at + kwh * (hour + 0.5), 0) / sum;
    };
    // Gran Canaria lies 11.7 degrees west of Madrid, 47 minutes of the sun.
    expect(noon(local) - noon(peninsula)).toBeCloseTo(47 / 60, 0);
  });

  test("a year is a year", () => {
    const year = siteOf({ zone: "canarias" }, { start_date: "2024-01-01", end_date: "2024-12-31" });
    expect([year.timeline.annualFactor, year.timeline.steps, year.timeline.end]).toEqual([1, 8784, "2024-12-31"]);
    expect(year.marketEurMwh).toHaveLength(8784);
  });
});

test("the battery may import up to the contracted power, or the site's own peak of the period, below any limit", () => {
  const limits = (site: ReturnType<typeof siteOf>) => new Set(site.importLimitKwh);
  expect(limits(siteOf({ contracted_kw: six(600) }))).toEqual(new Set([600]));
  expect(limits(siteOf({ contracted_kw: [...new Array(5).fill(100), 700] }))).toEqual(new Set([500, 700]));
  expect(limits(siteOf({ contracted_kw: six(600) }, { limit: 550 }))).toEqual(new Set([550]));
});

test("a curve of hours is one of quarter-hours where the contract tells the peaks", () => {
  const lifted = siteOf({ maximeters: new Array(12).fill(six(580)) });
  const hourly = siteOf({});
  expect(lifted.timeline.stepHours).toBe(0.25);
  expect(Math.max(...lifted.demandKwh) * 4).toBeCloseTo(580, 9);
  const total = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0);
  expect(total(lifted.demandKwh)).toBeCloseTo(total(hourly.demandKwh), 6);
});
