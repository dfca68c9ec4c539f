import { jobIdOf } from "@ecotrim/shared/server/db/entities/computation";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RedisServer, startRedis } from "../support/redis-server.ts";
import { testServices } from "../support/services.ts";
import { eventually, newInput, openSimulationBench, type SimulationBench } from "../support/simulations.ts";

describe("a Redis that goes down and comes back empty", () => {
  const services = testServices("postgres");
  let redis: RedisServer;
  let bench: SimulationBench;

  beforeAll(async () => {
    redis = await startRedis();
    bench = await openSimulationBench({ ...services, REDIS_URL: redis.url });
  });
  afterAll(async () => {
    await bench.close();
    await redis.stop();
  });

  test("every simulation completes: the one under way, the one waiting and the one created meanwhile", async () => {
    const { pool, close } = await bench.startWorker({ concurrency: 1, timing: { rescheduleMs: 100 } });
    const running = await bench.create(newInput());
    const run = await pool.nextRun();
    const waiting = await bench.create(newInput());

    await redis.stop();
    const created = await bench.create(newInput());
    expect(created.status).toBe("pending");
    run.finish();
    await bench.until(running, ({ status }) => status === "completed");

    redis = await startRedis({ port: String(redis.port) });
    await eventually(() =>
      bench.queue.ping().then(
        () => true,
        () => false,
      ),
    );
    for (const { computation } of [waiting, created]) {
      expect(await bench.queue.state("simulation.run", jobIdOf(computation))).toBe("unknown");
      await bench.alter(computation.id, "created_at = now() - interval '1 minute'");
    }
    for (let left = 0; left < 2; left++) (await pool.nextRun()).finish();
    for (const row of [waiting, created]) expect((await bench.ended(row)).status).toBe("completed");
    expect(pool.begun).toBe(3);
    await close();
  });
});
