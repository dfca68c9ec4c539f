import { type Case, readCase, type SimulationInput } from "@ecotrim/contracts/simulations/input";
import { beforeAll, describe, expect, test } from "vitest";
import { engineAssumptions } from "../economics/assumptions.ts";
import { batteryLife, economicCase } from "../economics/economic-case.ts";
import { type Economics, economics } from "../economics/economics.ts";
import { storedCase } from "../economics/own-capex.ts";
import { type ContractOperator, contractOperator } from "../power-contract/contract-operator.ts";
import { dispatchProblem } from "../site/dispatch-problem.ts";
import type { Site } from "../site/site.ts";
import { underAskedMarket } from "../tariff/market-change.ts";
import { createContractExplorer } from "./contract-explorer.ts";
import type { Explored } from "./explorer.ts";
import { FOUND, followed, STEEL } from "./followed-steel.fixture.ts";
import { type SizingStudy, sweepSizes } from "./sizing.ts";
import { baseRun } from "./uncertainty/base.ts";
import { scenariosOf } from "./uncertainty/contract-valuation.ts";
import { solveScenarios } from "./uncertainty/scenarios.ts";
import { SCENARIO_SEED, summarise, type UncertaintyStudy } from "./uncertainty/summary.ts";

const variantOf = (changes: SimulationInput): Case => readCase({ ...STEEL, ...changes });
const sizeOf = (kwh: number, kw: number) => ({
  ...{ battery_capacity: kwh, max_charge_power: kw, max_discharge_power: kw },
});

describe("the explorer of a case under its contract", () => {
  let explore: (variant: Case) => Explored;
  let run: Economics;
  let map: SizingStudy;
  let scenarios: UncertaintyStudy;
  let site: Site;
  let operator: ContractOperator;

  beforeAll(() => {
    const { input, ...options } = followed();
    const base = baseRun({ input, ...options });
    site = base.site;
    operator = contractOperator(input.supply!, site, base.problem, FOUND);
    // The run's own economics have the saving that its operation realises.
    const assumptions = { ...engineAssumptions(input), realisable_fct: 1 };
    const { points, dead, billWithoutEur } = operator.own;
    const realisedPoints = points.map((point) => ({
      ...point,
      energySavingEur: point.energySavingEur * FOUND.realised,
    }));
    const { operation } = batteryLife(input, assumptions, realisedPoints, dead, assumptions.life_years);
    const ofRun = economicCase(input, site, assumptions, operation, billWithoutEur, 0);
    run = economics(ofRun);
    map = sweepSizes(input, options);
    const prepared = scenariosOf(followed({ realisable_fct: FOUND.realised }), SCENARIO_SEED);
    scenarios = summarise(prepared, solveScenarios(prepared, 0, 500));
    const { surface, seed } = scenarios;
    explore = createContractExplorer(
      input,
      { surface: surface!, seed },
      { economicCase: storedCase(ofRun), realised: FOUND.realised, sizes: map, surface: surface! },
    );
  }, 120_000);

  test("the case itself has the figures of its run to the cent", () => {
    const { figures, economics: life } = explore(variantOf({}));
    expect(figures.savings).toBeCloseTo(run.years[0]!.customerSavingEur, 2);
    expect(figures.npv).toBeCloseTo(run.npvEur, 2);
    expect(life.paybackYears).toEqual(run.paybackYears === null ? null : expect.closeTo(run.paybackYears, 4));
  });

  test("the map values the whole bill, and its own cell is the run", () => {
    const { points, capacities_kwh, realisable_fct, best, pays, levers } = map;
    expect(points).toHaveLength(6 * capacities_kwh.length);
    expect(realisable_fct).toBe(FOUND.realised);
    const ofPower = points.filter(({ power_kw }) => power_kw === 250);
    const own = ofPower.find(({ capacity_kwh }) => capacity_kwh === 500)!;
    const { availability } = engineAssumptions(variantOf({}));
    expect(own.saving_eur).toBeCloseTo(FOUND.savingEur * availability + run.firstYear.auxiliaries, 6);

    // The quick rule is no optimum, so that a larger battery may save a little less.
    expect(ofPower.length).toBeGreaterThan(2);
    for (const [i, point] of ofPower.entries())
      if (i > 0) expect(point.saving_eur).toBeGreaterThan(0.98 * ofPower[i - 1]!.saving_eur);
    expect(Math.max(...points.map(({ npv_eur }) => npv_eur))).toBe(best.npv_eur);
    expect(pays).toBe(levers === null);
  });

  test("a size of the map has the value of the map", () => {
    for (const { capacity_kwh, power_kw, npv_eur, saving_eur } of map.points) {
      const { figures } = explore(variantOf(sizeOf(capacity_kwh, power_kw)));
      expect(figures.savings).toBeCloseTo(saving_eur, 2);
      // An old battery whose loss is cut off at nothing is the exception.
      expect(Math.abs(figures.npv! - npv_eur)).toBeLessThan(0.005 * Math.abs(npv_eur) + 1);
    }
  });

  test("finance alone moves the value as the economics do", () => {
    const { figures } = explore(variantOf({ discount_rate: 0.03, capex_eur: 90_000 }));
    expect(figures.savings).toBeCloseTo(run.years[0]!.customerSavingEur, 2);
    expect(figures.npv!).toBeGreaterThan(run.npvEur);
  });

  test.each<SimulationInput>([
    sizeOf(450, 200),
    sizeOf(700, 350),
    { price_level_fct: 1.25 },
    { price_spread_fct: 0.8 },
    { ...sizeOf(600, 250), price_level_fct: 0.8, price_spread_fct: 1.2 },
  ])("the saving of %o is near the quick rule's own", (changes) => {
    const variant = variantOf(changes);
    const { figures, assumptions } = explore(variant);
    const moved = underAskedMarket(site, { buy_eur_mwh: [0] }, variant.tariff);
    const solvedEur = operator.savingEur(dispatchProblem(variant, moved, assumptions)) * FOUND.realised;
    const auxiliaries = run.firstYear.auxiliaries * (variant.battery.capacityKwh / 500);
    const expected = solvedEur * assumptions.availability + auxiliaries;
    expect(Math.abs(figures.savings! / expected - 1)).toBeLessThan(0.05);
  });

  test("the case has the probability of its scenarios, and a cheaper battery a higher one", () => {
    const { probability } = explore(variantOf({}));
    expect(Math.abs(probability! - scenarios.probability_npv_positive!.value!)).toBeLessThan(0.05);
    expect(explore(variantOf({ capex_eur: 60_000 })).probability).toBeGreaterThan(probability!);
  });
});
