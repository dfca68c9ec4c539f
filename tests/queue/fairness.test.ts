import type { SimulationInput } from "@ecotrim/contracts/simulations/input";
import { followUpIdOf } from "@ecotrim/server/db/entities/computation";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { expectRefusal, openApp, type TestApp } from "../support/app.ts";
import { FULL } from "../support/full.ts";
import { createGatedPool, followedOutput, type GatedPool } from "../support/gated-pool.ts";
import { backends, flush, testServices } from "../support/services.ts";
import { eventually, newInput, openSimulationBench, type SimulationBench } from "../support/simulations.ts";

describe.each(backends("redis"))("the line of runs on %s", (backend) => {
  const services = testServices(backend);
  let api: TestApp;
  let bench: SimulationBench;

  beforeAll(async () => {
    api = await openApp(services, { settings: { QUEUE_MAX_PER_CALLER: "3" } });
    bench = await openSimulationBench(services);
  });
  beforeEach(() => flush(services));
  afterAll(async () => {
    await api.close();
    await bench.close();
  });

  const ask = async (asker: { userId?: string; address?: string }, parameters: Partial<SimulationInput> = {}) => {
    const input = { ...newInput(), ...parameters };
    await bench.create(input, bench.queue, asker);
    return input.demand_value as number;
  };
  const askTimes = async (times: number, asker: { userId?: string; address?: string }) => {
    const asked: number[] = [];
    for (let time = 0; time < times; time++) asked.push(await ask(asker));
    return asked;
  };
  /** The runs that begin, in order, one at a time. */
  async function startsOf(count: number): Promise<number[]> {
    const { pool, close } = await bench.startWorker({ concurrency: 1 });
    onTestFinished(close);
    return begin(pool, count);
  }
  async function begin(pool: GatedPool, count: number): Promise<number[]> {
    const begun: number[] = [];
    for (let run = 0; run < count; run++) {
      const { request, finish } = await pool.nextRun();
      begun.push(request.input.load.averageKw);
      finish();
    }
    return begun;
  }
  const newUser = async () => ({ userId: (await api.register()).user.id });
  const VISITOR = { address: "192.0.2.1" };

  test("a burst of visitors and the runs of users take turns, each in the order of asking", async () => {
    const visitors = await askTimes(5, VISITOR);
    const users = await askTimes(2, await newUser());
    const [v1, v2, v3, v4, v5] = visitors;
    const [u1, u2] = users;
    expect(await startsOf(7)).toEqual([v1, u1, v2, u2, v3, v4, v5]);
  });

  test("a burst of users does not hold up visitors either, and a later run waits no longer than its turn", async () => {
    const users = await askTimes(6, await newUser());
    const { pool, close } = await bench.startWorker({ concurrency: 1 });
    onTestFinished(close);
    expect(await begin(pool, 2)).toEqual(users.slice(0, 2));
    const held = await pool.nextRun();
    const [v1, v2] = await askTimes(2, VISITOR);
    held.finish();
    const order = await begin(pool, 5);
    expect(order.filter((run) => users.includes(run))).toEqual(users.slice(3));
    expect(order.indexOf(v1!)).toBeLessThanOrEqual(1);
    expect(order.indexOf(v2!)).toBeLessThanOrEqual(3);
  });

  test("neither lane is passed by for ever by the other that is never empty", async () => {
    const waiting = await askTimes(4, await newUser());
    const { pool, close } = await bench.startWorker({ concurrency: 1 });
    onTestFinished(close);
    const begun: number[] = [];
    // A visitor asks again for every run that begins.
    await askTimes(3, VISITOR);
    for (let run = 0; run < 9; run++) {
      const { request, finish } = await pool.nextRun();
      begun.push(request.input.load.averageKw);
      await ask(VISITOR);
      finish();
    }
    expect(begun.filter((run) => waiting.includes(run))).toEqual(waiting);
    await flush(services);
  });

  const create = (as?: { token: string }) =>
    api.call("POST", "/api/simulations", { body: { inputParameters: newInput() }, ...(as && { as }) });

  test("one caller may have only so many runs waiting, and others are not held up by it", async () => {
    const [one, other] = [await api.register(), await api.register()];
    for (let time = 0; time < 3; time++) expect((await create(one)).status).toBe(201);
    const refused = await create(one);
    expectRefusal(refused, { status: 429, code: "TOO_MANY_WAITING" });
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    expect((await create(other)).status).toBe(201);
    for (let time = 0; time < 3; time++) expect((await create()).status).toBe(201);
    expectRefusal(await create(), { status: 429, code: "TOO_MANY_WAITING" });

    // A run that has begun no longer counts as waiting, and the caller of one that has ended is forgotten.
    const { pool, close } = await bench.startWorker({ concurrency: 1 });
    onTestFinished(close);
    await begin(pool, 7);
    expect((await create(one)).status).toBe(201);
    await begin(pool, 1);
    await eventually(async () => {
      const [{ callers }] = await api.dataSource.query("SELECT count(caller_hash)::int AS callers FROM computations");
      return callers === 0;
    });
  });

  const YEAR_OF_QUARTERS = { start_date: "2024-01-01", end_date: "2024-12-31", time_step_duration: 0.25 } as const;
  const ANOTHER = { address: "198.51.100.1" };

  test("a caller of many runs waits for others that come later, and a heavy run counts as several", async () => {
    const heavy = [
      await ask(VISITOR, YEAR_OF_QUARTERS),
      await ask(VISITOR, YEAR_OF_QUARTERS),
      await ask(VISITOR, YEAR_OF_QUARTERS),
    ];
    const light = await askTimes(5, ANOTHER);
    expect(await startsOf(8)).toEqual([heavy[0], ...light.slice(0, 4), heavy[1], light[4], heavy[2]]);
  });

  test("who joins a run that another asked for lends it the better of both turns", async () => {
    const [first, second, guessed, last] = await askTimes(4, VISITOR);
    const [other] = await askTimes(1, ANOTHER);
    await ask(await newUser(), { demand_value: guessed! });
    await ask(VISITOR, { demand_value: guessed! });
    expect(await startsOf(5)).toEqual([first, guessed, other, second, last]);
  });

  test("what one caller has waiting is limited by its cost", async () => {
    const user = await api.register();
    const ask = (parameters: object) =>
      api.call("POST", "/api/simulations", { body: { inputParameters: { ...newInput(), ...parameters } }, as: user });
    expect((await ask(YEAR_OF_QUARTERS)).status).toBe(201);
    expectRefusal(await ask({}), { status: 429, code: "TOO_MANY_WAITING" });
  });

  test("a visitor may ask for at most a year of quarter hours, and a user for two", async () => {
    const ask = (parameters: object, as?: { token: string }) =>
      api.call("POST", "/api/simulations", {
        body: { inputParameters: { ...newInput(), ...YEAR_OF_QUARTERS, ...parameters } },
        ...(as && { as }),
      });
    const longer = { end_date: "2025-01-01" };
    expectRefusal(await ask(longer), { status: 400, code: "INVALID_INPUT", field: "inputParameters.end_date" });
    expect((await ask({ ...longer, time_step_duration: 1 })).status).toBe(201);
    expect((await ask({})).status).toBe(201);
    expect((await ask(longer, await api.register())).status).toBe(201);
    await flush(services);
  });

  test("studies of one caller's many runs let those of another pass", async () => {
    const { pool, close } = await bench.startWorker({ concurrency: 1 });
    // Follow-ups come into the queue together, when the worker closes, since one run waits.
    const ended: string[] = [];
    const complete = async (asker: { address: string }) => {
      const { computation } = await bench.create(newInput(), bench.queue, asker);
      const run = await pool.nextRun();
      run.finish(followedOutput(run.request));
      await eventually(async () => (await bench.computation(computation.id)).status === "completed");
      ended.push(computation.id);
    };
    await bench.createUnqueued(newInput());
    for (const asker of [VISITOR, VISITOR, VISITOR, ANOTHER]) await complete(asker);
    await close();
    const order = (await bench.queue.waiting("simulation.uncertainty")).flatMap((jobId) =>
      jobId.endsWith(".uncertainty") ? ended.indexOf(jobId.split(".")[0] as string) : [],
    );
    // The first study of each caller has the same turn, and either may come first.
    expect([order.slice(0, 2).sort(), order.slice(2)]).toEqual([
      [0, 3],
      [1, 2],
    ]);
    await flush(services);
  });

  test("studies of a run that another has guessed come in the turn of who opens the result", async () => {
    const { pool, close } = await bench.startWorker({ concurrency: 1 });
    const complete = async (asker: { address: string }) => {
      const simulation = await bench.create(newInput(), bench.queue, asker);
      const run = await pool.nextRun();
      run.finish(followedOutput(run.request));
      await eventually(async () => (await bench.computation(simulation.computation.id)).status === "completed");
      return simulation;
    };
    await bench.createUnqueued(newInput());
    const ended = [];
    for (const asker of [VISITOR, VISITOR, VISITOR]) ended.push(await complete(asker));
    await close();
    const guessed = ended[2]!;
    await bench.read({ ...guessed, ...ANOTHER });
    const ids = ended.map(({ computation }) => followUpIdOf(computation, "uncertainty"));
    const waiting = await bench.queue.waiting("simulation.uncertainty");
    expect(waiting.filter((id) => ids.includes(id))).toEqual([ids[0], ids[2], ids[1]]);
    await flush(services);
  });

  test.each(FULL ? ["visitors", "users"] : ["visitors"])(
    "a line full of %s refuses them, and nobody of the other lane",
    async (who) => {
      const small = await openApp(services, { settings: { QUEUE_MAX_DEPTH: "2" } });
      onTestFinished(() => small.close());
      const user = await api.register();
      const ask = (as?: { token: string }) =>
        small.call("POST", "/api/simulations", { body: { inputParameters: newInput() }, ...(as && { as }) });
      const [full, other] = who === "users" ? [user, undefined] : [undefined, user];
      for (let time = 0; time < 2; time++) expect((await ask(full)).status).toBe(201);
      expectRefusal(await ask(full), { status: 503, code: "QUEUE_FULL" });
      for (let time = 0; time < 2; time++) expect((await ask(other)).status).toBe(201);
      expectRefusal(await ask(other), { status: 503, code: "QUEUE_FULL" });
    },
  );

  test("a place in the line and the time until its run begins follow from how fast runs end", async () => {
    const read = async ({ id, accessToken }: { id: string; accessToken: string }) =>
      (await api.call("GET", `/api/simulations/${id}`, { token: accessToken })).json().data;
    const [first, second, third] = [await create(), await create(), await create()].map((answer) => answer.json().data);
    // No run has ended, so the start cannot be estimated.
    expect(await read(third)).toMatchObject({ queuePosition: 2, startsInS: null });
    // A run takes half a minute, and two run at a time.
    await api.alterComputationOf(first.id, "status = 'completed', finished_at = now(), execution_time_ms = 30000");
    await api.alterComputationOf(second.id, "status = 'processing'");
    expect(await read(third)).toMatchObject({ queuePosition: 0, startsInS: 30 });
    expect(await read(second)).toMatchObject({ queuePosition: null, startsInS: null });

    const full = await openApp(services, { settings: { QUEUE_MAX_DEPTH: "1" } });
    onTestFinished(() => full.close());
    const refused = await full.call("POST", "/api/simulations", { body: { inputParameters: newInput() } });
    expectRefusal(refused, { status: 503, code: "QUEUE_FULL" });
    expect(refused.headers["retry-after"]).toBe("30");
  });

  test.each(["none waits any more", "the worker closes"])(
    "follow-up jobs of a run that ends while others wait come into the queue once %s",
    async (then) => {
      const ended = await bench.create(newInput());
      await bench.create(newInput());
      const waiting = await bench.create(newInput());
      const pool = createGatedPool();
      const worker = await bench.startWorker({ pool, concurrency: 1 });
      onTestFinished(async () => {
        await pool.close();
        await worker.close();
      });
      const run = await pool.nextRun();
      run.finish(followedOutput(run.request));
      await bench.ended(ended);
      await pool.nextRun();
      const isInQueue = async () =>
        (await bench.queue.state("simulation.uncertainty", followUpIdOf(ended.computation, "uncertainty"))) !==
        "unknown";
      // The sweep does not enqueue the follow-up either, until it has waited for half a minute.
      await bench.alterStudies(ended.computation.id, "created_at = now() - interval '10 seconds'");
      await bench.queue.enqueue("simulation.sweep", {}, { jobId: "a-sweep" });
      await eventually(async () => (await bench.queue.state("simulation.sweep", "a-sweep")) === "completed");
      expect(await isInQueue()).toBe(false);
      if (then === "the worker closes") {
        await pool.close();
        await worker.close();
        expect(await isInQueue()).toBe(true);
      } else {
        await bench.cancel(waiting);
        await eventually(isInQueue);
      }
    },
  );
});
