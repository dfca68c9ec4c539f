import type { SiteAnswers } from "@ecotrim/contracts/simulations/context";

/** What a factory's site holds. */
export const ANSWERS: SiteAnswers = {
  generation: 2000,
  demand: { type: "2turnos", weekend: false, average: 310.5 },
  total_spendings: 412_000,
  province: "46",
};
