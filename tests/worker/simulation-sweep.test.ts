import { jobIdOf } from "@ecotrim/server/db/entities/computation";
import { createQueue } from "@ecotrim/server/queue/queue";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createGatedPool, type GatedPool } from "../support/gated-pool.ts";
import { backends, testServices } from "../support/services.ts";
import { eventually, newInput, openSimulationBench, type SimulationBench } from "../support/simulations.ts";
import { AGED } from "../support/studies.ts";

/** Old enough for the sweep to look at. */

describe.each(backends("postgres"))("the sweep on %s", (backend) => {
  const services = testServices(backend);
  let bench: SimulationBench;
  let pool: GatedPool;
  let worker: Awaited<ReturnType<SimulationBench["startWorker"]>>;

  beforeAll(async () => {
    bench = await openSimulationBench(services);
  });
  afterAll(() => bench.close());
  beforeEach(async () => {
    pool = createGatedPool();
    worker = await bench.startWorker({ pool, concurrency: 1 });
  });
  afterEach(async () => {
    await pool.close();
    await worker.close();
  });

  test("a simulation created while the queue was down is enqueued and completes", async () => {
    const down = createQueue({ ...bench.settings, REDIS_URL: "redis://127.0.0.1:1" }, bench.logger);
    const simulation = await bench.create(newInput(), down);
    await down.close();
    expect(simulation.status).toBe("pending");
    expect(await bench.queue.state("simulation.run", jobIdOf(simulation.computation))).toBe("unknown");

    await bench.alter(simulation.computation.id, AGED);
    await bench.sweep();
    (await pool.nextRun()).finish();
    expect((await bench.ended(simulation)).status).toBe("completed");
    expect((await bench.computation(simulation.computation.id)).run).toBe(1);
  });

  test("a computation whose job vanished is run again", async () => {
    const simulation = await bench.createUnqueued(newInput());
    await bench.alter(simulation.computation.id, `${AGED}, status = 'processing', attempt = 1`);
    await bench.sweep();
    const run = await pool.nextRun();
    expect((await bench.until(simulation, ({ progress }) => progress !== null)).progress?.attempt).toBe(2);
    run.finish();
    expect((await bench.ended(simulation)).status).toBe("completed");
    expect(await bench.computation(simulation.computation.id)).toMatchObject({ run: 2, attempt: 2 });
  });

  test("a computation whose job ended without ending it is run again", async () => {
    const simulation = await bench.create(newInput());
    (await pool.nextRun()).finish();
    await bench.ended(simulation);
    await eventually(
      async () => (await bench.queue.state("simulation.run", jobIdOf(simulation.computation))) === "completed",
    );
    await bench.alter(simulation.computation.id, `${AGED}, status = 'processing', results = NULL`);
    await bench.sweep();
    (await pool.nextRun()).finish();
    expect((await bench.ended(simulation)).results).not.toBeNull();
  });

  test("a computation that keeps losing its workers is given up with a sentence", async () => {
    const simulation = await bench.createUnqueued(newInput());
    await bench.alter(simulation.computation.id, `${AGED}, status = 'processing', attempt = 5`);
    await bench.sweep();
    const { error } = await bench.ended(simulation);
    expect(error).toEqual({
      code: "SOLVER_FAILED",
      message: "El cálculo se ha interrumpido varias veces. Vuelva a intentarlo.",
    });
    expect(pool.begun).toBe(0);
  });

  test("computations that wait or run are left alone", async () => {
    const running = await bench.create(newInput());
    const run = await pool.nextRun();
    const waiting = await bench.create(newInput());
    for (const { computation } of [running, waiting]) await bench.alter(computation.id, AGED);
    const lost = await bench.createUnqueued(newInput());
    await bench.alter(lost.computation.id, AGED);
    await bench.sweep();
    // The sweep takes the oldest first, so when the lost one is back the other two have been looked at.
    await eventually(async () => (await bench.queue.state("simulation.run", jobIdOf(lost.computation))) !== "unknown");
    for (const { computation } of [running, waiting]) expect((await bench.computation(computation.id)).run).toBe(1);

    run.finish();
    for (let left = 0; left < 2; left++) (await pool.nextRun()).finish();
    for (const row of [running, waiting, lost]) expect((await bench.ended(row)).status).toBe("completed");
    expect(pool.begun).toBe(3);
  });
});
