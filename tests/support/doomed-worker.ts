import { openChildWorker } from "./child-worker.ts";
import { followedOutput, provisionalOutput } from "./gated-pool.ts";
import { dieAt, type KillPointName, killPoint } from "./kill-points.ts";
import { QUARTER, sampleStudies, sampleTasks } from "./sample-tasks.ts";

/**
 * A worker process that works until the kill point KILL_AT, with the row KILL_OF if one is given. It stays in the stage
 * of that point, and solves only the first quarter if it dies among the scenarios.
 */
const name = process.env.KILL_AT as KillPointName;
const { dataSource, queue, start } = await openChildWorker("doomed-worker");
dieAt(name, dataSource, queue, process.env.KILL_OF);

const never = new Promise<never>(() => {});
const point = killPoint(name);
await start({
  ...sampleTasks,
  studies: () => ({
    ...sampleStudies,
    solveScenarios: (base, from, to) =>
      from >= QUARTER && point.mentions?.includes("processing") ? never : sampleStudies.solveScenarios(base, from, to),
  }),
  run: async (request, { onProgress } = {}) => {
    for (const stage of ["series", "model", "solving", "economics", "charts"] as const) {
      onProgress?.({ stage, fraction: 0 });
      if (point.mentions?.includes(`"stage":"${stage}"`)) return never;
    }
    return process.env.UNDER_CONTRACT ? provisionalOutput(request) : followedOutput(request);
  },
});
