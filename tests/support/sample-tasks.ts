import type { Uncertainty } from "@ecotrim/shared/simulations/uncertainty";
import type { SimulationPool } from "../../worker/src/solver/pool.ts";

/** Background tasks of a pool of one thread that cost nothing; the worker stores what they give without looking into it. */
export const sampleTasks: Omit<SimulationPool, "run" | "close"> = {
  threads: 1,
  scenarioBase: async () => ({}) as never,
  solveScenarios: async (_base, from, to) => sampleRows(from, to),
  summarise: async (_base, rows) => sampleUncertainty(rows.length),
  sensitivity: async ({ input }) => ({ npv_eur: input.demand_value, drivers: [], sentence: "", null_reasons: {} }),
  sizePoints: async (_request, from, to) => Array.from({ length: to - from }, () => SIZE_POINT),
  sizing: async (_request, points) => ({ points }) as never,
};

const SIZE_POINT = { capacity_kwh: 1, power_kw: 1, capex_eur: 1, saving_eur: 1, npv_eur: 1, break_even_capex_eur: 1 };

export const sampleRows = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, offset) => ({ index: from + offset }) as never);

/** A band that tells by how many scenarios it was made. */
export function sampleUncertainty(count: number): Uncertainty {
  const estimate = { value: count, standard_error: 0 };
  return { count, saving_eur: { p10: estimate, p50: estimate, p90: estimate } } as Uncertainty;
}
