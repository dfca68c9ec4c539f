/** What a thread of the pool runs, with one warm HiGHS. */
import { workerData } from "node:worker_threads";
import { AppError } from "@ecotrim/contracts/errors";
import { readCase } from "@ecotrim/contracts/simulations/case";
import type { EngineProgress } from "@ecotrim/contracts/simulations/progress";
import { runSimulation } from "@ecotrim/engine/simulate";
import { useSourceData } from "@ecotrim/engine/site/source-data";
import { explained } from "@ecotrim/present/errors";
import { createHighsSolver } from "./highs-solver.ts";
import type { ThreadOutcome, ThreadSettings, ThreadTask } from "./pool.ts";
import { createTasks } from "./tasks.ts";

/** Long enough to halve the first run, short enough for a thread that replaces another. */
const WARM_UP_PERIOD = { start_date: "2024-01-01", end_date: "2024-03-31" };

const settings: ThreadSettings = workerData;
useSourceData(settings.sourceData);
const solver = await createHighsSolver({ timeLimitSeconds: settings.timeLimitSeconds });
const tasks = createTasks(solver.solve);
await warmUp();

/** Errors people may see cross the border as plain values, since cloning would leave nothing of their class. */
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

/** The first runs of a thread are several times slower, until its code and the WebAssembly are compiled in full. */
async function warmUp(): Promise<void> {
  const { input, series } = readCase({ inputParameters: { demand_value: 500, ...WARM_UP_PERIOD } });
  await runSimulation({ input, series }, { solve: solver.solve });
}
