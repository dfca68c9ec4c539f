import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { retentionPurge } from "../../worker/src/jobs/retention-purge.ts";
import { openApp, type TestApp } from "../support/app.ts";
import { shiftClock } from "../support/clock.ts";
import { readEnds } from "../support/ends.ts";
import { backends, testServices } from "../support/services.ts";
import {
  eventually,
  expectNeverFalling,
  newInput,
  openSimulationBench,
  type SimulationBench,
} from "../support/simulations.ts";
import { workerParts } from "../support/worker-deps.ts";

const DAY_MS = 24 * 3_600_000;
const JUMPS = [
  ["forwards", 3 * DAY_MS],
  ["back", -3 * DAY_MS],
] as const;

afterEach(() => shiftClock(0));

describe.each(backends("redis"))("a worker's clock that jumps, on %s", (backend) => {
  const services = testServices(backend);
  let bench: SimulationBench;
  const query = (sql: string) => bench.dataSource.query(sql);
  beforeAll(async () => {
    bench = await openSimulationBench(services);
  });
  afterAll(() => bench.close());

  test.each(JUMPS)("a worker's clock that jumps %s and back disturbs neither run nor sweep", async (_, jumpMs) => {
    const { pool, close } = await bench.startWorker();
    const listener = await bench.listen();
    await eventually(async () => {
      const swept = await bench.queue.jobs("upkeep", "completed", 10);
      return swept.some(({ name }) => name === "simulation.sweep");
    });
    const simulation = await bench.create(newInput());
    const run = await pool.nextRun();
    run.report({ stage: "series", fraction: 0 });
    await bench.until(simulation, ({ progress }) => progress?.stage === "series");

    /** Workers repeat this scheduling all the time. */
    const reschedule = () => bench.queue.schedule("simulation.sweep");
    /** Creates a simulation that never reached the queue, so only the repeating sweep can find it. */
    const completesBySweep = async () => {
      const lost = await bench.createUnqueued(newInput());
      await bench.alter(lost.computation.id, "created_at = now() - interval '1 minute'");
      await reschedule();
      (await pool.nextRun()).finish();
      expect((await bench.ended(lost)).status).toBe("completed");
    };

    shiftClock(jumpMs);
    run.report({ stage: "solving", fraction: 0.5 });
    await bench.until(simulation, ({ progress }) => progress?.stage === "solving");
    const askedMeanwhile = await bench.create(newInput());
    (await pool.nextRun()).finish();
    expect((await bench.ended(askedMeanwhile)).status).toBe("completed");
    // A sweep that was planned by a clock ahead of this one would be days away.
    await completesBySweep();
    shiftClock(0);
    if (jumpMs > 0) await completesBySweep();

    run.finish();
    const done = await bench.ended(simulation);
    await listener.close();
    expect(done.status).toBe("completed");
    expect(done.executionTime).toBeLessThan(120_000);
    expectNeverFalling(listener.of(simulation.computation.id).map(({ percent }) => percent));
    await close();
    expect(new Set(await readEnds(query))).toEqual(new Set(["completed"]));
  });
});

describe("an API's clock that jumps", () => {
  const services = testServices("postgres");
  let api: TestApp;
  beforeAll(async () => {
    api = await openApp(services);
  });
  afterAll(() => api.close());

  test.each([...JUMPS, ["forwards beyond the end of every login", 8 * DAY_MS]] as const)(
    "an API's clock that jumps %s and is set right ends no login",
    async (_, jumpMs) => {
      const holder = await api.register();
      const { id } = (
        await api.call("POST", "/api/simulations", { as: holder, body: { inputParameters: newInput() } })
      ).json().data;
      const read = async () => (await api.call("GET", `/api/simulations/${id}`, { as: holder })).status;
      shiftClock(jumpMs);
      expect(await read()).toBe(jumpMs > 7 * DAY_MS ? 401 : 200);
      shiftClock(0);
      expect(await read()).toBe(200);
      const [session] = await api.dataSource.query(
        "SELECT expires_at > now() + interval '6 days' AS lasts FROM sessions WHERE user_id = $1",
        [holder.user.id],
      );
      expect(session.lasts).toBe(true);
    },
  );

  test("a worker whose clock is not the database's deletes nothing", async () => {
    const { id } = (await api.call("POST", "/api/simulations", { body: { inputParameters: newInput() } })).json().data;
    const purge = () =>
      retentionPurge({ ...api, ...workerParts(api.env), pool: undefined as never })({
        id: randomUUID(),
        data: {},
        attempt: 1,
        isLastAttempt: true,
        signal: new AbortController().signal,
      });
    shiftClock(3 * 365 * DAY_MS);
    await expect(purge()).rejects.toThrow(/clocks of worker and database are \d+ s apart/);
    shiftClock(0);
    await purge();
    expect(await api.dataSource.query("SELECT 1 FROM simulations WHERE id = $1", [id])).toHaveLength(1);
  });
});
