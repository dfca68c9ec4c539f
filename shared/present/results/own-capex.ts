import type { CashflowYear, Results } from "@ecotrim/contracts/simulations/result";
import type { EconomicFigures } from "@ecotrim/engine/economics/economic-figures";
import { ownCapex } from "@ecotrim/engine/economics/own-capex";
import { cashflowTable } from "./cash-flow-table.ts";
import { type NullReasons, nullReasonsOf } from "./null-reasons.ts";
import { PROFITABILITY, profitability } from "./profitability.ts";

/** The figures of a result that depend on the investment; names and units as in the results. */
export interface OwnCapexFigures extends EconomicFigures, NullReasons {
  capex_eur: number;
  profitability: string;
  /** Investment at which the net present value would be 0; null over a short period. */
  break_even_capex_eur: number | null;
  cashflow_df: CashflowYear[];
}

/**
 * "Tengo un presupuesto": a result's figures at another investment. Null where the result has no saving to evaluate.
 * @param capexEur 0 or more, EUR
 */
export function withOwnCapex(
  results: Pick<Results, "economic_case" | "period">,
  capexEur: number,
): OwnCapexFigures | null {
  const own = ownCapex(results, capexEur);
  if (!own) return null;
  const { assumptions, economics, figures, nullReasons, revenueShare } = own;
  return {
    ...figures,
    capex_eur: capexEur,
    profitability: PROFITABILITY[profitability(figures.savings, figures.irr)],
    break_even_capex_eur: figures.npv === null ? null : economics.breakEvenCapexEur,
    cashflow_df: cashflowTable(economics, capexEur, assumptions.discount_rate, revenueShare > 0),
    ...nullReasonsOf(nullReasons, assumptions.life_years),
  };
}
