import { readCase } from "@ecotrim/contracts/simulations/input";
import type { ProvinceCode } from "@ecotrim/contracts/simulations/provinces";
import { shiftsOf } from "@ecotrim/contracts/simulations/shifts";
import { buildSite } from "@ecotrim/engine/site/build-site";
import { gridNeed } from "@ecotrim/engine/site/grid-need";
import { type ConsumptionType, type PlaneAnswers, planeInput } from "./state.ts";

interface Site extends PlaneAnswers {
  /** kWp */
  generation: number;
  province: ProvinceCode;
  type: ConsumptionType;
  weekend: boolean;
  /** kWh per hour */
  average: number;
}

/** Energy a site buys from the grid in a year without battery, MWh: the simulation's own series, hour by hour. */
export function yearlyGridPurchasesMwh(site: Site): number {
  const { generation, province, type, weekend, average } = site;
  const input = readCase({
    pv_value: generation,
    province,
    ...planeInput(site),
    demand_value: average,
    ...shiftsOf(type),
    weekends: weekend,
  });
  const { pvKwh, demandKwh } = buildSite(input);
  return gridNeed(pvKwh, demandKwh).reduce((sum, kwh) => sum + kwh, 0) / 1000;
}
