import type { SimulationRecord } from "@ecotrim/contracts/simulations/record";
import type { ResultsView } from "./read-results.ts";

/** Props of a tab of the detail. */
export interface TabProps {
  record: SimulationRecord;
  view: ResultsView;
}
