/**
 * Forked by `npm run bench:load`: computes runs one after another, with nothing around them, not even what stores them,
 * until it is told to end.
 */

import { readCase } from "@ecotrim/contracts/simulations/case";
import { runSimulation } from "@ecotrim/engine/simulate";
import { createHighsSolver } from "../../worker/src/solver/highs-solver.ts";
import { loadInput } from "./inputs.ts";
import { serveRate } from "./serve-rate.ts";

const solver = await createHighsSolver();
await serveRate(1, async (number) => {
  await runSimulation(readCase({ inputParameters: loadInput(number) }), { solve: solver.solve, onProgress: () => {} });
});
