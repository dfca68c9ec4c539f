import { AppError } from "@ecotrim/contracts/errors";
import { BATTERY_KEYS, type BatteryConfiguration } from "@ecotrim/contracts/simulations/battery-options";
import { MEAN_PV_KW_PER_KWP } from "@ecotrim/contracts/simulations/battery-rule";
import { readCase } from "@ecotrim/contracts/simulations/input";
import { type FlowTotals, flowTotals, splitFlows } from "@ecotrim/engine/dispatch/flows";
import { solveByValueFunction } from "@ecotrim/engine/dispatch/value-function-solver";
import { engineAssumptions } from "@ecotrim/engine/economics/assumptions";
import { buildSite } from "@ecotrim/engine/site/build-site";
import { dispatchProblem } from "@ecotrim/engine/site/dispatch-problem";
import { answersOf, factsOf } from "@ecotrim/engine/site/plausibility";
import { slipsOf } from "@ecotrim/present/simulations/slips";
import { batteryCards } from "@ecotrim/present/studies/sizing";

/** Answers that the landing page asks for. */
export interface EstimateQuery {
  /** kWp */
  generation: number;
  /** kWh per hour, day and night */
  average: number;
  /** EUR a year */
  total_spendings: number;
}

export interface QuickEstimate {
  /** The battery step 5 recommends for these answers, with its figures. */
  battery: BatteryConfiguration;
  /** Energy flows of the year with the battery, MWh. */
  flows: FlowTotals;
  /** What the answers are doubted for, before any figure is claimed; null where nothing is. */
  doubt: string | null;
}

/**
 * The recommended battery of a factory that runs day and night, and its year, by the exact fast solver alone: the same
 * figures the wizard shows in step 5, in a fraction of a second.
 * @throws AppError as `sweepSizes`, or SOLVER_FAILED where only HiGHS could solve the year.
 */
export function quickEstimate({ generation, average, total_spendings }: EstimateQuery): QuickEstimate {
  const cards = batteryCards({
    pv_generation: generation * MEAN_PV_KW_PER_KWP,
    demand_load: average,
    pv_kwp: generation,
    type: "constante",
    weekend: true,
    total_spendings,
  });
  const battery = cards[BATTERY_KEYS.find((key) => cards[key].is_recommended) ?? "balanced"];
  const input = readCase({
    demand_value: average,
    pv_value: generation,
    total_spending: total_spendings,
    battery_capacity: battery.capacity_kwh,
    max_charge_power: battery.power_kw,
    max_discharge_power: battery.power_kw,
  });
  const site = buildSite(input);
  const problem = dispatchProblem(input, site, engineAssumptions(input));
  const solved = solveByValueFunction(problem);
  if (!solved.ok) throw new AppError("SOLVER_FAILED");
  const answers = { ...answersOf(input, {}), spendingPer: "month" as const };
  // Of VAT, a fifth of the spending at most, step 4 asks.
  const doubted = slipsOf(answers, factsOf(input, site)).find(
    ({ blocks, code }) => blocks && code !== "spending_with_vat",
  );
  return {
    battery,
    flows: flowTotals(splitFlows(problem, solved.solution.schedule)),
    doubt: doubted?.message ?? null,
  };
}
