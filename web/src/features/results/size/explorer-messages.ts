import type { CurveSeries } from "@ecotrim/contracts/curves/curve";
import type { SimulationInput } from "@ecotrim/contracts/simulations/input";
import type { OutageQuestion, OutageResult } from "@ecotrim/engine/outages/outages";
import type { ExploredCase } from "@ecotrim/present/studies/explored-case";
import type { VariantFigures } from "@ecotrim/present/studies/explorer";

/** Numbers of the curves of a case, as they were stored. */
export interface CurveNumbers {
  load?: CurveSeries | undefined;
  pv?: CurveSeries | undefined;
}

/** What the explorer's thread is told: the case with its curves, once, and then the variants of it, or their outages. */
export type ExplorerRequest =
  | { open: ExploredCase; numbers: CurveNumbers }
  | { id: number; inputs: SimulationInput }
  | { inputs: SimulationInput; outage: OutageQuestion };

export interface ExplorerAnswer {
  id: number;
  /** null where they cannot be calculated. */
  figures: VariantFigures | null;
}

export interface OutageAnswer {
  /** null where it cannot be calculated. */
  result: OutageResult | null;
}
