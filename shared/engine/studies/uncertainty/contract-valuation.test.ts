import { beforeAll, describe, expect, test } from "vitest";
import { contractOperator } from "../../power-contract/contract-operator.ts";
import { FOUND, followed } from "../followed-steel.fixture.ts";
import { runSensitivity } from "../sensitivity.ts";
import { baseRun, type ScenarioBase } from "./base.ts";
import { centreOf } from "./centre.ts";
import { scenariosOf } from "./contract-valuation.ts";
import { valueAt } from "./response-surface.ts";
import { type ScenarioRow, solveScenarios } from "./scenarios.ts";
import { SCENARIO_SEED, summarise } from "./summary.ts";
import { coordinates, SURFACE_ORIGIN } from "./surface-coordinates.ts";

const neverNeeded = async () => {
  throw new Error("no dispatch of energy alone");
};

describe("the scenarios of a run under its contract", () => {
  let base: ScenarioBase;
  let rows: ScenarioRow[];
  beforeAll(() => {
    base = scenariosOf(followed({ realisable_fct: FOUND.realised }), SCENARIO_SEED);
    rows = solveScenarios(base, 0, 500);
  }, 120_000);

  test("the run's own saving is the surface's where nothing deviates", () => {
    const { savings } = base.contract!;
    const at = valueAt(savings, SURFACE_ORIGIN, new Float64Array(savings.coefficients.length));
    expect(at * base.assumptions.realisable_fct).toBeCloseTo(FOUND.savingEur, 6);
  });

  test("at most 30 years are solved, and those left out tell an error of a few percent", () => {
    const { solved, checked, error } = base.contract!;
    expect(solved + checked + base.marketYears.length).toBeLessThanOrEqual(30);
    expect(checked).toBeGreaterThanOrEqual(6);
    expect(error).toBeGreaterThan(0);
    expect(error).toBeLessThan(0.05);
  });

  test("the headline is the centre of its scenarios", () => {
    const { savingGap, npvGap } = centreOf(base, 500);
    expect(Math.abs(savingGap)).toBeLessThan(0.02);
    expect(Math.abs(npvGap)).toBeLessThan(0.02);
  });

  test("more spread of prices saves more", () => {
    const { savings } = base.contract!;
    const terms = new Float64Array(savings.coefficients.length);
    for (const row of rows.slice(0, 100)) {
      const wider = { ...row, lnSpread: row.lnSpread + 0.1 };
      expect(valueAt(savings, coordinates(row, wider), terms)).toBeGreaterThan(
        valueAt(savings, coordinates(row, row), terms),
      );
    }
  });

  test("the odds follow, with the surface's error beside and no other kinds of contract", () => {
    const study = summarise(base, rows);
    expect(study.probability_npv_positive!.value).toBeGreaterThanOrEqual(0);
    expect(study.contract_surface).toEqual({ solved: 19, checked: 8, error_fct: base.contract!.error });
    expect(study.surface_r2).toBeNull();
    expect(study.contract_probabilities).toEqual([]);
    expect(study.surface!.saving_eur).toHaveLength(21);
  });

  test("the tornado starts from the same value as the scenarios, and more spread is worth more", async () => {
    const { npv_eur, drivers } = await runSensitivity(followed({ realisable_fct: FOUND.realised }), neverNeeded);
    const { npvGap } = centreOf(base, 500);
    const [{ p50 }] = [summarise(base, rows).npv_eur!];
    expect(p50.value! - npv_eur!).toBeCloseTo(npvGap * base.assumptions.capex_eur, 4);
    const spread = drivers.find(({ key }) => key === "market_spread")!;
    expect(spread.high.npv_eur).toBeGreaterThan(npv_eur!);
    expect(spread.low.npv_eur).toBeLessThan(npv_eur!);
  }, 120_000);
});

test("a battery without capacity saves nothing under a contract", () => {
  const { input, site, problem: ofRun } = baseRun(followed({ realisable_fct: FOUND.realised }));
  const { savingEur, operate } = contractOperator(input.supply!, site, ofRun, FOUND);
  const none = { ...ofRun, battery: { ...ofRun.battery, capacityKwh: 0, chargeKw: 0, dischargeKw: 0 } };
  expect(savingEur(none)).toBeCloseTo(0, 6);
  expect(operate(none).points[0]!.dischargedMwh).toBe(0);
});
