import type { Uncertainty } from "@ecotrim/contracts/simulations/uncertainty";
import type { SimulationPool } from "../../worker/src/solver/pool.ts";
import type { Studies } from "../../worker/src/solver/tasks.ts";

/** Studies without computation; the worker stores their results unread. */
export const sampleStudies: Studies = {
  scenarioBase: async () => ({}) as never,
  solveScenarios: async (_base, from, to) => sampleRows(from, to),
  summarise: async (_base, rows) => sampleUncertainty(rows.length),
  sensitivity: async ({ input }) => ({ npv_eur: input.load.averageKw, drivers: [DRIVER] }) as never,
  powerJoint: async () => ({}) as never,
  powerReplay: async (_submitted, { joint, best }, piece) => ({ joint, best: best ?? ({ piece } as never) }),
  powerResults: async () => ({ results: {}, hourly: {} }) as never,
  sizing: async () => ({ points: Array.from({ length: 90 }, () => SIZE_POINT) }) as never,
};

/** A pool of one thread with these studies and without runs. */
export const sampleTasks: Omit<SimulationPool, "run" | "load" | "close"> = {
  threads: 1,
  runLimitMs: 60_000,
  studies: () => sampleStudies,
  urgent: { threads: 1, studies: () => sampleStudies },
};

const DRIVER = { key: "life", label: "Vida útil", low: {}, base: {}, high: {} };
const SIZE_POINT = { capacity_kwh: 1, power_kw: 1, capex_eur: 1, saving_eur: 1, npv_eur: 1, break_even_capex_eur: 1 };

/** Number of scenarios in a quarter of them. */
export const QUARTER = 500;

export const sampleRows = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, offset) => ({ index: from + offset }) as never);

/** A band that shows the number of its scenarios. */
export function sampleUncertainty(count: number): Uncertainty {
  const estimate = { value: count, standard_error: 0 };
  return { count, saving_eur: { p10: estimate, p50: estimate, p90: estimate } } as Uncertainty;
}
