/**
 * Forked by `npm run bench:load`: computes runs one after another, without queue, API or storage around them, until it
 * is told to end.
 */

import { readCaseFile } from "@ecotrim/contracts/simulations/case-file";
import { runSimulation } from "@ecotrim/engine/simulate";
import { simulationOutput } from "@ecotrim/present/results/results";
import { createHighsSolver } from "../../worker/src/solver/highs-solver.ts";
import { loadInput } from "./inputs.ts";
import { serveRate } from "./serve-rate.ts";

const solver = await createHighsSolver();
await serveRate(1, async (number) => {
  const request = readCaseFile({ inputParameters: loadInput(number) });
  simulationOutput(await runSimulation(request, { solve: solver.solve, onProgress: () => {} }));
});
