import type { Case } from "@ecotrim/contracts/simulations/input";
import { efficienciesOf } from "../site/efficiencies.ts";

/** Equivalent full cycles of a discharged energy: energy drawn from the cells over the capacity when new. */
export function cyclesOf(input: Case, dischargedMwh: number) {
  const { capacityKwh } = input.battery;
  return capacityKwh > 0 ? (1000 * dischargedMwh) / efficienciesOf(input).discharge / capacityKwh : null;
}
