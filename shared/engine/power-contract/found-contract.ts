import type { Results, StoredEconomicCase } from "@ecotrim/contracts/simulations/result";
import type { MeteredPowers } from "./replay/excess-so-far.ts";

/** What a run found under its contract, from which its studies start; a year. */
export interface FoundContract extends MeteredPowers {
  /** Saving on bill and surplus by the operation without foresight, EUR. */
  savingEur: number;
  /** Share that this operation keeps of the optimum, above 0. */
  realised: number;
  dischargedMwh: number;
  chargeCostEur: number;
  /** Bill without battery, less what the surplus earns, EUR. */
  costWithoutEur: number;
}

/** The part of a run's results that its studies read. */
export interface ContractFindings extends Pick<Results, "bill" | "battery_value"> {
  economic_case: StoredEconomicCase;
}

/** What a run found under its contract; null where it values energy alone. */
export function foundContract({ economic_case, bill, battery_value }: ContractFindings): FoundContract | null {
  if (!bill || !battery_value) return null;
  const { energy_saving_eur, discharged_mwh, charge_cost_eur } = economic_case.operation[0]!;
  const { expected_eur, ceiling_eur } = battery_value;
  return {
    contractedKw: bill.best_with.contracted_kw,
    meter: bill.best_with.meter,
    savingEur: energy_saving_eur,
    realised: expected_eur > 0 ? Math.min(1, expected_eur / ceiling_eur) : 1,
    dischargedMwh: discharged_mwh,
    chargeCostEur: charge_cost_eur,
    costWithoutEur: economic_case.cost_without_battery_eur,
  };
}
