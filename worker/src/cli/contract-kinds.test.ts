import { readCase, type SimulationInput } from "@ecotrim/contracts/simulations/input";
import { runSimulation } from "@ecotrim/engine/simulate";
import { afterAll, expect, test } from "vitest";
import { createHighsSolver } from "../solver/highs-solver.ts";

const highs = await createHighsSolver();
afterAll(() => highs.dispose());

const run = (input: SimulationInput) => runSimulation({ input: readCase(input) }, { solve: highs.solve });

/** A summer in which the market is dearer than the fixed price in some hours of surplus. */
const SUNNY: SimulationInput = {
  ...{ demand_value: 500, pv_value: 3000, total_spending: 250_000, battery_capacity: 1000, market_year: 2023 },
  ...{ start_date: "2024-06-01", end_date: "2024-09-15" },
};

test("under one price the row of another run is a lower bound within 1 % of the proven optimum", async () => {
  const own = await run({ ...SUNNY, contract_kind: "fixed" });
  const { buyEurMwh, sellEurMwh, pvKwh, demandKwh } = own.site;
  expect(sellEurMwh.some((sell, t) => sell > buyEurMwh[t]! && pvKwh[t]! > demandKwh[t]!)).toBe(true);
  const row = (await run(SUNNY)).contracts.find(({ key }) => key === "fixed")!;
  const optimum = own.figures.economics.energy_saving_eur!;
  expect(row.energySavingEur).toBeLessThanOrEqual(optimum + 1e-3);
  expect(row.energySavingEur).toBeGreaterThan(0.99 * optimum);
}, 300_000);
