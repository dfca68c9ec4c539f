import { readCase, type SimulationInput } from "@ecotrim/contracts/simulations/input";
import { Results } from "@ecotrim/contracts/simulations/result";
import { fastSolve } from "@ecotrim/engine/dispatch/fast-solve.fixture";
import { runSimulation } from "@ecotrim/engine/simulate";
import Value from "typebox/value";
import { describe, expect, test } from "vitest";
import { withOwnCapex } from "./own-capex.ts";
import { simulationOutput } from "./results.ts";

async function resultsOf(changes: Partial<SimulationInput> = {}): Promise<Results> {
  const input = readCase({ demand_value: 500, total_spending: 400_000, ...changes });
  const { results } = simulationOutput(await runSimulation({ input }, { solve: fastSolve }));
  return JSON.parse(JSON.stringify(results));
}

/** Figures of a result in the shape of `withOwnCapex`. */
function figuresOf({ kpi_new_table, summary, economic_model }: Results) {
  const { savings, irr, npv, lcoe, payback_years, lcoe_without_battery, lcos, capex_eur } = kpi_new_table.economics;
  return {
    ...{ savings, irr, npv, lcoe, payback_years, lcoe_without_battery, lcos, capex_eur },
    profitability: summary.profitability,
    cashflow_df: economic_model!.cashflow_df,
  };
}

describe("an own investment", () => {
  test("an own investment equal to the default changes no figure of the stored result", async () => {
    const results = await resultsOf();
    expect([...Value.Errors(Results, results)]).toEqual([]);
    expect(withOwnCapex(results, results.summary.capex_eur)).toMatchObject(figuresOf(results));
  });

  test.each([{}, { revenue_share_fct: 0.6 }])(
    "an own investment gives what a simulation with it gives: %o",
    async (changes) => {
      const stored = await resultsOf(changes);
      const simulated = await resultsOf({ ...changes, capex_eur: 123_456 });
      expect(withOwnCapex(stored, 123_456)).toMatchObject(figuresOf(simulated));
    },
  );

  test("an own investment at break-even has a net present value of 0", async () => {
    const results = await resultsOf();
    const breakEven = withOwnCapex(results, results.summary.capex_eur)!.break_even_capex_eur!;
    expect(withOwnCapex(results, breakEven)!.npv).toBeCloseTo(0, 4);
  });

  test("an own investment of nothing has no internal rate of return and no reason missing", async () => {
    const figures = withOwnCapex(await resultsOf(), 0)!;
    expect(figures.irr).toBeNull();
    expect(figures.null_reasons.irr).toContain("tasa");
    expect(figures.payback_years).toBe(0);
    expect(figures.break_even_capex_eur).toBeGreaterThan(0);
  });

  test("an own investment over a short period has no return, and says why", async () => {
    const figures = withOwnCapex(await resultsOf({ end_date: "2024-03-31" }), 100_000)!;
    expect([figures.npv, figures.irr, figures.payback_years, figures.break_even_capex_eur]).toEqual(
      Array(4).fill(null),
    );
    expect(figures.null_reasons.npv).toContain("330 días");
  });

  test("an own investment cannot be evaluated without a battery", async () => {
    const results = await resultsOf({ battery_capacity: 0, max_charge_power: 0, max_discharge_power: 0 });
    expect(results.economic_case).toBeUndefined();
    expect(withOwnCapex(results, 100_000)).toBeNull();
  });
});
