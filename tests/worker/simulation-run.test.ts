import { gunzipSync } from "node:zlib";
import { AppError } from "@ecotrim/contracts/errors";
import { STAGE_NAMES } from "@ecotrim/contracts/simulations/progress";
import { jobIdOf } from "@ecotrim/server/db/entities/computation";
import { JOBS } from "@ecotrim/server/queue/jobs";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { simulationRun } from "../../worker/src/jobs/simulation-run.ts";
import { createGatedPool, type GatedPool, sampleOutput } from "../support/gated-pool.ts";
import { backends, testServices } from "../support/services.ts";
import {
  eventually,
  expectNeverFalling,
  newInput,
  openSimulationBench,
  type SimulationBench,
} from "../support/simulations.ts";

describe.each(backends("redis"))("a simulation on %s", (backend) => {
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
    worker = await bench.startWorker({ pool });
  });
  afterEach(async () => {
    await pool.close();
    await worker.close();
  });

  test("identical requests share one computation and every row completes with its results", async () => {
    const input = newInput();
    const one = await bench.create(input);
    const two = await bench.create(input);
    const run = await pool.nextRun();
    run.finish();

    const [first, second] = [await bench.ended(one), await bench.ended(two)];
    expect([first.status, second.status]).toEqual(["completed", "completed"]);
    expect(first.results).toEqual(sampleOutput(run.request).results);
    expect(second.results).toEqual(first.results);
    expect(first.executionTime).toBeGreaterThanOrEqual(0);
    expect(pool.begun).toBe(1);
    const { hourly } = await bench.computation(one.computation.id);
    expect(JSON.parse(gunzipSync(hourly as Buffer).toString())).toEqual(sampleOutput(run.request).hourly);
  });

  test("a run that the version before stored, with its payload alone, is computed as it was asked for", async () => {
    await worker.close();
    const simulation = await bench.create({ ...newInput(), pv_value: 1234 });
    await bench.alter(simulation.computation.id, "input_case = NULL");
    worker = await bench.startWorker({ pool });
    const { request, finish } = await pool.nextRun();
    expect(request.input).toMatchObject({ pv: { kwp: 1234 }, battery: { capacityKwh: 1000 }, tariff: {} });
    finish();
    expect((await bench.ended(simulation)).status).toBe("completed");
  });

  test("a run stored before place, contract and tariff were asked takes today's defaults", async () => {
    await worker.close();
    const simulation = await bench.create({ ...newInput(), pv_value: 1235, two_turnes: true });
    await bench.alter(
      simulation.computation.id,
      `input = input - 'province' - 'contract_kind' - 'tariff' - 'tariff_year' - 'conversion_efficiency' - 'shifts',
       input_case = input_case #- '{site,province}' #- '{load,shifts}' #- '{tariff,name}' #- '{tariff,year}'
        #- '{tariff,contractKind}' #- '{battery,conversionEfficiency}' || jsonb_build_object('load',
          (input_case -> 'load') - 'shifts' || '{"twoShifts": true}')`,
    );
    worker = await bench.startWorker({ pool });
    const { request, finish } = await pool.nextRun();
    expect(request.input).toMatchObject({
      site: { province: "28" },
      load: { shifts: 2 },
      tariff: { name: "6.1TD", year: 2026, contractKind: "unknown" },
      battery: { conversionEfficiency: 0.947 },
    });
    expect(request.input.load).not.toHaveProperty("twoShifts");
    finish();
    expect((await bench.ended(simulation)).status).toBe("completed");
  });

  test("progress is live and never falls; a late follower finds the stages passed", async () => {
    const listener = await bench.listen();
    const simulation = await bench.create(newInput());
    const heard = () => listener.of(simulation.computation.id);
    const run = await pool.nextRun();
    await eventually(() => heard().length > 0);
    for (const stage of ["series", "model"] as const) run.report({ stage, fraction: 0 });
    run.report({ stage: "solving", fraction: 0, detail: { rows: 48, columns: 240 } });
    run.report({ stage: "solving", fraction: 0.5 });
    run.report({ stage: "solving", fraction: 0.1 });
    await eventually(() => (heard().at(-1)?.percent ?? 0) > 40);

    const late = await bench.until(simulation, ({ progress }) => progress?.stage === "solving");
    expect(late.status).toBe("processing");
    expect(late.progress).toMatchObject({ stage: "solving", message: "Resolviendo con HiGHS", attempt: 1 });
    expect(late.stages.map(({ stage }) => stage)).toEqual(["queued", "series", "model", "solving"]);

    run.report({ stage: "economics", fraction: 0 });
    run.report({ stage: "charts", fraction: 0 });
    run.finish();
    const done = await bench.ended(simulation);
    await listener.close();
    expect(heard()).toMatchObject(expect.arrayContaining([expect.objectContaining({ stage: "solving" })]));
    expect(heard().at(-1)).toMatchObject({ stage: "saving" });
    expect(done.stages.map(({ stage }) => stage)).toEqual(STAGE_NAMES);
    expect(done.progress).toMatchObject({ stage: "saving", percent: 100 });
    expectNeverFalling(heard().map(({ percent }) => percent));
    expectNeverFalling(done.stages.map(({ at }) => Date.parse(at)));
  });

  test("cancelling stops the solver only when no other row waits for the computation", async () => {
    const input = newInput();
    const one = await bench.create(input);
    const two = await bench.create(input);
    const run = await pool.nextRun();

    await bench.cancel(one);
    run.report({ stage: "solving", fraction: 0.5 });
    await bench.until(two, ({ progress }) => progress?.stage === "solving");
    expect(run.signal.aborted).toBe(false);

    await bench.cancel(two);
    await eventually(() => run.signal.aborted);
    for (const row of [one, two]) {
      const record = await bench.read(row);
      expect([record.status, record.error?.code]).toEqual(["failed", "CANCELLED"]);
    }
    expect((await bench.computation(one.computation.id)).status).toBe("failed");

    const again = await bench.create(input);
    expect(again.computation.id).not.toBe(one.computation.id);
    (await pool.nextRun()).finish();
    expect((await bench.ended(again)).status).toBe("completed");
  });

  test("two rows cancelled at the same moment leave no computation running", async () => {
    const input = newInput();
    const rows = [await bench.create(input), await bench.create(input)];
    const run = await pool.nextRun();
    await Promise.all(rows.map((row) => bench.cancel(row)));
    await eventually(() => run.signal.aborted);
    expect((await bench.computation(rows[0]!.computation.id)).status).toBe("failed");
  });

  test("a computation whose rows are gone is stopped, or not begun, and frees its inputs", async () => {
    const forget = (computationId: string) =>
      bench.dataSource.query("DELETE FROM simulations WHERE computation_id = $1", [computationId]);
    const statusOf = async (computationId: string) => (await bench.computation(computationId)).status;

    const { computation } = await bench.create(newInput());
    const run = await pool.nextRun();
    await forget(computation.id);
    await eventually(() => run.signal.aborted);
    await eventually(async () => (await statusOf(computation.id)) === "failed");

    const { computation: waiting } = await bench.createUnqueued(newInput());
    await forget(waiting.id);
    await bench.queue.enqueue("simulation.run", { computationId: waiting.id }, { jobId: jobIdOf(waiting) });
    await eventually(async () => (await statusOf(waiting.id)) === "failed");
    expect(pool.begun).toBe(1);
  });

  test("a problem without solution fails once, with the reason, and a retry by its holder computes it again", async () => {
    const simulation = await bench.create(newInput());
    const message = "En la hora 12 el consumo supera la potencia contratada.";
    (await pool.nextRun()).fail(new AppError("INFEASIBLE", { message }));
    const failed = await bench.ended(simulation);
    expect(failed.error).toEqual({ code: "INFEASIBLE", message });
    await eventually(
      async () => (await bench.queue.state("simulation.run", jobIdOf(simulation.computation))) === "failed",
    );
    expect(pool.begun).toBe(1);

    const retries = await Promise.allSettled([bench.retry(simulation), bench.retry(simulation)]);
    expect(retries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const run = await pool.nextRun();
    run.report({ stage: "series", fraction: 0 });
    expect((await bench.until(simulation, ({ progress }) => progress?.stage === "series")).progress).toMatchObject({
      attempt: 1,
      message: "Preparando las series horarias",
    });
    run.finish();
    const done = await bench.ended(simulation);
    expect([done.status, done.error]).toEqual(["completed", null]);
    expect(pool.begun).toBe(2);
    expect(await bench.computation(simulation.computation.id)).toMatchObject({ run: 2, attempt: 1 });
  });

  test("a run that crashes is tried again and the bar holds its place meanwhile", async () => {
    const simulation = await bench.create(newInput());
    const crashed = await pool.nextRun();
    crashed.report({ stage: "solving", fraction: 0.6 });
    const before = await bench.until(simulation, ({ progress }) => progress?.stage === "solving");
    crashed.fail(new Error("the solver thread is gone"));

    const run = await pool.nextRun();
    run.report({ stage: "series", fraction: 0 });
    const held = await bench.until(simulation, ({ progress }) => progress?.stage === "series");
    expect(held.status).toBe("processing");
    expect(held.progress).toMatchObject({
      percent: before.progress?.percent,
      message: "Reintentando (2.º intento)",
      attempt: 2,
    });
    run.finish();
    expect((await bench.ended(simulation)).status).toBe("completed");
  });

  test.each([
    ["crashes", new Error("segmentation fault")],
    ["has no memory", Object.assign(new Error("Worker terminated"), { code: "ERR_WORKER_OUT_OF_MEMORY" })],
  ])(
    "a run that %s every time is tried three times and fails with a sentence, not with the crash",
    async (_, crash) => {
      const simulation = await bench.create(newInput());
      for (let tries = 0; tries < 3; tries++) (await pool.nextRun()).fail(crash);
      const { error } = await bench.ended(simulation);
      expect(error).toEqual({ code: "SOLVER_FAILED", message: new AppError("SOLVER_FAILED").message });
      expect(pool.begun).toBe(3);
    },
  );

  test("a run that takes too long is stopped and fails as timed out, once", async () => {
    await worker.close();
    // Long enough for a busy machine to begin the run.
    worker = await bench.startWorker({ pool, timing: { timeoutMs: 3000 } });
    const simulation = await bench.create(newInput());
    const run = await pool.nextRun();
    const { error } = await bench.ended(simulation);
    expect(error?.code).toBe("SOLVER_TIMEOUT");
    expect(run.signal.aborted).toBe(true);
    await eventually(
      async () => (await bench.queue.state("simulation.run", jobIdOf(simulation.computation))) === "failed",
    );
    expect(pool.begun).toBe(1);
  });

  test("the time of a run's job lasts for the runs that have the threads before it and then for itself", async () => {
    await worker.close();
    const limits = vi.spyOn(AbortSignal, "timeout");
    onTestFinished(() => limits.mockRestore());
    const runLimitMs = 3_600_000;
    worker = await bench.startWorker({ pool: { ...pool, threads: 2, runLimitMs }, concurrency: 5 });
    const simulation = await bench.create(newInput());
    (await pool.nextRun()).finish();
    await bench.ended(simulation);
    expect(limits).toHaveBeenCalledWith(JOBS["simulation.run"].timeoutMs + 3 * runLimitMs);
  });

  test("a job delivered twice leaves one result: the later try takes over and the earlier one stops", async () => {
    const simulation = await bench.create(newInput());
    const first = await pool.nextRun();

    const handler = simulationRun({ ...bench, pool });
    const deliverAgain = () =>
      handler({
        id: jobIdOf(simulation.computation),
        data: { computationId: simulation.computation.id },
        attempt: 2,
        isLastAttempt: false,
        signal: new AbortController().signal,
      });
    const second = deliverAgain();
    const taken = await pool.nextRun();
    await eventually(() => first.signal.aborted);
    expect(taken.signal.aborted).toBe(false);
    first.finish({ ...sampleOutput(first.request), results: {} as never });
    taken.finish();
    await second;
    const done = await bench.read(simulation);
    expect(done.results).toEqual(sampleOutput(taken.request).results);

    await deliverAgain();
    expect(pool.begun).toBe(2);
    expect(await bench.read(simulation)).toEqual(done);
  });
});
