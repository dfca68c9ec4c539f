import type { SimulationRecord } from "@ecotrim/contracts/simulations/record";
import type { ResultsView } from "./read-results.ts";

/** What a tab of the detail is made of. */
export interface TabProps {
  record: SimulationRecord;
  view: ResultsView;
}
