import { PROFITABILITY, profitability } from "@ecotrim/contracts/simulations/profitability";
import type { CashflowYear, Results, StoredEconomicCase } from "@ecotrim/contracts/simulations/result";
import { type EconomicFigures, economicFigures } from "./economic-figures.ts";
import { type EconomicCase, economics } from "./economics.ts";
import { cashflowTable } from "./tables.ts";

/** An economic case as the results keep it. */
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
    fixed_items_eur: given.fixedItemsEur,
    revenue_share_fct: given.revenueShare,
  };
}

function readCase(stored: StoredEconomicCase): EconomicCase {
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
    fixedItemsEur: stored.fixed_items_eur,
    revenueShare: stored.revenue_share_fct,
  };
}

/** The figures of a result that depend on the investment; names and units as in the results. */
export interface OwnCapexFigures extends EconomicFigures {
  capex_eur: number;
  profitability: string;
  /** Investment at which the net present value would be 0; null over a short period. */
  break_even_capex_eur: number | null;
  cashflow_df: CashflowYear[];
  null_reasons: Record<string, string>;
}

/**
 * "Tengo un presupuesto": the economics of a result at another investment, without a new dispatch, which does not depend
 * on it. O&M and replacement follow the investment. Null where the result has no saving to evaluate.
 * @param capexEur 0 or more, EUR
 */
export function withOwnCapex(
  { economic_case, period }: Pick<Results, "economic_case" | "period">,
  capexEur: number,
): OwnCapexFigures | null {
  if (!economic_case) return null;
  const stored = readCase(economic_case);
  const assumptions = { ...stored.assumptions, capex_eur: capexEur };
  const computed = economics({ ...stored, assumptions });
  const { figures, nullReasons } = economicFigures(computed, assumptions, true, period.hours);
  return {
    ...figures,
    capex_eur: capexEur,
    profitability: PROFITABILITY[profitability(figures.savings, figures.irr)],
    break_even_capex_eur: figures.npv === null ? null : computed.breakEvenCapexEur,
    cashflow_df: cashflowTable(computed, capexEur, assumptions.discount_rate, stored.revenueShare > 0),
    null_reasons: nullReasons,
  };
}
