import type { Case } from "@ecotrim/contracts/simulations/input";
import type { DispatchProblem } from "../dispatch/problem.ts";
import type { EngineAssumptions } from "../economics/assumptions.ts";
import { efficienciesOf } from "./efficiencies.ts";
import type { Site } from "./site.ts";

/** The headline dispatch problem of a site: its battery new, its prices as calibrated or given. */
export function dispatchProblem(input: Case, site: Site, { wear_eur_mwh }: EngineAssumptions): DispatchProblem {
  const { battery } = input;
  const { charge, discharge } = efficienciesOf(input);
  return {
    stepHours: site.timeline.stepHours,
    pvKwh: site.pvKwh,
    demandKwh: site.demandKwh,
    buyEurMwh: site.buyEurMwh,
    sellEurMwh: site.sellEurMwh,
    importLimitKwh: site.importLimitKwh,
    exportLimitKwh: site.exportLimitKwh,
    battery: {
      capacityKwh: battery.capacityKwh,
      chargeKw: battery.chargeKw,
      dischargeKw: battery.dischargeKw,
      etaCharge: charge,
      etaDischarge: discharge,
      minSoc: battery.minSoc,
      initialSoc: battery.initialSoc,
    },
    wearEurMwh: wear_eur_mwh,
    batteryExport: battery.mayExport ?? false,
  };
}
