import type { SimulationInput } from "@ecotrim/contracts/simulations/input";
import type { ExploredCase } from "@ecotrim/present/studies/explored-case";
import type { VariantFigures } from "@ecotrim/present/studies/explorer";

/** What the explorer's thread is told: the case, once, and then the variants of it. */
export type ExplorerRequest = { open: ExploredCase } | { id: number; inputs: SimulationInput };

export interface ExplorerAnswer {
  id: number;
  /** null where they cannot be calculated. */
  figures: VariantFigures | null;
}
