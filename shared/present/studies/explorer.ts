import type { CaseSeries } from "@ecotrim/contracts/simulations/case-file";
import { readCase, type SimulationInput } from "@ecotrim/contracts/simulations/input";
import type { Verdict } from "@ecotrim/contracts/simulations/verdict";
import { ownerFlows } from "@ecotrim/engine/economics/cash-flow";
import { createContractExplorer } from "@ecotrim/engine/studies/contract-explorer";
import { createExplorer, EXPLORED_SCENARIOS, type Explored } from "@ecotrim/engine/studies/explorer";
import { type VerdictBasis, type VerdictRisk, verdictOf } from "../results/verdict.ts";
import { baseCase, type ExploredCase } from "./explored-case.ts";

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
  /** Scenarios from which the risk is estimated; null where it is not known. */
  scenarios: number | null;
  /** The saving is a lower bound. */
  isApproximate: boolean;
}

/**
 * Prepares the explorer of a case. Its few scenarios say by how much a variant moves the probability that the case was
 * calculated with, so that a variant which moves nothing has the verdict of the case.
 * @param series of the case's curves
 * @returns the figures of a variant's inputs
 */
export function openExplorer(
  explored: ExploredCase,
  series: CaseSeries = {},
): (variant: SimulationInput) => VariantFigures {
  const { facts, risk, contract } = explored;
  const base = baseCase(explored);
  const explore = contract ? createContractExplorer(base, risk, contract) : createExplorer(base, risk, series);
  const estimated = explore(base).probability;
  const calculated = facts.risk?.probability ?? null;
  const riskOf = ({ probability }: Explored): Pick<VerdictRisk, "scenarios" | "probability" | "contracts"> | null => {
    if (!facts.risk || probability === null || estimated === null || calculated === null) return null;
    const moved = (share: number) => Math.min(Math.max(share + (probability - estimated), 0), 1);
    return {
      scenarios: EXPLORED_SCENARIOS,
      probability: moved(calculated),
      contracts: facts.risk.contracts.map(({ key, value }) => ({ key, value: moved(value) })),
    };
  };
  return (variant) => {
    const explored = explore(readCase(variant));
    const { figures, economics, assumptions, approximateSteps } = explored;
    const risk = riskOf(explored);
    let cumulative = 0;
    return {
      savings: figures.savings!,
      npv: figures.npv!,
      irr: figures.irr,
      payback_years: economics.paybackYears,
      capex_eur: assumptions.capex_eur,
      cumulative_eur: ownerFlows(assumptions.capex_eur, economics.years).map((flow) => (cumulative += flow)),
      verdict: verdictOf({
        ...facts,
        basis: basisOf(explored, facts),
        risk: facts.risk && { ...facts.risk, ...(risk ?? { scenarios: 0, probability: null, contracts: [] }) },
      }),
      scenarios: risk?.scenarios ?? null,
      isApproximate: approximateSteps > 0,
    };
  };
}

/** A variant's own figures, and what of the case holds for it too. */
function basisOf(
  { figures, economics, assumptions, contracts }: Explored,
  { basis }: ExploredCase["facts"],
): VerdictBasis {
  const { owner, paybackYears } = economics;
  const { savings, npv, payback_years } = figures;
  const { contract_range, ...others } = basis;
  return {
    ...others,
    summary: { savings, npv, payback_years, capex_eur: assumptions.capex_eur },
    ...(owner && { owner: { savings: owner.savingEur, payback_years: paybackYears } }),
    contract_range:
      contract_range.length > 0
        ? contracts.map(({ key, savingEur, npvEur }) => ({ key, saving_eur: savingEur, npv_eur: npvEur }))
        : [],
    economic_case: { assumptions },
  };
}
