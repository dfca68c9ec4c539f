import { readCase } from "@ecotrim/contracts/simulations/input";
import { buildSite, gridNeed } from "@ecotrim/engine/site/build-site";
import type { ConsumptionType } from "./state.ts";

/**
 * Energy a site buys from the grid in a year without battery, MWh: the simulation's own series, hour by hour.
 * @param generation kWp
 * @param average kWh per hour
 */
export function yearlyGridPurchasesMwh(
  generation: number,
  { type, weekend, average }: { type: ConsumptionType; weekend: boolean; average: number },
): number {
  const input = readCase({
    pv_value: generation,
    demand_value: average,
    two_turnes: type !== "constante",
    weekends: weekend,
  });
  const { pvKwh, demandKwh } = buildSite(input);
  return gridNeed(pvKwh, demandKwh).reduce((sum, kwh) => sum + kwh, 0) / 1000;
}
