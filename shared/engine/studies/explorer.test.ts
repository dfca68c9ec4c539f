import { readCase, type SimulationInput } from "@ecotrim/contracts/simulations/input";
import { describe, expect, test } from "vitest";
import { FULL } from "../../../tests/support/full.ts";
import { fastSolve as solve } from "../dispatch/fast-solve.fixture.ts";
import { runSimulation } from "../simulate.ts";
import { createExplorer } from "./explorer.ts";
import { baseRun, scenarioBase } from "./uncertainty/base.ts";
import { ANCHOR_SITES } from "./uncertainty/centre.ts";
import { solveScenarios } from "./uncertainty/scenarios.ts";
import { SCENARIO_SEED, summarise } from "./uncertainty/summary.ts";

const VARIANTS: SimulationInput[] = [
  {},
  { battery_capacity: 1500, max_charge_power: 600, max_discharge_power: 600 },
  { price_level_fct: 1.3 },
  { price_level_fct: 0.7, price_spread_fct: 1.4 },
  { capex_eur: 300_000, discount_rate: 0.05, life_years: 12, price_growth: 0.03 },
  { conversion_efficiency: 0.9, battery_capacity: 3000 },
];

/** Of the anchor sites the two that differ most, with realisable shares of their own. */
const BASES = [ANCHOR_SITES[4]!, ANCHOR_SITES[9]!].map(({ realisable_fct: _, ...site }) => site);

describe.each(BASES)("a battery of $battery_capacity kWh at $demand_value kWh per hour and $pv_value kWp", (base) => {
  const explore = createExplorer(readCase(base), null);

  // The last three change together all that the others change.
  test.each(FULL ? VARIANTS : VARIANTS.slice(3))(
    "the explorer's figures of %o are those of its simulation to half a cent",
    async (changes) => {
      const variant = readCase({ ...base, ...changes });
      const explored = explore(variant);
      const { figures, economics, contracts } = await runSimulation({ input: variant }, { solve });
      expect(explored.approximateSteps).toBe(0);
      for (const key of ["savings", "npv"] as const)
        expect(Math.abs(explored.figures[key]! - figures.economics[key]!), key).toBeLessThan(0.005);
      for (const key of ["irr", "payback_years"] as const)
        expect(explored.figures[key] ?? null, key).toEqual(
          figures.economics[key] === null ? null : expect.closeTo(figures.economics[key]!, 8),
        );
      expect(explored.economics.years.map(({ netEur }) => Math.round(netEur))).toEqual(
        economics!.years.map(({ netEur }) => Math.round(netEur)),
      );
      const signs = (rows: { key: string; npvEur: number | null }[]) =>
        Object.fromEntries(rows.map(({ key, npvEur }) => [key, npvEur! > 0]));
      expect(signs(explored.contracts)).toEqual(signs(contracts));
    },
  );

  test("a variant that is taken back gives the figures of the case again", () => {
    const before = explore(readCase(base)).figures;
    explore(readCase({ ...base, price_level_fct: 2, battery_capacity: 500 }));
    expect(explore(readCase(base)).figures).toEqual(before);
  });
});

describe("the probability of a variant", () => {
  const base: SimulationInput = { ...ANCHOR_SITES[4]!, capex_eur: 560_000 };
  const ofSimulation = (input: SimulationInput) => {
    const prepared = scenarioBase(baseRun({ input: readCase(input) }), SCENARIO_SEED);
    return summarise(prepared, solveScenarios(prepared, 0, 300));
  };
  const { surface, seed, probability_npv_positive } = ofSimulation(base);
  const explore = createExplorer(readCase(base), { surface: surface!, seed });

  test("the case itself has the probability of its scenarios within five points", () => {
    const { probability } = explore(readCase(base));
    expect(Math.abs(probability! - probability_npv_positive!.value!)).toBeLessThan(0.05);
  });

  test("surfaces without a saving to relate to give no probability", () => {
    const flat = { ...surface!, saving_eur: surface!.saving_eur.map(() => 0) };
    expect(createExplorer(readCase(base), { surface: flat, seed })(readCase(base)).probability).toBeNull();
  });

  const CHANGES: SimulationInput[] = [
    { price_level_fct: 1.3, capex_eur: 650_000 },
    { battery_capacity: 1000, max_charge_power: 400, max_discharge_power: 400, capex_eur: 290_000 },
    { conversion_efficiency: 0.88 },
    { capex_eur: 480_000 },
    { discount_rate: 0.05, life_years: 12 },
  ];
  // The first two change money, the market and the battery at once.
  test.each(FULL ? CHANGES : CHANGES.slice(0, 2))(
    "the estimate for %o is within eight points of its own scenarios",
    (changes) => {
      const variant = { ...base, ...changes };
      const { probability } = explore(readCase(variant));
      const { value } = ofSimulation(variant).probability_npv_positive!;
      expect(Math.abs(probability! - value!)).toBeLessThan(0.08);
    },
  );
});
