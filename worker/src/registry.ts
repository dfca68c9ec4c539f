import type { JobName } from "@ecotrim/shared/jobs/catalog";
import type { JobFactory } from "./jobs/job.ts";
import { simulationRun } from "./jobs/simulation-run.ts";
import { simulationSensitivity } from "./jobs/simulation-sensitivity.ts";
import { simulationSweep } from "./jobs/simulation-sweep.ts";
import { simulationUncertainty } from "./jobs/simulation-uncertainty.ts";

/** The handler of every job of the catalogue; one that is missing does not compile. */
export const registry: { [N in JobName]: JobFactory<N> } = {
  "simulation.run": simulationRun,
  "simulation.uncertainty": simulationUncertainty,
  "simulation.sensitivity": simulationSensitivity,
  "simulation.sweep": simulationSweep,
};
