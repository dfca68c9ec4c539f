import { sizingInPieces, tornadoInPieces } from "../solver/in-pieces.ts";
import { runFollowUp } from "./follow-up.ts";
import type { JobFactory } from "./job.ts";

/** Values a completed run with each driver low and high, and batteries of other sizes on its site. */
export const simulationSensitivity: JobFactory<"simulation.sensitivity"> = (deps) => async (job) => {
  const { pool } = deps;
  await runFollowUp("sensitivity", job, deps, async ({ request, submitted, steps, signal }) => {
    const tornado = await tornadoInPieces(pool, request, { steps, signal });
    // Over a period too short for a return no size has one either.
    if (tornado.npv_eur === null) return { tornado, sizing: null };
    return { tornado, sizing: await sizingInPieces(pool, submitted, { steps, signal }) };
  });
};
