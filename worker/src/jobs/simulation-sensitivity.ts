import { runFollowUp } from "./follow-up.ts";
import type { JobFactory } from "./job.ts";

/** Values a completed run with each driver low and high, and batteries of other sizes on its site. */
export const simulationSensitivity: JobFactory<"simulation.sensitivity"> = (deps) => async (job) => {
  await runFollowUp("sensitivity", job, deps, async ({ request, submitted, signal }) => {
    const studies = deps.pool.studies(signal);
    const tornado = await studies.sensitivity(request);
    // Over a period too short for a return no size has one either.
    if (tornado.npv_eur === null) return { tornado, sizing: null };
    return { tornado, sizing: await studies.sizing(submitted) };
  });
};
