import { onShutdown } from "@ecotrim/server/process/shutdown";
import { openChildWorker } from "./child-worker.ts";
import { followedOutput, sampleOutput } from "./gated-pool.ts";
import { QUARTER, sampleStudies, sampleTasks } from "./sample-tasks.ts";

/**
 * A worker process whose runs reach half of the solving and end when the test sends "finish", or "finish with a saving":
 * of the scenarios that follow only the first quarter is ever solved.
 */
const { logger, dataSource, queue, start } = await openChildWorker("worker-child");
const worker = await start({
  ...sampleTasks,
  studies: () => ({
    ...sampleStudies,
    solveScenarios: (base, from, to) =>
      from < QUARTER ? sampleStudies.solveScenarios(base, from, to) : new Promise(() => {}),
  }),
  run: (request, { onProgress } = {}) =>
    new Promise((resolve) => {
      process.on("message", (message) =>
        resolve(message === "finish" ? sampleOutput(request) : followedOutput(request)),
      );
      onProgress?.({ stage: "solving", fraction: 0.5 });
    }),
});
onShutdown(
  async () => {
    await worker.close();
    await queue.close();
    await dataSource.destroy();
  },
  { logger, graceMs: 20_000 },
);
process.send?.("ready");
