import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { startProcess } from "../support/processes.ts";
import { BACKENDS, testServices } from "../support/services.ts";
import { newInput, openSimulationBench, type SimulationBench } from "../support/simulations.ts";

const HOURS_AHEAD_MS = 2 * 3_600_000;

describe.each(BACKENDS)("a worker whose clock is ahead, on %s", (backend) => {
  const services = testServices(backend);
  let bench: SimulationBench;
  beforeAll(async () => {
    bench = await openSimulationBench(services);
  });
  afterAll(() => bench.close());

  test("and that is killed leaves its run to one whose clock is right", async () => {
    const simulation = await bench.create(newInput());
    const doomed = startProcess("tests/support/worker-child.ts", { ...services, CLOCK_AHEAD_MS: `${HOURS_AHEAD_MS}` });
    onTestFinished(() => void doomed.kill("SIGKILL"));
    await bench.until(simulation, ({ progress }) => progress?.stage === "solving");
    doomed.kill("SIGKILL");
    await once(doomed, "exit");

    const { pool, close } = await bench.startWorker({ timing: { stalledCheckMs: 200, rescheduleMs: 200 } });
    (await pool.nextRun()).finish();
    expect((await bench.ended(simulation)).status).toBe("completed");
    await close();
  });
});
