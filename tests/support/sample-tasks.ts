import type { Uncertainty } from "@ecotrim/contracts/simulations/uncertainty";
import type { SimulationPool } from "../../worker/src/solver/pool.ts";

/** Background tasks of a pool of one thread that cost nothing; the worker stores what they give without looking into it. */
export const sampleTasks: Omit<SimulationPool, "run" | "load" | "close"> = {
  threads: 1,
  runLimitMs: 60_000,
  baseRun: async () => ({}) as never,
  scenarioBase: async () => ({}) as never,
  solveScenarios: async (_base, from, to) => sampleRows(from, to),
  summarise: async (_base, rows) => sampleUncertainty(rows.length),
  sensitivityBase: async ({ input }) => ({ npvEur: input.demand_value, drivers: [DRIVER] }) as never,
  sensitivityEnds: async (_base, from, to) => Array.from({ length: to - from }, () => 1),
  sizingSite: async () => ({}) as never,
  sizingShareStep: async () => ({ result: 1, found: [] }),
  sizePoints: async (_base, from, to) => Array.from({ length: to - from }, (_, k) => [`${from + k}`, SIZE_POINT]),
  sizingStep: async (_base, known) => ({ result: { points: known.map(([, point]) => point) } as never, found: [] }),
};

const DRIVER = { key: "life", label: "Vida útil", low: {}, base: {}, high: {} };
const SIZE_POINT = { capacity_kwh: 1, power_kw: 1, capex_eur: 1, saving_eur: 1, npv_eur: 1, break_even_capex_eur: 1 };

export const sampleRows = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, offset) => ({ index: from + offset }) as never);

/** A band that tells by how many scenarios it was made. */
export function sampleUncertainty(count: number): Uncertainty {
  const estimate = { value: count, standard_error: 0 };
  return { count, saving_eur: { p10: estimate, p50: estimate, p90: estimate } } as Uncertainty;
}
