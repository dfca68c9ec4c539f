import { readCase, type SimulationInput } from "@ecotrim/contracts/simulations/input";
import type { Verdict } from "@ecotrim/contracts/simulations/verdict";
import { ownerFlows } from "@ecotrim/engine/economics/cash-flow";
import { createExplorer, EXPLORED_SCENARIOS, type Explored } from "@ecotrim/engine/studies/explorer";
import { type VerdictBasis, verdictOf } from "../results/verdict.ts";
import type { ExploredCase } from "./explored-case.ts";

/** What a variant is worth; names and units as in the results. */
export interface VariantFigures {
  savings: number;
  npv: number;
  irr: number | null;
  /** Of who invests. */
  payback_years: number | null;
  capex_eur: number;
  /** Cumulative cash flow by year, undiscounted; index 0 is the investment. */
  cumulative_eur: number[];
  verdict: Verdict;
  /** The saving is a lower bound. */
  isApproximate: boolean;
}

/**
 * Prepares the explorer of a case.
 * @returns the figures of a variant's inputs
 */
export function openExplorer({ inputs, facts, risk }: ExploredCase): (variant: SimulationInput) => VariantFigures {
  const explore = createExplorer(readCase(inputs), risk);
  return (variant) => {
    const explored = explore(readCase(variant));
    const { figures, economics, assumptions, approximateSteps } = explored;
    let cumulative = 0;
    return {
      savings: figures.savings!,
      npv: figures.npv!,
      irr: figures.irr,
      payback_years: economics.paybackYears,
      capex_eur: assumptions.capex_eur,
      cumulative_eur: ownerFlows(assumptions.capex_eur, economics.years).map((flow) => (cumulative += flow)),
      verdict: verdictOf(factsOf(explored, facts)),
      isApproximate: approximateSteps > 0,
    };
  };
}

/** The facts of a variant: its own figures, and what of the case holds for it too. */
function factsOf({ figures, economics, assumptions, contracts, probability }: Explored, facts: ExploredCase["facts"]) {
  const { owner, paybackYears } = economics;
  const { savings, npv, payback_years } = figures;
  const { contract_range, ...others } = facts.basis;
  const basis: VerdictBasis = {
    ...others,
    summary: { savings, npv, payback_years, capex_eur: assumptions.capex_eur },
    ...(owner && { owner: { savings: owner.savingEur, payback_years: paybackYears } }),
    contract_range: contract_range.length > 0 ? contracts.map(({ key, npvEur }) => ({ key, npv_eur: npvEur })) : [],
    economic_case: { assumptions },
  };
  const risk = facts.risk && {
    scenarios: probability === null ? 0 : EXPLORED_SCENARIOS,
    probability,
    isComing: facts.risk.isComing,
  };
  return { ...facts, basis, risk };
}
