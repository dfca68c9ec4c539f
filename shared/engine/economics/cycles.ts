import type { Case } from "@ecotrim/contracts/simulations/input";

/** Equivalent full cycles of a discharged energy: energy drawn from the cells over the capacity when new. */
export function cyclesOf({ battery: { capacityKwh, dischargeEfficiency } }: Case, dischargedMwh: number) {
  return capacityKwh > 0 ? (1000 * dischargedMwh) / dischargeEfficiency / capacityKwh : null;
}
