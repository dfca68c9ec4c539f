import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { readEnds } from "../support/ends.ts";
import { startChild } from "../support/processes.ts";
import { backends, testServices } from "../support/services.ts";
import { newInput, openSimulationBench, type SimulationBench } from "../support/simulations.ts";

const HOURS_AHEAD_MS = 2 * 3_600_000;

describe.each(backends("redis"))("a worker whose clock is ahead, on %s", (backend) => {
  const services = testServices(backend);
  let bench: SimulationBench;
  beforeAll(async () => {
    bench = await openSimulationBench(services);
  });
  afterAll(() => bench.close());

  test("a worker whose clock is ahead beside one whose clock is right has no run end twice", async () => {
    const right = await bench.startWorker({ concurrency: 1 });
    const simulation = await bench.create(newInput());
    const run = await right.pool.nextRun();
    const ahead = startChild("worker-child", { ...services, CLOCK_AHEAD_MS: `${HOURS_AHEAD_MS}` });
    onTestFinished(() => void ahead.kill("SIGKILL"));
    let said = "";
    ahead.stdout?.on("data", (text) => (said += text));
    await once(ahead, "message");
    // In PostgreSQL leases follow the workers' clocks, so the worker ahead takes over the other's job.
    if (backend === "postgres") {
      await bench.until(simulation, ({ progress }) => progress?.attempt === 2 && progress.stage === "solving");
      ahead.send("finish");
      await bench.ended(simulation);
    }
    run.finish();
    expect((await bench.ended(simulation)).status).toBe("completed");
    await right.close();
    expect(await readEnds((sql) => bench.dataSource.query(sql))).toEqual(["completed"]);
    ahead.kill("SIGKILL");
    await once(ahead, "close");
    expect(said.includes("this clock is not the database's")).toBe(backend === "postgres");
  });

  test("a worker whose clock is ahead and that is killed leaves its run to one whose clock is right", async () => {
    const simulation = await bench.create(newInput());
    const doomed = startChild("worker-child", { ...services, CLOCK_AHEAD_MS: `${HOURS_AHEAD_MS}` });
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
