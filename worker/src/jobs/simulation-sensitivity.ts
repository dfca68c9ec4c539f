import { SIZES } from "@ecotrim/shared/engine/sizing";
import { chunkSize, inChunks } from "../solver/chunks.ts";
import { runFollowUp } from "./follow-up.ts";
import type { JobFactory } from "./job.ts";

/** Dispatches that value one size: the battery new and aged. */
const DISPATCHES = 3;

/** Values a completed run with each driver low and high, and batteries of other sizes on its site. */
export const simulationSensitivity: JobFactory<"simulation.sensitivity"> = (deps) => async (job) => {
  const { pool } = deps;
  await runFollowUp("sensitivity", job, deps, async ({ request, submitted, steps, signal }) => {
    const tornado = await pool.sensitivity(request);
    // Over a period too short for a return no size has one either.
    if (tornado.npv_eur === null) return { tornado, sizing: null };
    const size = chunkSize(DISPATCHES * steps);
    const points = await inChunks({ total: SIZES, size, lanes: pool.threads, signal }, (from, to) =>
      pool.sizePoints(submitted, from, to),
    ).all;
    return { tornado, sizing: await pool.sizing(submitted, points) };
  });
};
