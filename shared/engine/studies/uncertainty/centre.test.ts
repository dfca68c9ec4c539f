import { existsSync, readFileSync } from "node:fs";
import { readCase } from "@ecotrim/contracts/simulations/input";
import { describe, expect, test } from "vitest";
import { baseRun, type ScenarioBase, scenarioBase, setPrices } from "./base.ts";
import { ANCHOR_SITES, centreOf } from "./centre.ts";
import { createScratch, energyYear } from "./energy-year.ts";
import { solveScenarios } from "./scenarios.ts";

describe("the headline is the centre of its own scenarios", () => {
  test.each(ANCHOR_SITES)("saving and NPV are the median within 2 %: %o", (input) => {
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

test("the five real years from 2021 to 2025 lie within the scenarios, at their percentiles", ({ skip }) => {
  skip(!atHand, "the hourly prices of 2021 to 2025 are not at hand");
  const { eur_mwh } = JSON.parse(readFileSync(OMIE, "utf8")) as { eur_mwh: Record<string, number[]> };
  const base = scenarioBase(baseRun({ input: readCase(ANCHOR_SITES[4]!) }), 1);
  const savings = solveScenarios(base, 0, 500).map(({ energySavingEur }) => energySavingEur);
  const percentiles = Object.entries(eur_mwh).map(([year, hours]) => {
    const saving = savingIn(base, hours);
    return [year, Math.round((100 * savings.filter((value) => value < saving).length) / savings.length)];
  });
  expect(Object.fromEntries(percentiles)).toEqual({
    2021: expect.closeTo(7, -1),
    2022: expect.closeTo(79, -1),
    2023: expect.closeTo(54, -1),
    2024: expect.closeTo(49, -1),
    2025: expect.closeTo(84, -1),
  });
});
