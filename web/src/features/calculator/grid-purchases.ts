import type { SiteAnswers } from "@ecotrim/contracts/simulations/context";
import { readCase } from "@ecotrim/contracts/simulations/input";
import type { ProvinceCode } from "@ecotrim/contracts/simulations/provinces";
import { shiftsOf } from "@ecotrim/contracts/simulations/shifts";
import { sumMwh } from "@ecotrim/engine/dispatch/flows";
import { buildSite } from "@ecotrim/engine/site/build-site";
import { type ConsumptionType, type PlaneAnswers, planeInput } from "./state.ts";

interface Site extends PlaneAnswers, Pick<SiteAnswers, "pv_installed"> {
  /** kWp */
  generation: number;
  province: ProvinceCode;
  type: ConsumptionType;
  weekend: boolean;
  /** kWh per hour */
  average: number;
}

/** Energy that the spending bought in a year without battery, MWh: the simulation's own series, hour by hour. */
export function yearlyGridPurchasesMwh(site: Site): number {
  const { generation, pv_installed, province, type, weekend, average } = site;
  const input = readCase({
    pv_value: generation,
    ...(pv_installed !== undefined && { pv_installed }),
    province,
    ...planeInput(site),
    demand_value: average,
    ...shiftsOf(type),
    weekends: weekend,
  });
  return sumMwh(buildSite(input).paidImportKwh);
}
