import type { ComputedInput } from "@ecotrim/contracts/simulations/input";
import type { DispatchProblem } from "../dispatch/problem.ts";
import type { EngineAssumptions } from "../economics/assumptions.ts";
import type { Site } from "./site.ts";

/** The headline dispatch problem of a site: its battery new, its prices as calibrated or given. */
export function dispatchProblem(
  input: ComputedInput,
  site: Site,
  { wear_eur_mwh }: EngineAssumptions,
): DispatchProblem {
  return {
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
    wearEurMwh: wear_eur_mwh,
    batteryExport: input.battery_export ?? false,
  };
}
