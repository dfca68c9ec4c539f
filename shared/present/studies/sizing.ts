import type { Sizing } from "@ecotrim/contracts/simulations/sizing";
import type { SizingStudy } from "@ecotrim/engine/studies/sizing";
import { writtenWarning } from "../results/warnings.ts";

/** A sweep of sizes as people read it. */
export const writtenSizing = (study: SizingStudy): Sizing => ({
  ...study,
  warnings: study.warnings.map(writtenWarning),
});
