import type { SimulationRecord } from "@ecotrim/contracts/simulations/record";

/** The yearly spending that a simulation rests on, EUR; where the prices of a contract count, it is what they cost. */
export const spendingOf = ({
  source,
  inputParameters,
  results,
}: Pick<SimulationRecord, "source" | "inputParameters" | "results">): number | undefined =>
  // Results from elsewhere may have anything there.
  (source === "platform" ? results?.calibration?.contract_spending_eur : undefined) ?? inputParameters.total_spending;
