import { resolveInput, type SimulationInput } from "../../simulations/input.ts";
import { engineAssumptions } from "../assumptions.ts";
import { buildSite } from "../build-site.ts";
import { auxiliaryEnergyMwh } from "../economic-case.ts";
import { dispatchProblem } from "../simulation.ts";
import type { GivenSeries } from "../site.ts";
import type { BaseRun } from "./base.ts";

/** The part of a simulation's run that scenarios start from: 500 kWh per hour and a battery of 2000 kWh by default. */
export function baseRun(fields: SimulationInput = {}, given: GivenSeries = {}): BaseRun {
  const input = resolveInput({ demand_value: 500, total_spending: 400_000, battery_capacity: 2000, ...fields });
  const site = buildSite(input, given);
  const assumptions = engineAssumptions(input);
  return {
    input,
    given,
    site,
    assumptions,
    fade: input.fade ?? 0.02,
    auxiliariesMwh: auxiliaryEnergyMwh(input, site, assumptions),
    problem: dispatchProblem(input, site, assumptions),
  };
}

/** A fortnight, for what does not need a year. */
export const FORTNIGHT = { start_date: "2024-06-03", end_date: "2024-06-16" };
