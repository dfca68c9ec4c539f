import type { SimulationInput } from "@ecotrim/contracts/simulations/input";
import type { Band } from "@ecotrim/contracts/simulations/uncertainty";
import { describe, expect, test } from "vitest";
import type { GivenSeries } from "../../site/site.ts";
import { type ScenarioBase, scenarioBase } from "./base.ts";
import { FORTNIGHT, sampleRun } from "./base-run.fixture.ts";
import { solveScenarios } from "./scenarios.ts";
import { constantLife, LEAST_SCENARIOS, summarise } from "./summary.ts";

const COUNT = 300;
const base = scenarioBase(sampleRun(), 1);
const rows = solveScenarios(base, 0, COUNT);
const whole = summarise(base, rows);

const errorsOf = ({ p10, p50, p90 }: Band) => p10.standard_error! + p50.standard_error! + p90.standard_error!;

const withBase = (changes: Partial<ScenarioBase>) => summarise({ ...base, ...changes }, rows);

describe("the summary of a year's scenarios", () => {
  test("the summary survives JSON", () => {
    expect(JSON.parse(JSON.stringify(whole))).toEqual(whole);
  });

  test("the summary rests on a surface that explains more than 99 % out of sample", () => {
    expect(whole.surface_r2).toBeGreaterThan(0.99);
    expect(summarise(base, rows.slice(0, 100)).surface_r2).toBeGreaterThan(0.99);
  });

  test("the summary is the same in whatever order the rows come, and can be made of any prefix", () => {
    expect(summarise(base, rows.toReversed())).toEqual(whole);
    const prefix = summarise(base, rows.slice(0, 120));
    expect(prefix).toEqual(summarise(base, solveScenarios(base, 0, 120)));
    expect(prefix.count).toBe(120);
    expect(() => summarise(base, rows.slice(0, LEAST_SCENARIOS - 1))).toThrow(RangeError);
  });

  test("the summary has percentiles in order, each with its error, which more scenarios narrow", () => {
    const prefix = summarise(base, rows.slice(0, 100));
    for (const key of ["saving_eur", "npv_eur", "irr"] as const) {
      const { p10, p50, p90 } = whole[key]!;
      expect(p10.value!).toBeLessThan(p50.value!);
      expect(p50.value!).toBeLessThan(p90.value!);
      for (const { standard_error } of [p10, p50, p90]) expect(standard_error!).toBeGreaterThan(0);
      expect(errorsOf(whole[key]!)).toBeLessThan(errorsOf(prefix[key]!));
    }
  });

  test("the summary counts every scenario in its histograms and in the probability", () => {
    const { saving_eur, npv_eur } = whole.histogram;
    for (const histogram of [saving_eur, npv_eur!]) {
      expect(histogram.counts.reduce((sum, count) => sum + count, 0)).toBe(COUNT);
    }
    const barsAboveZero = npv_eur!.counts.filter((_, i) => npv_eur!.from + i * npv_eur!.width >= 0);
    const above = barsAboveZero.reduce((sum, count) => sum + count, 0);
    expect(whole.probability_npv_positive!.value).toBeCloseTo(above / COUNT, 9);
  });

  test("the summary is certain of the investment once it is a quote", () => {
    const quoted = withBase({ capexGiven: true });
    const width = ({ npv_eur }: typeof whole) => npv_eur!.p90.value! - npv_eur!.p10.value!;
    expect(width(quoted)).toBeLessThan(width(whole));
    expect(quoted.saving_eur).toEqual(whole.saving_eur);
    expect(whole.facts).toContainEqual({
      key: "capex",
      distribution: { kind: "uniform", reach: 0.15 },
      judgement: true,
      data: false,
    });
    expect(quoted.facts).toContainEqual({ key: "capex", distribution: null, judgement: false, data: true });
  });

  test("the summary has the cumulative cash flow of every year of the headline's life, from a quote that is certain", () => {
    const { p10, p50, p90 } = withBase({ capexGiven: true }).cumulative_eur!;
    const { capex_eur, life_years } = base.assumptions;
    expect([p10.length, p50.length, p90.length]).toEqual(new Array(3).fill(life_years + 1));
    expect([p10[0], p50[0], p90[0]]).toEqual(new Array(3).fill(-capex_eur));
    for (let year = 1; year <= life_years; year++) {
      expect(p10[year]!).toBeLessThan(p50[year]!);
      expect(p50[year]!).toBeLessThan(p90[year]!);
    }
  });

  test("the median cumulative cash flow is that of the headline within 10 % of the investment", () => {
    const { cumulativeEur } = constantLife(base, base.base);
    for (const [year, median] of whole.cumulative_eur!.p50.entries())
      expect(Math.abs(median - cumulativeEur[year]!)).toBeLessThan(0.1 * base.assumptions.capex_eur);
  });

  test("beyond its own life a scenario keeps what it has come to", () => {
    const last = (lifeShift: number) =>
      summarise(
        { ...base, assumptions: { ...base.assumptions, replacement_year: 99 } },
        rows.map((row) => ({ ...row, lifeShift })),
      ).cumulative_eur!;
    const short = last(-3);
    expect(short.p50.at(-1)).toBe(short.p50.at(-4));
    expect(last(0).p50.at(-1)!).toBeGreaterThan(short.p50.at(-1)!);
    expect(last(3).p50).toEqual(last(0).p50);
  });

  test("the probability of the own kind of contract is that of the scenarios, and the others rank as their savings", () => {
    const found = Object.fromEntries(whole.contract_probabilities!.map(({ key, value }) => [key, value]));
    expect(Object.keys(found)).toEqual(base.contractShares.map(({ key }) => key));
    expect(found.fixed_margin).toBe(whole.probability_npv_positive!.value);
    const bySaving = base.contractShares.toSorted((a, b) => a.share - b.share).map(({ key }) => found[key]!);
    expect(bySaving).toEqual(bySaving.toSorted((a, b) => a - b));
    expect(found.fixed!).toBeLessThan(found.fixed_margin!);
  });

  test("a kind of contract is as likely to pay as the scenarios of a case with that contract say", () => {
    const own = scenarioBase(sampleRun({ contract_kind: "fixed_by_period" }), 1);
    const { probability_npv_positive } = summarise(own, solveScenarios(own, 0, COUNT));
    const scaled = whole.contract_probabilities!.find(({ key }) => key === "fixed_by_period")!;
    expect(Math.abs(scaled.value - probability_npv_positive!.value!)).toBeLessThan(0.1);
  });

  test("the summary's figures fall with the realisable share", () => {
    const { assumptions } = base;
    const lower = withBase({ assumptions: { ...assumptions, realisable_fct: 0.8 } });
    expect(lower.saving_eur.p50.value!).toBeLessThan(0.85 * whole.saving_eur.p50.value!);
    expect(lower.npv_eur!.p50.value!).toBeLessThan(whole.npv_eur!.p50.value!);
  });

  test("the summary has the market of other years beside it", () => {
    expect(whole.market_years.map(({ year }) => year)).toEqual([2023, 2024, 2025]);
    const [of2023, of2024, of2025] = whole.market_years;
    expect(of2024!.saving_eur).toBeLessThan(of2023!.saving_eur);
    expect(of2023!.saving_eur).toBeLessThan(of2025!.saving_eur);
    expect(of2024!.npv_eur!).toBeLessThan(of2025!.npv_eur!);
  });

  test("the summary states once everything that varies, and whether it is judgement", () => {
    const keys = whole.facts.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    expect(whole.facts.some(({ judgement }) => judgement)).toBe(true);
    expect(whole.facts.some(({ judgement }) => !judgement)).toBe(true);
  });
});

describe("cases at the edge", () => {
  const HOURS = Array.from({ length: 240 }, (_, t) => t % 24);
  const edges: [string, SimulationInput, GivenSeries][] = [
    ["a battery of no capacity", { battery_capacity: 0 }, {}],
    ["a battery of no power", { max_charge_power: 0, max_discharge_power: 0 }, {}],
    ["no sun", { pv_value: 0 }, {}],
    ["no demand", { demand_value: 0 }, {}],
    ["an investment of 0", { capex_eur: 0 }, {}],
    ["a life of one year", { life_years: 1 }, {}],
    ["a battery dead within its life", { fade: 0.2 }, {}],
    [
      "prices below 0 and sell prices above buy prices",
      { battery_export: true },
      {
        buy_eur_mwh: HOURS.map((hour) => (hour % 5 === 0 ? -900 : 80)),
        sell_eur_mwh: HOURS.map((hour) => (hour % 3 === 0 ? 150 : -20)),
      },
    ],
  ];

  test.each(edges)("a study of %s gives finite figures", (_, fields, given) => {
    const edge = scenarioBase(sampleRun({ ...FORTNIGHT, ...fields }, given), 1);
    const summary = summarise({ ...edge, hours: 8784 }, solveScenarios(edge, 0, LEAST_SCENARIOS));
    expect(JSON.parse(JSON.stringify(summary))).toEqual(summary);
    for (const { value } of Object.values(summary.saving_eur)) expect(value).toEqual(expect.any(Number));
    for (const { value } of Object.values(summary.npv_eur!)) expect(value).toEqual(expect.any(Number));
  });

  test("a battery that saves nothing has no variance to explain, and a probability of 0 with an error", () => {
    const idle = scenarioBase(sampleRun({ ...FORTNIGHT, max_charge_power: 0, max_discharge_power: 0 }), 1);
    const summary = summarise({ ...idle, hours: 8784 }, solveScenarios(idle, 0, LEAST_SCENARIOS));
    expect(summary.surface_r2).toBeNull();
    expect(summary.probability_npv_positive!.value).toBe(0);
    expect(summary.probability_npv_positive!.standard_error).toBeGreaterThan(0);
  });

  test("given prices have no kinds of contract", () => {
    const buy_eur_mwh = Array.from({ length: 336 }, (_, t) => 60 + (t % 24));
    const given = scenarioBase(sampleRun(FORTNIGHT, { buy_eur_mwh }), 1);
    const summary = summarise({ ...given, hours: 8784 }, solveScenarios(given, 0, LEAST_SCENARIOS));
    expect(summary.contract_probabilities).toEqual([]);
  });

  test("an investment that never comes back has no rate of return and says why", () => {
    const lost = withBase({ assumptions: { ...base.assumptions, om_fct: 0.5 } });
    expect(lost.without_irr).toBe(COUNT);
    expect(lost.irr!.p50).toEqual({ value: null, standard_error: null });
    expect(lost.nullReasons).toEqual({ irr: "too_few_rates" });
    expect(whole.nullReasons).toEqual({});
  });

  test("a short period gives a saving but no return, and says why", () => {
    const short = scenarioBase(sampleRun(FORTNIGHT), 1);
    const summary = summarise(short, solveScenarios(short, 0, LEAST_SCENARIOS));
    expect(summary.saving_eur.p50.value).toEqual(expect.any(Number));
    const { npv_eur, irr, cumulative_eur, probability_npv_positive } = summary;
    expect([npv_eur, irr, cumulative_eur, probability_npv_positive]).toEqual([null, null, null, null]);
    expect(summary.contract_probabilities).toEqual([]);
    expect(summary.nullReasons).toEqual({
      irr: "short_period",
      npv_eur: "short_period",
      probability_npv_positive: "short_period",
    });
  });
});
