import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { AppError } from "@ecotrim/contracts/errors";
import { followUpIdOf, jobIdOf } from "@ecotrim/server/db/entities/computation";
import { JOB_NAMES, JOBS, type JobName, queueOf } from "@ecotrim/server/queue/jobs";
import { type BackendFactory, createPostgresBackend, createRedisBackend, type IQueueBackend, Queue } from "bullmq";
import { Redis } from "ioredis";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { WorkerDeps } from "../../worker/src/app.ts";
import { readEnds } from "../support/ends.ts";
import { createGatedPool, followedOutput } from "../support/gated-pool.ts";
import { startChild } from "../support/processes.ts";
import { backends, testServices } from "../support/services.ts";
import { eventually, newInput, openSimulationBench, type SimulationBench } from "../support/simulations.ts";
import { AGED, FINAL_JOBS } from "../support/studies.ts";

describe.each(backends("redis"))("jobs that are not as they should be, on %s", (backend) => {
  const services = testServices(backend);
  let bench: SimulationBench;
  let doomed: ChildProcess | undefined;
  const query = (sql: string) => bench.dataSource.query(sql);
  beforeAll(async () => {
    bench = await openSimulationBench(services);
  });
  afterEach(() => doomed?.kill("SIGKILL"));
  afterAll(() => bench.close());

  /** Expects exactly these ends of the test's computations, each of which has ended. */
  async function expectEnds(...ends: string[]) {
    expect(await readEnds(query)).toEqual(ends);
    await query("TRUNCATE computations CASCADE");
  }

  async function openWorker(timing: WorkerDeps["timing"] = {}) {
    const pool = createGatedPool();
    const worker = await bench.startWorker({ pool, timing });
    onTestFinished(async () => {
      await pool.close();
      await worker.close();
    });
    return pool;
  }

  /** Enqueues arbitrary data past all validation. */
  async function smuggle(queueName: string, name: string, data: unknown, jobId?: string) {
    const { REDIS_URL, DATABASE_URL } = services;
    const connection = REDIS_URL
      ? new Redis(REDIS_URL, { maxRetriesPerRequest: null })
      : { connectionString: DATABASE_URL, max: 1 };
    const queue = new Queue(
      queueName,
      { connection: connection as never, prefix: "{ecotrim}" },
      (REDIS_URL ? createRedisBackend : createPostgresBackend) as BackendFactory<IQueueBackend, unknown> as never,
    );
    const { id } = await queue.add(name, data as never, { attempts: 1, ...(jobId !== undefined && { jobId }) });
    await queue.close();
    if (connection instanceof Redis) connection.disconnect();
    return id as string;
  }

  test("a job of an unknown name, or with data nobody understands, fails and lets all others pass", async () => {
    const pool = await openWorker();
    const smuggled: [JobName, string][] = [];
    for (const name of JOB_NAMES) {
      if (Object.keys(JOBS[name].data.properties).length === 0) continue;
      for (const data of [null, 7, "x", [], {}, { computationId: null }, { reportId: "'; DROP TABLE reports" }])
        smuggled.push([name, await smuggle(queueOf(name), "unheard-of", data)]);
    }
    const simulation = await bench.create(newInput());
    smuggled.push([
      "simulation.run",
      await smuggle("simulation.run", "simulation.run", { computationId: simulation.computation.id }, "without-a-run"),
    ]);
    (await pool.nextRun()).finish();
    expect((await bench.ended(simulation)).status).toBe("completed");
    for (const [name, id] of smuggled) await eventually(async () => (await bench.queue.state(name, id)) === "failed");
    expect(pool.begun).toBe(1);
    await expectEnds("completed");
  });

  test("a job delivered twice, since its worker outlasted its lock, is done by the other worker, once", async () => {
    const heldUp = startChild("worker-child", services);
    onTestFinished(() => void heldUp.kill("SIGKILL"));
    const simulation = await bench.create(newInput());
    await bench.until(simulation, ({ progress }) => progress?.stage === "solving");
    heldUp.kill("SIGSTOP");
    const pool = await openWorker({ lockMs: 500, stalledCheckMs: 200 });
    const run = await pool.nextRun();

    // The stalled worker resumes, finishes with a result of its own, and exits after that.
    const left = once(heldUp, "exit");
    heldUp.send("finish");
    heldUp.kill("SIGCONT");
    heldUp.kill("SIGTERM");
    expect(await left).toEqual([0, null]);
    expect(await bench.computation(simulation.computation.id)).toMatchObject({ status: "processing", attempt: 2 });
    run.finish();
    expect((await bench.ended(simulation)).status).toBe("completed");
    await expectEnds("completed");
  });

  test("a job of an earlier run that comes late, or twice, changes nothing", async () => {
    const pool = await openWorker();
    const simulation = await bench.create(newInput());
    const { id: computationId } = simulation.computation;
    const early = jobIdOf(simulation.computation);
    (await pool.nextRun()).fail(new AppError("INFEASIBLE"));
    expect((await bench.ended(simulation)).status).toBe("failed");
    await eventually(async () => (await bench.queue.state("simulation.run", early)) === "failed");

    await bench.retry(simulation);
    const run = await pool.nextRun();
    await bench.queue.remove("simulation.run", early);
    for (let copy = 0; copy < 2; copy++)
      await bench.queue.enqueue("simulation.run", { computationId }, { jobId: early });
    await eventually(async () => (await bench.queue.state("simulation.run", early)) === "completed");
    expect((await bench.read(simulation)).status).toBe("processing");
    run.finish();
    expect((await bench.ended(simulation)).status).toBe("completed");
    expect(pool.begun).toBe(2);
    expect(await bench.computation(computationId)).toMatchObject({ run: 2, attempt: 1 });
    await expectEnds("failed, completed");
  });

  test("a follow-up job that comes before its run has ended is done when its time comes", async () => {
    const pool = await openWorker();
    const simulation = await bench.create(newInput());
    const { id: computationId } = simulation.computation;
    const jobId = jobIdOf(simulation.computation);
    const run = await pool.nextRun();
    for (const followUp of FINAL_JOBS) {
      const [name, jobId] = [`simulation.${followUp}` as const, followUpIdOf(simulation.computation, followUp)];
      await bench.queue.enqueue(name, { computationId }, { jobId });
      await eventually(async () => (await bench.queue.state(name, jobId)) === "completed");
    }
    run.finish(followedOutput(run.request));
    await bench.ended(simulation);
    await eventually(async () => (await bench.queue.state("simulation.run", jobId)) === "completed");
    await bench.alterStudies(computationId, AGED);
    await bench.sweep();
    const done = await bench.until(simulation, ({ uncertainty, sensitivity }) =>
      [uncertainty, sensitivity].every((part) => part?.status === "completed"),
    );
    expect(done.uncertainty?.scenarios).toBe(2000);
    await expectEnds("completed");
  });

  test("a job that kills every worker that takes it is given up, and the others complete", async () => {
    const poisoned = await bench.create(newInput());
    const others = [await bench.create(newInput()), await bench.create(newInput())];
    // The run has had three tries already. The sweep ignores young rows and repeats only every half minute, so the test
    // sweeps itself.
    await bench.alter(poisoned.computation.id, "attempt = 3, created_at = now() - interval '1 minute'");
    const sweeping = setInterval(() => bench.sweep().catch(() => undefined), 500);
    onTestFinished(() => clearInterval(sweeping));
    let deaths = 0;
    for (;;) {
      doomed = startChild("doomed-worker", {
        ...services,
        KILL_AT: "before the results are written",
        KILL_OF: poisoned.computation.id,
      });
      const death = once(doomed, "exit").then(() => "died");
      const end = bench.ended(poisoned).then(() => "ended");
      end.catch(() => undefined);
      if ((await Promise.race([death, end])) === "ended") break;
      deaths += 1;
    }
    expect(deaths).toBe(2);
    expect((await bench.read(poisoned)).error).toEqual({
      code: "SOLVER_FAILED",
      message: "El cálculo se ha interrumpido varias veces. Vuelva a intentarlo.",
    });
    for (const other of others) expect((await bench.ended(other)).status).toBe("completed");
    await expectEnds("completed", "completed", "failed");
  }, 300_000);
});
