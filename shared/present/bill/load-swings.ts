import type { LoadSwing } from "@ecotrim/contracts/simulations/contract";

/** How a load swings within the hour, as said of a load. */
export const LOAD_SWING_NAMES: Record<LoadSwing, string> = {
  steady: "estable",
  normal: "normal",
  starts: "con arranques",
};
