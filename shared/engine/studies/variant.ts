import { readCase, type SimulationInput, storedInput } from "@ecotrim/contracts/simulations/input";
import { defaultCapexEur, quoteFactor } from "../economics/assumptions.ts";

/** Descriptions of a battery, which do not hold for another. */
const OF_ONE_BATTERY = ["battery_type", "battery_size_mwh", "battery_power_mw", "fct_bess_to_customer"] as const;

/**
 * The inputs of a variant of a simulation. An investment that was given for one size scales to another, as on the map of
 * sizes, unless the variant has its own.
 */
export function variantInputs(inputs: SimulationInput, changes: SimulationInput): SimulationInput {
  const given = storedInput(inputs);
  const variant = { ...given, ...changes };
  const isResized = changes.battery_capacity !== undefined || changes.max_charge_power !== undefined;
  if (!isResized) return variant;
  for (const key of OF_ONE_BATTERY) delete variant[key];
  if (given.capex_eur === undefined || changes.capex_eur !== undefined) return variant;
  const capexEur = quoteFactor(readCase(given)) * defaultCapexEur(readCase(variant).battery);
  return { ...variant, capex_eur: Math.round(100 * capexEur) / 100 };
}
