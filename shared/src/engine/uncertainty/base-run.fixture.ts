import { resolveInput, type SimulationInput } from "../../simulations/input.ts";
import { engineAssumptions } from "../assumptions.ts";
import { buildSite } from "../build-site.ts";
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
    auxiliariesMwh: ((input.battery_capacity / 1000) * assumptions.auxiliary_kw_per_mwh * site.timeline.hours) / 1000,
    problem: {
      stepHours: site.timeline.stepHours,
      pvKwh: site.pvKwh,
      demandKwh: site.demandKwh,
      buyEurMwh: site.buyEurMwh,
      sellEurMwh: site.sellEurMwh,
      importLimitKwh: site.importLimitKwh,
      exportLimitKwh: site.exportLimitKwh,
      battery: {
        capacityKwh: input.battery_capacity,
        chargeKw: input.max_charge_power,
        dischargeKw: input.max_discharge_power,
        etaCharge: input.efficiency_charge,
        etaDischarge: input.efficiency_discharge,
        minSoc: input.battery_min_soc,
        initialSoc: input.initial_soc,
      },
      wearEurMwh: assumptions.wear_eur_mwh,
      batteryExport: input.battery_export ?? false,
    },
  };
}

/** A fortnight, for what does not need a year. */
export const FORTNIGHT = { start_date: "2024-06-03", end_date: "2024-06-16" };
