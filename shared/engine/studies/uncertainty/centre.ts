import type { SimulationInput } from "@ecotrim/contracts/simulations/input";
import type { ScenarioBase } from "./base.ts";
import { solveScenarios } from "./scenarios.ts";
import { constantLife, summarise } from "./summary.ts";

/** Measures whether a headline is the centre of its own scenarios, for the bench and its test. */

const SITES: SimulationInput[] = [
  { pv_value: 2000, demand_value: 500 },
  { pv_value: 2000, demand_value: 500, total_spending: 400_000 },
  { pv_value: 2000, demand_value: 250, total_spending: 180_000 },
  { pv_value: 300, demand_value: 500, total_spending: 480_000 },
];
const BATTERIES = [
  { kwh: 1000, kw: 250 },
  { kwh: 2000, kw: 1000 },
  { kwh: 3000, kw: 3000 },
];
/** The twelve anchor sites: four factories, each with three batteries. */
export const ANCHOR_SITES: SimulationInput[] = SITES.flatMap((site) =>
  BATTERIES.map(({ kwh, kw }) => ({
    ...site,
    ...{ battery_capacity: kwh, max_charge_power: kw, max_discharge_power: kw },
    realisable_fct: 0.96,
  })),
);

/**
 * Distance of the median of the first `count` scenarios from the headline: of the saving as a share of it, of the net
 * present value as a share of the investment.
 */
export function centreOf(base: ScenarioBase, count: number): { savingGap: number; npvGap: number } {
  const { saving_eur, npv_eur } = summarise(base, solveScenarios(base, 0, count));
  const headline = constantLife(base, base.base);
  return {
    savingGap: saving_eur.p50.value! / headline.savingEur - 1,
    npvGap: (npv_eur!.p50.value! - headline.npvEur) / base.assumptions.capex_eur,
  };
}
