/** Entry of a pool's threads. */
import { constants, setPriority } from "node:os";
import { workerData } from "node:worker_threads";
import { AppError } from "@ecotrim/contracts/errors";
import type { EngineProgress } from "@ecotrim/contracts/simulations/progress";
import type { SolveDispatch } from "@ecotrim/engine/dispatch/problem";
import { runSimulation } from "@ecotrim/engine/simulate";
import { useSourceData } from "@ecotrim/engine/site/source-data";
import { explained } from "@ecotrim/present/errors";
import { createHighsSolver, type HighsSolver } from "./highs-solver.ts";
import { createTasks } from "./tasks.ts";
import type { ThreadOutcome, ThreadSettings, ThreadTask } from "./thread-pool.ts";

/** Long enough to halve the first run, short enough for a replacement thread. */
const WARM_UP_PERIOD = { start_date: "2024-01-01", end_date: "2024-03-31" };

const { timeLimitSeconds, isBackground, sourceData }: ThreadSettings = workerData;
useSourceData(sourceData);
let solver: Promise<HighsSolver> | undefined;
/** HiGHS is loaded on first use, since studies hardly ever need it. */
const solve: SolveDispatch = async (...args) => {
  solver ??= createHighsSolver({ timeLimitSeconds });
  return (await solver).solve(...args);
};
const tasks = createTasks(solve);
if (!isBackground) await warmUp();
// On Linux this sets the priority of this thread alone, elsewhere of the whole process.
else if (process.platform === "linux") setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

/** Errors that people may see are sent as plain values, since structured cloning would lose their class. */
export default async function perform({ name, args, progressPort }: ThreadTask): Promise<ThreadOutcome> {
  try {
    const task = tasks[name] as (...args: unknown[]) => Promise<unknown>;
    const onProgress = (progress: EngineProgress) => progressPort?.postMessage(progress);
    return { value: await task(...args, onProgress) };
  } catch (thrown) {
    const error = explained(thrown);
    if (!(error instanceof AppError)) throw error;
    const { code, message, field, cause } = error;
    return { error: { code, message, field, cause: cause instanceof Error ? (cause.stack ?? "") : cause } };
  } finally {
    progressPort?.close();
  }
}

/** The first runs of a thread are several times slower, until code and WebAssembly are fully compiled. */
async function warmUp(): Promise<void> {
  // Imported on demand: its schemas take some megabytes, which only threads that warm up need.
  const { readCaseFile } = await import("@ecotrim/contracts/simulations/case-file");
  const { input, series } = readCaseFile({ inputParameters: { demand_value: 500, ...WARM_UP_PERIOD } });
  await runSimulation({ input, series }, { solve });
}
