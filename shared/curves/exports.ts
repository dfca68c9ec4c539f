import type { Grid } from "./grid.ts";
import { sumOf } from "./statistics.ts";

/** Part of the import from which exports show that a plant is there. */
const EXPORTS_SHARE = 0.005;

export const showPlant = (values: Grid["values"]): boolean =>
  sumOf(values.export) > EXPORTS_SHARE * sumOf(values.import);
