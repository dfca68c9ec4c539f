import type { SimulationRecord } from "@ecotrim/contracts/simulations/record";
import type { Results } from "@ecotrim/contracts/simulations/result";

/** A simulation that the platform has calculated. */
export type CompletedRecord = SimulationRecord & { results: Results };
