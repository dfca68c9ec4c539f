import { describe, expect, test } from "vitest";
import { energyBillEur } from "../../bill/bill.ts";
import { importPeakKw } from "../../bill/peaks.ts";
import { dispatchWithoutBattery } from "../../dispatch/no-battery.ts";
import { solveByValueFunction } from "../../dispatch/value-function-solver.ts";
import { buySeries, sellSeries } from "../../tariff/market.ts";
import { fractionAround, LONG_LEVEL_DEVIATION, MARKET, PV_DEVIATION } from "../drivers.ts";
import { runSensitivity } from "../sensitivity.ts";
import { scenarioBase } from "./base.ts";
import { FORTNIGHT, sampleRun } from "./base-run.fixture.ts";
import { uncertaintyFacts } from "./facts.ts";
import {
  marketIn,
  nextMarket,
  type ScenarioPoint,
  type ScenarioRow,
  scenarioPoint,
  solveScenarios,
} from "./scenarios.ts";
import type { MarketPoint } from "./surface-coordinates.ts";

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const covariance = (a: number[], b: number[]) => mean(a.map((value, i) => value * b[i]!)) - mean(a) * mean(b);
const deviation = (values: number[]) => Math.sqrt(covariance(values, values));
const correlation = (a: number[], b: number[]) => covariance(a, b) / deviation(a) / deviation(b);

describe("what scenarios draw", () => {
  const points = Array.from({ length: 2000 }, (_, index) => scenarioPoint(11, index));
  const all = (key: keyof ScenarioPoint) => points.map((point) => point[key]);

  test.each([
    ["lnLevel", 0, 0.2],
    ["lnSpread", 0, 0.18],
    ["lnLongLevel", 0, LONG_LEVEL_DEVIATION],
    ["spreadDrift", 0, 0.02],
    ["pv", 1, PV_DEVIATION],
    ["demand", 1, 0.1],
    ["roundTripShift", 0, 0.05 / Math.sqrt(6)],
    ["availabilityShift", 0, 0.02 / Math.sqrt(3)],
    ["realisableShift", 0, 0.02 / Math.sqrt(3)],
    ["fade", 1, 0.5 / Math.sqrt(12)],
    ["capex", 1, 0.3 / Math.sqrt(12)],
    ["priceGrowthShift", 0, 0.015],
  ] as const)("the draw %s has mean %f and deviation %f", (key, centre, spread) => {
    expect(Math.abs(mean(all(key)) - centre)).toBeLessThan(0.005 * spread);
    expect(Math.abs(deviation(all(key)) / spread - 1)).toBeLessThan(0.01);
  });

  test.each([
    ["A", 0.1, []],
    ["B", 0.1, []],
    ["C", Math.hypot(0.1, 0.03), ["curve_gaps"]],
    ["D", Math.hypot(0.1, 0.08), ["curve_shape"]],
  ] as const)(
    "the demand of a curve of trust %s has deviation %f, and its own driver is told",
    (trust, spread, told) => {
      const demands = points.map((_, index) => scenarioPoint(11, index, trust).demand);
      expect(Math.abs(deviation(demands) / spread - 1)).toBeLessThan(0.01);
      const facts = uncertaintyFacts({ capexGiven: false, contract: null, curveTrust: trust });
      expect(facts.map(({ key }) => key).filter((key) => key.startsWith("curve_"))).toEqual(told);
    },
  );

  test("maintenance costs 0.8 to 1.6 times the base, half of the draws on either side", () => {
    const draws = all("om");
    expect(Math.min(...draws)).toBeGreaterThan(0.8);
    expect(Math.max(...draws)).toBeLessThan(1.6);
    expect(draws.filter((factor) => factor < 1)).toHaveLength(1000);
  });

  test("a life is whole years, three more or fewer at most, as often longer as shorter", () => {
    const draws = all("lifeShift");
    expect([...new Set(draws)].map((years) => years + 0).sort((a, b) => a - b)).toEqual([-3, -2, -1, 0, 1, 2, 3]);
    expect(Math.abs(mean(draws))).toBeLessThan(0.01);
  });

  test("the sun varies with the year and with the profile's bias", () => {
    expect(PV_DEVIATION).toBeCloseTo(Math.sqrt(0.024 ** 2 + 0.03 ** 2), 12);
  });

  test("the market's level and spread are correlated and no other draws are", () => {
    const keys = Object.keys(points[0]!) as (keyof ScenarioPoint)[];
    for (const [i, a] of keys.entries()) {
      for (const b of keys.slice(i + 1)) {
        const expected = a === "lnLevel" && b === "lnSpread" ? MARKET.correlation : 0;
        expect(Math.abs(correlation(all(a), all(b)) - expected), `${a}, ${b}`).toBeLessThan(0.025);
      }
    }
  });

  const yearsOf = (count: number) => {
    let market: MarketPoint[] = points;
    const years = [market];
    for (let year = 2; year <= count; year++) {
      market = market.map((before, index) => nextMarket(11, index, year, before, points[index]!.lnLongLevel));
      years.push(market);
    }
    return years;
  };

  test("later years keep 0.7 of the deviation from the long-run level, and their correlation", () => {
    const years = yearsOf(6);
    const levels = years.map((of) => of.map(({ lnLevel }) => lnLevel));
    const spreads = years.map((of) => of.map(({ lnSpread }) => lnSpread));
    const around = (values: number[]) => values.map((value, index) => value - points[index]!.lnLongLevel);
    for (let year = 1; year < years.length; year++) {
      const weight = 1 - 0.7 ** year;
      expect(deviation(levels[year]!)).toBeCloseTo(Math.hypot(0.2, weight * LONG_LEVEL_DEVIATION), 1.5);
      expect(deviation(spreads[year]!)).toBeCloseTo(0.18, 1.5);
      expect(Math.abs(correlation(around(levels[year]!), around(levels[year - 1]!)) - 0.7)).toBeLessThan(0.2);
      expect(Math.abs(correlation(spreads[year]!, spreads[0]!) - 0.7 ** year)).toBeLessThan(0.06);
    }
  });

  test("the mean level of fifteen years has a deviation of 0.20", () => {
    const years = yearsOf(15);
    const means = points.map((_, index) => mean(years.map((of) => of[index]!.lnLevel)));
    expect(Math.abs(deviation(means) / 0.2 - 1)).toBeLessThan(0.03);
  });

  test("the level of later years is not above the base on average, and the spread drifts", () => {
    const years = yearsOf(15);
    const last = years[14]!.map((market, index) => marketIn(15, { ...points[index]!, lnLongLevel: 0 }, market));
    const withoutLong = last.map(({ lnLevel }, index) =>
      Math.exp(lnLevel - (1 - 0.7 ** 14) * points[index]!.lnLongLevel),
    );
    expect(Math.abs(mean(withoutLong) - 1)).toBeLessThan(0.02);
    const drifts = last.map(({ lnSpread }, index) => lnSpread - years[14]![index]!.lnSpread);
    expect(deviation(drifts)).toBeCloseTo(14 * 0.02, 2);
  });
});

describe("solving scenarios", () => {
  const base = scenarioBase(sampleRun(FORTNIGHT), 3);

  test("solving scenarios gives the same rows in any split and order", () => {
    const whole = solveScenarios(base, 0, 24);
    const later = solveScenarios(base, 13, 24);
    expect([...solveScenarios(base, 0, 1), ...solveScenarios(base, 1, 13), ...later]).toEqual(whole);
    expect(solveScenarios(structuredClone(base), 0, 24)).toEqual(whole);
    expect(solveScenarios({ ...base, seed: 4 }, 0, 1)).not.toEqual(whole.slice(0, 1));
  });

  // In winter the battery charges from the grid at night, beyond the day's peak.
  const WINTER = { start_date: "2024-11-25", end_date: "2024-12-08" };
  const peakKw = Math.max(...sampleRun(FORTNIGHT).problem.demandKwh);
  const more = ({ demand }: ScenarioRow) => demand > 1.1;
  const less = ({ demand }: ScenarioRow) => demand < 0.9;

  test.each([
    ["more demand", {}, more],
    ["less demand", {}, less],
    ["more demand than fits a given limit", { limit: peakKw }, more],
    ["less demand than a given limit", { limit: peakKw }, less],
    ["steps of a quarter of an hour", { time_step_duration: 0.25 as const }, more],
  ])("a scenario saves what the checked solver saves on the scenario's own series: %s", (_, fields, isMeant) => {
    const run = sampleRun({ ...WINTER, ...fields });
    const row = solveScenarios(scenarioBase(run, 3), 0, 30).find(isMeant)!;
    const { problem, site } = run;
    const { timeline, marketEurMwh, calibration } = site;
    const dayMean = (day: number) => mean([...marketEurMwh].filter((_, t) => timeline.day[t] === day));
    const dayMeans = Array.from({ length: 14 }, (_, day) => dayMean(day));
    const market = marketEurMwh.map((price, t) => {
      const centre = dayMeans[timeline.day[t]!]!;
      return Math.exp(row.lnLevel) * (centre + Math.exp(row.lnSpread) * (price - centre));
    });
    const buyEurMwh = buySeries(timeline, site.tariff, market, calibration);
    const pvKwh = problem.pvKwh.map((kwh) => kwh * row.pv);
    const demandKwh = problem.demandKwh.map((kwh) => kwh * row.demand);
    const peakKwh = Math.max(...demandKwh.map((kwh, t) => kwh - pvKwh[t]!));
    const { etaCharge, etaDischarge } = problem.battery;
    const eachWay = Math.sqrt(fractionAround(etaCharge * etaDischarge, row.roundTripShift, 0.05));
    const scenario = {
      ...problem,
      pvKwh,
      demandKwh,
      buyEurMwh,
      sellEurMwh: sellSeries(market, buyEurMwh),
      importLimitKwh: problem.importLimitKwh.map((limit, t) => {
        if (site.freeP6) return timeline.tariffPeriod[t] === 6 ? Infinity : peakKwh;
        return Math.max(limit, peakKwh);
      }),
      battery: { ...problem.battery, etaCharge: eachWay, etaDischarge: eachWay },
    };
    const optimum = solveByValueFunction(scenario);
    if (!optimum.ok) throw new Error("not exact");
    const { schedule } = optimum.solution;
    const without = dispatchWithoutBattery(scenario).schedule;
    const saving = energyBillEur(scenario, without) - energyBillEur(scenario, schedule);
    expect(row.energySavingEur / timeline.annualFactor).toBeCloseTo(saving, 6);
    expect(row.meanBuyEurMwh).toBeCloseTo(mean([...buyEurMwh]), 9);
    const addedKw = Math.max(
      0,
      importPeakKw(timeline, schedule.importKwh, 6) - importPeakKw(timeline, without.importKwh),
    );
    expect(row.extraPowerEur).toBeCloseTo(site.freeP6 ? addedKw * site.tariff.addedP6EurKwYear : 0, 6);
    expect(row.extraPowerEur > 0).toBe(site.freeP6);
  });

  test("a site that only the battery makes fit has no saving to study", () => {
    const { demandKwh } = sampleRun(FORTNIGHT).problem;
    expect(() => sampleRun({ ...FORTNIGHT, limit: 0.9 * demandKwh[0]! })).toThrow(
      expect.objectContaining({ code: "INFEASIBLE", cause: expect.objectContaining({ fault: "limit_too_small" }) }),
    );
  });

  test("negative market prices stay negative in the scenarios, and go down as the spread grows", () => {
    const market_eur_mwh = Array.from({ length: 336 }, (_, t) => (t % 24 > 10 && t % 24 < 15 ? -30 : 60));
    const row = (market: number[]) =>
      solveScenarios(scenarioBase(sampleRun(FORTNIGHT, { market_eur_mwh: market }), 3), 0, 1)[0]!;
    const clipped = row(market_eur_mwh.map((price) => Math.max(price, 0)));
    expect(row(market_eur_mwh).meanBuyEurMwh).toBeLessThan(clipped.meanBuyEurMwh - 2);
    expect(row(market_eur_mwh).energySavingEur).toBeGreaterThan(clipped.energySavingEur);
  });

  test("a given limit with room to spare stays as it is", () => {
    const roomy = solveScenarios(scenarioBase(sampleRun({ ...FORTNIGHT, limit: 5000 }), 3), 0, 10);
    const unlimited = solveScenarios(scenarioBase(sampleRun({ ...FORTNIGHT, limit: 50_000 }), 3), 0, 10);
    expect(roomy).toEqual(unlimited);
  });

  test("prices that are not convex are counted and give a lower bound", () => {
    const hours = Array.from({ length: 240 }, (_, t) => t % 24);
    const given = {
      buy_eur_mwh: hours.map((hour) => (hour > 10 && hour < 17 ? 20 : 120)),
      sell_eur_mwh: hours.map((hour) => (hour > 10 && hour < 17 ? 60 : 50)),
    };
    const rows = solveScenarios(scenarioBase(sampleRun({}, given), 3), 0, 5);
    for (const { approximateSteps, energySavingEur } of rows) {
      expect(approximateSteps).toBeGreaterThanOrEqual(60);
      expect(energySavingEur).toBeGreaterThan(0);
    }
  });
});

describe("the base case", () => {
  test("the base case is that of the neutral market, and 2024 is it again", () => {
    const { base, marketYears } = scenarioBase(sampleRun(), 1);
    expect(marketYears.map(({ year }) => year)).toEqual([2023, 2024, 2025]);
    const { year, ...of2024 } = marketYears[1]!;
    expect(year).toBe(2024);
    for (const key of ["energySavingEur", "meanBuyEurMwh", "extraPowerEur"] as const) {
      expect(of2024[key]).toBeCloseTo(base[key], 6);
    }
    expect(marketYears[2]!.energySavingEur).toBeGreaterThan(1.1 * base.energySavingEur);
  });

  test("the base case has no other market years where the market or the prices were given", () => {
    const market = new Array(240).fill(50);
    expect(scenarioBase(sampleRun({}, { market_eur_mwh: market }), 1).marketYears).toEqual([]);
    expect(scenarioBase(sampleRun({}, { buy_eur_mwh: market }), 1).marketYears).toEqual([]);
  });

  test("the base case loses as much capacity a year as the simulation, where that is by cycles", async () => {
    const cycling = { battery_capacity: 500, pv_value: 3000, warranty_cycles: 2000 };
    const { input, fade } = sampleRun(cycling);
    const neverNeeded = () => Promise.reject(new Error("the fast solver is exact"));
    expect(fade).toBeGreaterThan(0.02);
    const { drivers } = await runSensitivity({ input }, neverNeeded);
    expect(drivers.find(({ key }) => key === "fade")!.base.value).toBe(fade);
  });

  test("the base case keeps less of its saving as the battery ages", () => {
    const { healthShares } = scenarioBase(sampleRun(), 1);
    expect(healthShares.map(({ stateOfHealth }) => stateOfHealth)).toEqual([1, 0.85, 0.7]);
    const [whole, aged, old] = healthShares.map(({ share }) => share);
    expect(whole).toBe(1);
    // A smaller battery loses its least useful energy first.
    expect(aged).toBeGreaterThan(0.85);
    expect(old).toBeGreaterThan(0.7);
    expect(old).toBeLessThan(aged!);
  });
});
