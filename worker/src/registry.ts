import type { JobName } from "@ecotrim/shared/jobs/catalog";
import type { JobFactory } from "./jobs/job.ts";
import { simulationRun } from "./jobs/simulation-run.ts";
import { simulationSweep } from "./jobs/simulation-sweep.ts";

/** The handler of every job of the catalogue; one that is missing does not compile. */
export const registry: { [N in JobName]: JobFactory<N> } = {
  "simulation.run": simulationRun,
  "simulation.sweep": simulationSweep,
};
