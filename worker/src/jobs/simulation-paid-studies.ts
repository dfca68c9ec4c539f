import type { JobFactory } from "./job.ts";
import { simulationPower } from "./simulation-power.ts";
import { simulationSensitivity } from "./simulation-sensitivity.ts";
import { simulationUncertainty } from "./simulation-uncertainty.ts";

/** Does the studies that a paid report waits for, before runs; takes over those that are under way in their own turn. */
export const simulationPaidStudies: JobFactory<"simulation.paid-studies"> = (deps) => {
  const urgently = { ...deps, pool: { ...deps.pool, ...deps.pool.urgent } };
  const power = simulationPower(urgently);
  const [scenarios, others] = [simulationUncertainty(urgently), simulationSensitivity(urgently)];
  return async (job) => {
    // The others follow from what it finds.
    await power(job);
    try {
      await scenarios(job);
    } finally {
      // A report is made without scenarios that have failed.
      await others(job);
    }
  };
};
