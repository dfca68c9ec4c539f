import type { NullReason, Results, StoredEconomicCase } from "@ecotrim/contracts/simulations/result";
import { type EconomicFigures, economicFigures } from "./economic-figures.ts";
import { type EconomicCase, type Economics, economics } from "./economics.ts";

/** An economic case in the form of the stored results. */
export function storedCase(given: EconomicCase): StoredEconomicCase {
  return {
    assumptions: given.assumptions,
    operation: given.operation.map(({ energySavingEur, dischargedMwh, chargeCostEur }) => ({
      energy_saving_eur: energySavingEur,
      discharged_mwh: dischargedMwh,
      charge_cost_eur: chargeCostEur,
    })),
    cost_without_battery_eur: given.costWithoutBatteryEur,
    demand_mwh: given.demandMwh,
    auxiliaries_eur: given.auxiliariesEur,
    extra_power_eur: given.extraPowerEur,
    revenue_share_fct: given.revenueShare,
  };
}

export function readStoredCase(stored: StoredEconomicCase): EconomicCase {
  return {
    assumptions: stored.assumptions,
    operation: stored.operation.map(({ energy_saving_eur, discharged_mwh, charge_cost_eur }) => ({
      energySavingEur: energy_saving_eur,
      dischargedMwh: discharged_mwh,
      chargeCostEur: charge_cost_eur,
    })),
    costWithoutBatteryEur: stored.cost_without_battery_eur,
    demandMwh: stored.demand_mwh,
    auxiliariesEur: stored.auxiliaries_eur,
    extraPowerEur: stored.extra_power_eur,
    revenueShare: stored.revenue_share_fct,
  };
}

/** The economics at an own investment, EUR, and their figures. */
export interface OwnCapex {
  assumptions: EconomicCase["assumptions"];
  economics: Economics;
  figures: EconomicFigures;
  nullReasons: Record<string, NullReason>;
  revenueShare: number;
}

/**
 * The economics of a result at another investment; the dispatch does not depend on the investment. O&M and replacement
 * follow the investment. Null where the result has no saving to evaluate.
 * @param capexEur 0 or more, EUR
 */
export function ownCapex(
  { economic_case, period }: Pick<Results, "economic_case" | "period">,
  capexEur: number,
): OwnCapex | null {
  if (!economic_case) return null;
  const stored = readStoredCase(economic_case);
  const assumptions = { ...stored.assumptions, capex_eur: capexEur };
  const computed = economics({ ...stored, assumptions });
  const { figures, nullReasons } = economicFigures(computed, true, period.hours);
  return { assumptions, economics: computed, figures, nullReasons, revenueShare: stored.revenueShare };
}
