import type { SimulationInput } from "@ecotrim/contracts/simulations/input";

/** The inputs that the independent figures of 2024 were computed with; they belong to Madrid, the default place. */
export const ANCHOR_INPUTS = {
  contract_kind: "indexed",
  tariff_year: 2024,
  efficiency_charge: 0.975,
  efficiency_discharge: 0.975,
} as const satisfies SimulationInput;
