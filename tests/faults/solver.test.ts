import { readCaseFile } from "@ecotrim/contracts/simulations/case-file";
import { expect, onTestFinished, test } from "vitest";
import { createSimulationPool } from "../../worker/src/solver/pool.ts";

const { input } = readCaseFile({
  inputParameters: { demand_value: 500, start_date: "2024-01-01", end_date: "2024-01-02", realisable_fct: 0.9 },
});

const open = (settings: { heapMb?: number } = {}) => {
  const pool = createSimulationPool({ threads: 1, timeLimitSeconds: 60, ...settings });
  onTestFinished(() => pool.close());
  return pool;
};

test("a thread out of memory fails its own task, and the next is done by one that replaces it", async () => {
  const pool = open({ heapMb: 64 });
  const studies = pool.studies();
  await studies.scenarioBase({ input });
  const tooMany = Array.from({ length: 2_000_000 }, (_, index) => ({ index: index + 0.5 }) as never);
  const failure = studies.summarise({ problem: { demandKwh: [] } } as never, tooMany).catch((error: unknown) => error);
  const next = studies.scenarioBase({ input });
  const run = pool.run({ input });
  expect(await failure).toMatchObject({ code: "ERR_WORKER_OUT_OF_MEMORY" });
  expect((await next).problem).toBeDefined();
  expect((await run).results.summary).toBeDefined();
}, 300_000);

test("runs cancelled while the thread is getting ready leave a pool that goes on", async () => {
  const pool = open();
  for (let cancelled = 0; cancelled < 3; cancelled++) {
    const cancelling = new AbortController();
    const run = pool.run({ input }, { signal: cancelling.signal });
    cancelling.abort();
    await expect(run).rejects.toMatchObject({ code: "CANCELLED" });
  }
  expect((await pool.run({ input })).results.summary).toBeDefined();
}, 300_000);
