import type { Results } from "@ecotrim/contracts/simulations/result";

/** Part of the saving that is assumed, not computed, EUR a year. */
export const assumedSavings = ({ savings_split }: Results): number =>
  savings_split.reduce((sum, part) => sum + (part.assumed ? part.value_eur : 0), 0);
