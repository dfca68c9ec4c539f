import type { UncertaintyProgress } from "@ecotrim/contracts/realtime/events";
import type { UncertaintyRun } from "@ecotrim/contracts/simulations/record";

/** Where the saving lies over the scenarios of a record; null before there are enough of them. */
export function bandOf({ scenarios, total, result }: UncertaintyRun): UncertaintyProgress | null {
  if (!result) return null;
  const { p10, p50, p90 } = result.saving_eur;
  return { scenarios, total, p10: p10.value, p50: p50.value, p90: p90.value };
}
