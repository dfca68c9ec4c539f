/**
 * Forked by `npm run bench:load`: computes runs one after another, with nothing around them, for as long as it is told,
 * and sends how many that were a second.
 */
import { runSimulation } from "@ecotrim/shared/engine/simulation";
import { readCase } from "@ecotrim/shared/simulations/case";
import { createHighsSolver } from "../../worker/src/solver/highs-solver.ts";
import { loadInput } from "./inputs.ts";

const WARM_UPS = 5;

const solver = await createHighsSolver();
const run = (number: number) =>
  runSimulation(readCase({ inputParameters: loadInput(number) }), { solve: solver.solve, onProgress: () => {} });
for (let number = 0; number < WARM_UPS; number++) await run(number);

process.on("message", async ({ from, forMs }: { from: number; forMs: number }) => {
  const started = performance.now();
  let runs = 0;
  do await run(from + runs++);
  while (performance.now() - started < forMs);
  process.send?.((1000 * runs) / (performance.now() - started));
});
process.once("disconnect", () => process.exit(0));
process.send?.("ready");
