import { readCase, type SimulationInput } from "@ecotrim/contracts/simulations/input";
import { baseRun, scenarioBase } from "@ecotrim/engine/studies/uncertainty/base";
import { ANCHOR_SITES } from "@ecotrim/engine/studies/uncertainty/centre";
import { solveScenarios } from "@ecotrim/engine/studies/uncertainty/scenarios";
import { SCENARIO_SEED, summarise } from "@ecotrim/engine/studies/uncertainty/summary";
import { describe, expect, test } from "vitest";
import type { ExploredCase } from "./explored-case.ts";
import { openExplorer } from "./explorer.ts";

const INPUTS: SimulationInput = { ...ANCHOR_SITES[4]!, capex_eur: 560_000 };
const scenarios = scenarioBase(baseRun({ input: readCase(INPUTS) }), SCENARIO_SEED);
const { surface, seed, count } = summarise(scenarios, solveScenarios(scenarios, 0, 300));

/** The case as if its own scenarios had given this probability. */
const caseAt = (probability: number): ExploredCase => ({
  inputs: INPUTS,
  facts: {
    basis: {
      engine_version: "2.0.0",
      warnings: [],
      null_reasons: {},
      summary: { savings: null, npv: null, payback_years: null, capex_eur: 560_000 },
      contract_range: [],
    },
    contractKind: INPUTS.contract_kind,
    risk: { scenarios: count, probability, contracts: [], isComing: false },
    driver: null,
  },
  risk: { surface: surface!, seed },
  contract: null,
  curves: {},
  measured: {},
});

describe("the verdict of a variant", () => {
  test.each([
    [0.8, "pays"],
    [0.79, "depends"],
    [0.2, "does_not_pay"],
  ])("one that moves nothing has that of a probability of %d in the case", (probability, code) => {
    const { verdict, scenarios } = openExplorer(caseAt(probability))(INPUTS);
    expect(verdict.code).toBe(code);
    expect(scenarios).toBe(500);
  });

  test("one that moves the probability moves that of the case, to all or none at most", () => {
    const at = (probability: number, capex_eur: number) =>
      openExplorer(caseAt(probability))({ ...INPUTS, capex_eur }).verdict;
    expect(at(0.79, 540_000).code).toBe("pays");
    expect(at(0.95, 60_000).sentence).toMatch(/no pierde dinero en ninguno de 500 escenarios/);
    expect(at(0.05, 5_000_000).sentence).toMatch(/pierde dinero en todos los escenarios/);
  });

  test("one under any kind of contract moves the share of every kind as that of the case", () => {
    const whole = caseAt(0.85);
    const kinds = { indexed: 0.9, fixed_margin: 0.85, fixed_by_period: 0.83, fixed: 0.78 };
    whole.facts.basis.contract_range = Object.keys(kinds).map((key) => ({ key }));
    whole.facts.risk!.contracts = Object.entries(kinds).map(([key, value]) => ({ key, value }));
    const at = (capex_eur: number) => openExplorer(whole)({ ...INPUTS, capex_eur }).verdict.sentence;
    expect(at(560_000)).toMatch(/^Depende: de su contrato; /);
    expect(at(500_000)).toMatch(/^Compensa: /);
  });

  test("one whose risk is not known names no scenarios", () => {
    const { verdict, scenarios } = openExplorer({ ...caseAt(0.8), risk: null })(INPUTS);
    expect(verdict.sentence).toMatch(/sin calcular el riesgo/);
    expect(scenarios).toBeNull();
  });
});
