import { existsSync, readFileSync } from "node:fs";
import { readCase } from "@ecotrim/contracts/simulations/input";
import { describe, expect, test } from "vitest";
import dayStatistics from "../../../../tests/fixtures/omie-2021-2022.json" with { type: "json" };
import { FULL } from "../../../../tests/support/full.ts";
import { baseRun, type ScenarioBase, scenarioBase, setPrices } from "./base.ts";
import { ANCHOR_SITES, centreOf } from "./centre.ts";
import { createScratch, energyYear } from "./energy-year.ts";
import { REAL_YEAR_PERCENTILES } from "./real-years.ts";
import { solveScenarios } from "./scenarios.ts";

/** `npm run test:full` and the bench take all of them. */
const SITES = FULL ? ANCHOR_SITES : ANCHOR_SITES.filter((_, index) => index % 5 === 0);

describe("the headline is the centre of its own scenarios", () => {
  test.each(SITES)("saving and NPV are the median within 2 %: %o", (input) => {
    const { savingGap, npvGap } = centreOf(scenarioBase(baseRun({ input: readCase(input) }), 1), 500);
    expect(Math.abs(savingGap)).toBeLessThan(0.02);
    expect(Math.abs(npvGap)).toBeLessThan(0.02);
  });
});

const OMIE = new URL("../../../../../shared/data/omie-es-hourly-2021-2025.json", import.meta.url);
const atHand = existsSync(OMIE);

/** Saving of the base case's battery in a real year, by position in the year; 29 February takes the day before. */
function savingIn(base: ScenarioBase, hours: readonly number[]): number {
  const steps = base.problem.demandKwh.length;
  const isLeap = hours.length === steps;
  const [buyEurMwh, sellEurMwh] = [new Float64Array(steps), new Float64Array(steps)];
  for (let t = 0; t < steps; t++) {
    const market = hours[isLeap || t < 59 * 24 ? t : t - 24]!;
    setPrices(base.prices, t, market, 1, 1, buyEurMwh, sellEurMwh);
  }
  const { energySavingEur } = energyYear(
    { ...base.problem, buyEurMwh, sellEurMwh },
    base.addedP6EurKwYear,
    base.timeline,
    createScratch(base.problem),
  );
  return energySavingEur;
}

type DayStatistics = (typeof dayStatistics.years)["2021"];

/** The hours of a year, made of the statistics of its days as the engine makes those of the years it ships. */
function hoursOf(year: string, { mean_eur_mwh, spread_eur_mwh, shape }: DayStatistics): number[] {
  return mean_eur_mwh.flatMap((mean, day) => {
    const date = new Date(Date.UTC(Number(year), 0, 1 + day));
    const isWeekend = date.getUTCDay() % 6 === 0;
    const hours = shape[date.getUTCMonth()]![isWeekend ? 1 : 0]!;
    return hours.map((deviation) => Math.max(0, mean + spread_eur_mwh[day]! * deviation));
  });
}

describe("the years from 2021 to 2025 among the scenarios", () => {
  const base = scenarioBase(baseRun({ input: readCase(ANCHOR_SITES[4]!) }), 1);
  const savings = solveScenarios(base, 0, 500).map(({ energySavingEur }) => energySavingEur);
  const percentileOf = (saving: number) => (100 * savings.filter((value) => value < saving).length) / savings.length;

  test("the years from 2021 to 2025, told by the statistics of their days, lie at the percentiles of the model", () => {
    const ofFixture = Object.entries(dayStatistics.years).map(([year, days]): [string, number] => [
      year,
      percentileOf(savingIn(base, hoursOf(year, days))),
    ]);
    const shipped = base.marketYears.map(({ year, energySavingEur }): [string, number] => [
      String(year),
      percentileOf(energySavingEur),
    ]);
    expect(Object.fromEntries([...ofFixture, ...shipped])).toEqual({
      2021: expect.closeTo(5, -1),
      2022: expect.closeTo(74, -1),
      2023: expect.closeTo(57, -1),
      2024: expect.closeTo(50, -1),
      2025: expect.closeTo(86, -1),
    });
  });

  test.skipIf(!atHand)(
    `the real hours of 2021 to 2025 lie at the percentiles of the model${atHand ? "" : " (skipped: hourly prices not at hand)"}`,
    () => {
      const { eur_mwh } = JSON.parse(readFileSync(OMIE, "utf8")) as { eur_mwh: Record<string, number[]> };
      const percentiles = Object.entries(eur_mwh).map(([year, hours]) => [year, percentileOf(savingIn(base, hours))]);
      const stated = Object.entries(REAL_YEAR_PERCENTILES).map(([year, percentile]) => [
        year,
        expect.closeTo(percentile, -1),
      ]);
      expect(Object.fromEntries(percentiles)).toEqual(Object.fromEntries(stated));
    },
  );
});
