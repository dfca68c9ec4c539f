import { readCase, type SimulationInput } from "@ecotrim/contracts/simulations/input";
import { runSimulation } from "@ecotrim/engine/simulate";
import { createExplorer } from "@ecotrim/engine/studies/explorer";
import { afterAll, expect, test } from "vitest";
import { createHighsSolver } from "./highs-solver.ts";

const highs = await createHighsSolver();
afterAll(() => highs.dispose());

test("the explorer's saving and NPV of a variant are those that HiGHS certifies, to the cent", async () => {
  const base: SimulationInput = { demand_value: 500, total_spending: 400_000, battery_capacity: 2000 };
  const variant = readCase({ ...base, battery_capacity: 1500, max_charge_power: 600, price_spread_fct: 1.2 });
  const explored = createExplorer(readCase(base), null)(variant);
  const { figures } = await runSimulation({ input: variant }, { solve: highs.solve });
  expect(explored.approximateSteps).toBe(0);
  for (const key of ["savings", "npv"] as const)
    expect(Math.abs(explored.figures[key]! - figures.economics[key]!), key).toBeLessThan(0.01);
});
