import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { FULL } from "../support/full.ts";
import { sampleOutput } from "../support/gated-pool.ts";
import { startChild, startProcess } from "../support/processes.ts";
import { backends, testServices } from "../support/services.ts";
import {
  eventually,
  expectNeverFalling,
  newInput,
  openSimulationBench,
  type SimulationBench,
} from "../support/simulations.ts";

const exitOf = async (child: ChildProcess): Promise<{ code: number | null; output: string }> => {
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (text) => (output += text));
  const [code] = await once(child, "exit");
  return { code, output };
};

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

/** Ends the child with its test at the latest. */
const adopt = (child: ChildProcess) => {
  children.push(child);
  return child;
};

describe.each(backends("redis"))("a worker process on %s", (backend) => {
  const services = testServices(backend);
  let bench: SimulationBench;

  beforeAll(async () => {
    bench = await openSimulationBench(services);
  });
  afterAll(() => bench.close());

  test("a closing worker waits for the run under way and takes no other", async () => {
    const { pool, close } = await bench.startWorker({ concurrency: 1 });
    const running = await bench.create(newInput());
    const run = await pool.nextRun();
    const waiting = await bench.create(newInput());
    let closed = false;
    const closing = close().then(() => {
      closed = true;
    });
    run.report({ stage: "solving", fraction: 0.5 });
    await bench.until(running, ({ progress }) => progress?.stage === "solving");
    expect(closed).toBe(false);
    run.finish();
    await closing;
    expect((await bench.read(running)).status).toBe("completed");
    expect((await bench.read(waiting)).status).toBe("pending");

    const next = await bench.startWorker();
    (await next.pool.nextRun()).finish();
    expect((await bench.ended(waiting)).status).toBe("completed");
    await next.close();
  });

  test("SIGTERM lets the run under way end and exits with 0", async () => {
    const child = adopt(startChild("worker-child", services));
    const exit = exitOf(child);
    const simulation = await bench.create(newInput());
    await bench.until(simulation, ({ progress }) => progress?.stage === "solving");
    child.kill("SIGTERM");
    child.kill("SIGTERM");
    child.send("finish");
    const { code, output } = await exit;
    expect(output).toContain("shutting down");
    expect(code).toBe(0);
    expect((await bench.read(simulation)).status).toBe("completed");
  });

  test.runIf(FULL)(
    "a worker killed in the middle of a run loses nothing: another completes it, the bar holding its place",
    async () => {
      const listener = await bench.listen();
      const child = adopt(startChild("worker-child", services));
      const exit = exitOf(child);
      const simulation = await bench.create(newInput());
      const before = await bench.until(simulation, ({ progress }) => progress?.stage === "solving");
      child.kill("SIGKILL");
      expect((await exit).code).toBeNull();

      const other = await bench.startWorker({ timing: { lockMs: 500, stalledCheckMs: 200 } });
      const run = await other.pool.nextRun();
      const held = await bench.until(simulation, ({ progress }) => progress?.attempt === 2);
      expect(held.progress).toMatchObject({
        percent: before.progress?.percent,
        message: "Reintentando (2.º intento)",
      });
      run.finish();
      const done = await bench.ended(simulation);
      expect(done.results).toEqual(sampleOutput(run.request).results);
      await other.close();
      await listener.close();
      expectNeverFalling(listener.of(simulation.computation.id).map(({ percent }) => percent));
    },
  );

  test.runIf(FULL)("a worker killed among the scenarios leaves the run completed and the rest to another", async () => {
    const child = adopt(startChild("worker-child", services));
    const exit = exitOf(child);
    const simulation = await bench.create(newInput());
    await bench.until(simulation, ({ progress }) => progress?.stage === "solving");
    child.send("finish with a saving");
    const before = await bench.until(simulation, ({ uncertainty }) => uncertainty?.scenarios === 500);
    expect(before).toMatchObject({ status: "completed", uncertainty: { status: "processing" } });
    child.kill("SIGKILL");
    await exit;

    const listener = await bench.listenToScenarios();
    const other = await bench.startWorker({ timing: { lockMs: 500, stalledCheckMs: 200 } });
    const done = await bench.until(simulation, ({ uncertainty }) => uncertainty?.status === "completed");
    await other.close();
    await listener.close();
    expect(done).toMatchObject({ results: before.results, uncertainty: { scenarios: 2000, total: 2000 } });
    for (const { scenarios } of listener.of(simulation.computation.id)) expect(scenarios).toBeGreaterThan(500);
  });
});

describe("the real process", () => {
  const services = testServices("postgres");

  test("the worker process starts, says so, and ends with 0 on SIGTERM", async () => {
    const child = adopt(startProcess("worker/dist/main.js", services));
    const exit = exitOf(child);
    let output = "";
    child.stdout?.on("data", (text) => (output += text));
    await eventually(() => output.includes("worker ready"));
    child.kill("SIGTERM");
    expect((await exit).code).toBe(0);
  });

  test("the worker process names all wrong settings at once and exits with 1", async () => {
    const { code, output } = await exitOf(
      adopt(startProcess("worker/dist/main.js", { NODE_ENV: "production", WORKER_CONCURRENCY: "many" })),
    );
    expect(code).toBe(1);
    for (const name of ["DATABASE_URL", "WORKER_CONCURRENCY"]) expect(output).toContain(name);
  });
});
