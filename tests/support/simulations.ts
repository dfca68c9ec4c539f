import type { UncertaintyProgress } from "@ecotrim/contracts/realtime/events";
import type { SimulationInput } from "@ecotrim/contracts/simulations/input";
import type { Progress } from "@ecotrim/contracts/simulations/progress";
import type { SimulationRecord } from "@ecotrim/contracts/simulations/record";
import { createDataSource } from "@ecotrim/server/db/data-source";
import { readEnv } from "@ecotrim/server/env/env";
import { listenToSignals, type Signal } from "@ecotrim/server/events/signals";
import { createQueue, type JobQueue, type QueueSettings } from "@ecotrim/server/queue/queue";
import type { StudyKind } from "@ecotrim/server/studies/catalogue";
import { STUDIES_UNFINISHED } from "@ecotrim/server/studies/line";
import { expect, vi } from "vitest";
import {
  CANCELLED_END,
  type Caller,
  type Capability,
  createSimulation,
  endSimulation,
  readSimulation,
  retrySimulation,
} from "../../api/src/modules/simulations/service.ts";
import { startWorker, type WorkerDeps } from "../../worker/src/app.ts";
import type { OutgoingMail } from "../../worker/src/mail/mailer.ts";
import { alteration } from "./ends.ts";
import { createGatedPool, type GatedPool } from "./gated-pool.ts";
import { TEST_SETTINGS } from "./services.ts";
import { studyAlteration } from "./studies.ts";
import { testLogger } from "./test-log.ts";
import { workerParts } from "./worker-deps.ts";

/** Limits a wait for an asynchronous result; the limit is reached only when the test fails. */
const PATIENCE = { timeout: 60_000, interval: 50 };

let inputs = 0;

/** Inputs no other test asks for, so that no computation is shared by chance. */
export const newInput = (): SimulationInput => ({
  demand_value: 100 + inputs++,
  start_date: "2024-01-01",
  end_date: "2024-01-02",
});

/** A computation's columns that the record does not show. */
export interface ComputationRow {
  id: string;
  status: string;
  run: number;
  attempt: number;
  hourly: Buffer | null;
}

/** Signals of progress, by their kind. */
interface Told {
  "run-progress": Progress;
  uncertainty: UncertaintyProgress;
}

export type SimulationBench = Awaited<ReturnType<typeof openSimulationBench>>;

/** The API's services and workers in this process, on a migrated database and a queue. */
export async function openSimulationBench(settings: QueueSettings) {
  const env = readEnv({ ...settings, ...TEST_SETTINGS, LOG_LEVEL: "silent", NODE_ENV: "test" });
  const logger = testLogger("test");
  const dataSource = await createDataSource(env.DATABASE_URL, { applicationName: "test" }).initialize();
  const queue = createQueue(settings, logger);
  const outbox: OutgoingMail[] = [];
  const deps = { env, logger, dataSource, queue, ...workerParts(env, outbox) };

  const read = (capability: Capability): Promise<SimulationRecord> => readSimulation(deps, capability);
  const until = async (capability: Capability, ready: (record: SimulationRecord) => boolean) => {
    let record = await read(capability);
    await vi.waitUntil(async () => {
      record = await read(capability);
      return ready(record);
    }, PATIENCE);
    return record;
  };

  const create = (inputParameters: SimulationInput, through: JobQueue = queue, caller: Caller = {}) =>
    createSimulation({ ...deps, queue: through }, { inputParameters }, caller);

  async function listenTo<T extends keyof Told>(type: T) {
    const heard: { computationId: string; progress: Told[T] }[] = [];
    const hear = (signal: Signal) => {
      if (signal.type === type) heard.push(signal as unknown as (typeof heard)[number]);
    };
    const listener = listenToSignals(env.DATABASE_URL, hear, logger);
    await listener.ready;
    return {
      of: (id: string) => heard.filter(({ computationId }) => computationId === id).map(({ progress }) => progress),
      close: () => listener.close(),
    };
  }

  return {
    ...deps,
    /** Mails the workers of this bench have sent. */
    outbox,
    settings,
    read,
    create,
    /** Stores a simulation whose job is lost on its way to the queue. */
    createUnqueued: (inputParameters: SimulationInput) =>
      create(inputParameters, { ...queue, enqueue: async () => {} }),
    /** Waits until the row satisfies `ready`. */
    until,
    /** Waits until the row has ended. */
    ended: (capability: Capability) => until(capability, ({ status }) => status === "completed" || status === "failed"),
    cancel: (capability: Capability) => endSimulation(deps, capability, CANCELLED_END),
    retry: (capability: Capability) => retrySimulation(deps, capability),
    async computation(id: string): Promise<ComputationRow> {
      const [row] = await dataSource.query("SELECT id, status, run, attempt, hourly FROM computations WHERE id = $1", [
        id,
      ]);
      return row;
    },
    /** Changes columns by SQL, without a signal to any process. */
    alter: (id: string, assignments: string) => dataSource.query(alteration(assignments), [id]),
    /** Changes the computation's studies likewise, all of them or those of these kinds; unfinished ones are in line. */
    async alterStudies(id: string, assignments: string, kinds?: StudyKind[]) {
      await dataSource.query(...studyAlteration(id, assignments, kinds));
      await dataSource.query(
        `UPDATE computations SET study_turn = coalesce(study_turn, 1) WHERE id = $1 AND ${STUDIES_UNFINISHED}`,
        [id],
      );
    },
    /** Starts a worker on a gated pool, whose runs advance only when the test says. */
    async startWorker({
      pool = createGatedPool(),
      concurrency = 4,
      timing = {},
    }: Partial<Pick<WorkerDeps, "concurrency" | "timing">> & { pool?: GatedPool } = {}) {
      const worker = await startWorker({ ...deps, settings, pool, concurrency, timing });
      return { pool, close: () => worker.close() };
    },
    /** Collects the signals of a run's progress from now on. */
    listen: () => listenTo("run-progress"),
    /** Collects the signals of the scenarios likewise. */
    listenToScenarios: () => listenTo("uncertainty"),
    async sweep() {
      await queue.enqueue("simulation.sweep", {});
    },
    async close() {
      await queue.close();
      await dataSource.destroy();
    },
  };
}

/** Polls until a condition holds. */
export const eventually = (ready: () => boolean | Promise<boolean>) => vi.waitUntil(ready, PATIENCE);

/** @throws when the percentages ever fall. */
export function expectNeverFalling(percents: number[]): void {
  expect(percents).toEqual([...percents].sort((a, b) => a - b));
}
