import type { ComputedInput } from "@ecotrim/contracts/simulations/input";

/** Full cycles behind an amount of discharged energy: energy drawn from the cells over the capacity when new. */
export function cyclesOf({ battery_capacity, efficiency_discharge }: ComputedInput, dischargedMwh: number) {
  return battery_capacity > 0 ? (1000 * dischargedMwh) / efficiency_discharge / battery_capacity : null;
}
