import { type ContractInput, readContract } from "@ecotrim/contracts/simulations/contract";
import { describe, expect, test } from "vitest";
import { buildTimeline } from "../site/calendar.ts";
import { contractEurMwh } from "./energy-price.ts";
import { powerEurKwYear, tablesOf } from "./tables.ts";
import { type PowerChange, unrounded, yearBill } from "./year-bill.ts";

const six = (value: number) => new Array<number>(6).fill(value);

const contractOf = (change: Partial<ContractInput> = {}) =>
  readContract({ tariff: "6.1TD", contracted_kw: six(100), ...change });

interface Given {
  start?: string;
  end: string;
  stepHours?: number;
  /** Load of a step, kW. */
  kw?: (t: number) => number;
  reactiveKvarh?: number[][];
  changes?: PowerChange[];
  isTaxed?: boolean;
}

function billed(contract: ReturnType<typeof contractOf>, given: Given, round?: typeof unrounded) {
  const { start = "2026-01-01", end, stepHours = 0.25, kw = () => 100, ...others } = given;
  const timeline = buildTimeline(start, end, stepHours);
  const importKwh = Float64Array.from({ length: timeline.steps }, (_, t) => kw(t) * stepHours);
  const buyEurMwh = new Float64Array(timeline.steps).fill(100);
  return { timeline, ...yearBill(contract, { timeline, importKwh, buyEurMwh, ...others }, round) };
}

/** First step of a period in a timeline. */
const firstOf = (end: string, period: number, start = "2026-01-01", stepHours = 0.25) =>
  buildTimeline(start, end, stepHours).tariffPeriod.indexOf(period);

test("a year of steady power costs the yearly price of each kW, leap or not", () => {
  const [p1 = 0, ...others] = powerEurKwYear("6.1TD", 2026);
  const sum = others.reduce((total, eur) => total + eur, p1);
  for (const year of [2024, 2026]) {
    const { totals, months } = billed(contractOf(), { start: `${year}-01-01`, end: `${year}-12-31` }, unrounded);
    expect(totals.power_eur).toBeCloseTo(100 * sum, 6);
    expect(totals).toMatchObject({ excess_eur: 0, reactive_eur: 0 });
    expect(months.map(({ month }) => month)).toEqual(
      Array.from({ length: 12 }, (_, i) => `${year}-${String(i + 1).padStart(2, "0")}`),
    );
  }
});

test("lines are in whole cents on a bill and exact in an optimisation", () => {
  const given = { end: "2026-02-28", kw: () => 87.654321 };
  const [bill, exact] = [billed(contractOf(), given), billed(contractOf(), given, unrounded)];
  const amounts = bill.months.flatMap(({ lines }) => lines.map(({ eur }) => eur));
  expect(amounts.every((eur) => Math.abs(eur * 100 - Math.round(eur * 100)) < 1e-9)).toBe(true);
  expect(bill.totals.total_eur).toBe(Math.round(amounts.reduce((sum, eur) => sum + eur * 100, 0)) / 100);
  expect(Math.abs(bill.totals.total_eur - exact.totals.total_eur)).toBeLessThan(0.005 * amounts.length);
  expect(bill.totals.total_eur).not.toBe(exact.totals.total_eur);
});

describe("excess of quarter-hours", () => {
  const first = firstOf("2026-01-31", 1);
  const peaks = (t: number) => (t === first ? 103 : t === first + 1 ? 104 : 100);

  test("is the price of the root of the sum of squares of a month", () => {
    const { months } = billed(contractOf(), { end: "2026-01-31", kw: peaks });
    expect(months[0]!.lines.filter(({ kind }) => kind === "excess")).toEqual([
      { kind: "excess", period: "P1", eur: Math.round(5 * 3.431797 * 100) / 100 },
    ]);
  });

  test("of part of a month is prorated by its days", () => {
    const { totals } = billed(contractOf(), { end: "2026-01-10", kw: peaks }, unrounded);
    expect(totals.excess_eur).toBeCloseTo((5 * 3.431797 * 10) / 31, 9);
  });

  test("counts an hour as four quarter-hours alike", () => {
    const at = firstOf("2026-01-31", 1, "2026-01-01", 1);
    const given = { end: "2026-01-31", stepHours: 1, kw: (t: number) => (t === at ? 110 : 100) };
    expect(billed(contractOf(), given, unrounded).totals.excess_eur).toBeCloseTo(2 * 10 * 3.431797, 9);
  });

  test("is held against the powers of its own days where the contract changes within a month", () => {
    const changes = [{ from_date: "2026-01-11", contracted_kw: six(120) }];
    const { totals, months } = billed(contractOf(), { end: "2026-01-31", kw: () => 110, changes }, unrounded);
    const before = billed(contractOf(), { end: "2026-01-10", kw: () => 110 }, unrounded).totals;
    const after = billed(
      contractOf({ contracted_kw: six(120) }),
      { start: "2026-01-11", end: "2026-01-31", kw: () => 110 },
      unrounded,
    ).totals;
    expect(months).toHaveLength(1);
    expect(totals.excess_eur).toBeCloseTo(before.excess_eur, 9);
    expect(totals.power_eur).toBeCloseTo(before.power_eur + after.power_eur, 9);
  });
});

test("excess of a maximeter is its highest power, by days, under the rule of the tariff's year", () => {
  const at = firstOf("2026-01-31", 1);
  const of = (tariff_year: 2025 | 2026) =>
    billed(
      contractOf({ tariff: "3.0TD", tariff_year, contracted_kw: six(20) }),
      { end: "2026-01-31", kw: (t) => (t === at || t === at + 1 ? 24 : 20) },
      unrounded,
    ).totals.excess_eur;
  expect(of(2026)).toBeCloseTo(4 * 0.171373 * 31, 9);
  expect(of(2025)).toBeCloseTo(2 * 4 * 0.110506 * 31, 9);
});

test("reactive energy is paid above a third of what is still bought", () => {
  const reactiveKvarh = new Array(12).fill([9000, 0, 0, 0, 0, 50_000]);
  const of = (kw: number) => {
    const { timeline, totals } = billed(contractOf(), { end: "2026-01-31", kw: () => kw, reactiveKvarh }, unrounded);
    const kwh = timeline.tariffPeriod.filter((period) => period === 1).length * 0.25 * kw;
    return { kwh, eur: totals.reactive_eur };
  };
  const [more, less] = [of(100), of(90)];
  expect(more.eur).toBeCloseTo((9000 - 0.33 * more.kwh) * 0.041554, 6);
  // A kilowatt-hour less adds a third of a kVArh.
  expect(less.eur - more.eur).toBeCloseTo(0.33 * (more.kwh - less.kwh) * 0.041554, 6);
});

test("the electricity tax is on all lines, with a least for each MWh, and off where prices hold it", () => {
  const given = { end: "2026-01-31" };
  const { totals } = billed(contractOf(), given, unrounded);
  expect(totals.tax_eur).toBeCloseTo(0.0511269632 * (totals.power_eur + totals.energy_eur), 9);
  expect(totals.total_eur).toBeCloseTo(totals.power_eur + totals.energy_eur + totals.tax_eur, 9);
  const reduced = billed(contractOf({ electricity_tax_reduction: true }), given, unrounded).totals;
  expect(reduced.tax_eur).toBeCloseTo(0.15 * totals.tax_eur, 9);
  expect(billed(contractOf(), { ...given, isTaxed: false }).totals.tax_eur).toBe(0);
});

describe("the energy price of a contract", () => {
  const timeline = { tariffPeriod: Uint8Array.of(1, 6) };
  const market = Float64Array.of(80, 40);
  const of = (pricing: ContractInput["pricing"]) =>
    contractEurMwh(contractOf({ tariff: "6.2TD", pricing: pricing! }), timeline, market);
  const { toll_eur_kwh: toll, charge_eur_kwh: charge } = tablesOf("6.2TD", 2026);
  const regulated = [0, 5].map((i) => 1000 * (toll[i]! + charge[i]!));

  test("follows the market with losses, capacity payment, margin, toll and charge", () => {
    const prices = of({ kind: "indexed", fee_eur_mwh: 8 })!;
    expect(prices[0]).toBeCloseTo(80 * 1.052 + 0.465 * 1.052 + 8 + regulated[0]!, 9);
    expect(prices[1]).toBeCloseTo(40 * 1.054 + 8 + regulated[1]!, 9);
  });

  test("is what a fixed contract says, with toll and charge where they are apart", () => {
    const prices_eur_kwh = [0.15, 0, 0, 0, 0, 0.09];
    expect(of({ kind: "fixed_by_period", prices_eur_kwh })).toEqual(Float64Array.of(150, 90));
    const apart = of({ kind: "fixed_by_period", prices_eur_kwh, atr_included: false })!;
    expect(apart[0]).toBeCloseTo(150 + regulated[0]!, 9);
    expect(of({ kind: "fixed", price_eur_kwh: 0.12 })).toEqual(Float64Array.of(120, 120));
    expect(of({ kind: "fixed" })).toBeNull();
  });
});
