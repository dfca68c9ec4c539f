import { completedStudy, runStudy } from "./follow-up.ts";
import type { JobFactory } from "./job.ts";

/** Computes the sensitivity of a completed run, then the value of other battery sizes on its site. */
export const simulationSensitivity: JobFactory<"simulation.sensitivity"> = (deps) => async (job) => {
  const { pool, dataSource } = deps;
  await runStudy("sensitivity", job, deps, async ({ request, signal }) => ({
    content: await pool.studies(signal).sensitivity(request),
  }));
  const tornado = await completedStudy(dataSource, "sensitivity", job.data.computationId);
  // Another try has taken the study over and goes on from there.
  if (!tornado) return;
  await runStudy("sizing", job, deps, async ({ submitted, signal }) => ({
    // Over a period too short for a return no size has a return either.
    content: tornado.npv_eur === null ? null : await pool.studies(signal).sizing(submitted),
  }));
};
