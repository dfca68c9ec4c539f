import type { PostgresDriver } from "typeorm/driver/postgres/PostgresDriver.js";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { migrate } from "../../shared/server/db/migrate.ts";
import { readEnds, recordEnds } from "../support/ends.ts";
import { startOwnPostgres } from "../support/postgres-server.ts";
import { type RedisServer, startRedis } from "../support/redis-server.ts";
import { backends } from "../support/services.ts";
import { eventually, newInput, openSimulationBench, type SimulationBench } from "../support/simulations.ts";

describe.each(backends("redis"))("PostgreSQL restarted under a run, with the queue on %s", (backend) => {
  let postgres: Awaited<ReturnType<typeof startOwnPostgres>>;
  let redis: RedisServer | undefined;
  let bench: SimulationBench;

  beforeAll(async () => {
    postgres = await startOwnPostgres();
    if (backend === "redis") redis = await startRedis();
    await migrate(postgres.url);
    bench = await openSimulationBench({ DATABASE_URL: postgres.url, ...(redis && { REDIS_URL: redis.url }) });
    await recordEnds((sql) => bench.dataSource.query(sql));
  });
  afterAll(async () => {
    await bench.close();
    await Promise.all([postgres.drop(), redis?.stop()]);
  });

  test("the run under way, the one waiting and a later one complete once over a restart of PostgreSQL", async () => {
    const { pool, close } = await bench.startWorker({
      concurrency: 1,
      timing: { lockMs: 1000, stalledCheckMs: 200, rescheduleMs: 500 },
    });
    const running = await bench.create(newInput());
    const run = await pool.nextRun();
    run.report({ stage: "solving", fraction: 0.5 });
    await bench.until(running, ({ progress }) => progress?.stage === "solving");
    const waiting = await bench.create(newInput());

    await postgres.stop();
    await expect(bench.create(newInput())).rejects.toThrow();
    run.finish();
    await postgres.start();
    const isBack = () =>
      Promise.all([bench.dataSource.query("SELECT 1"), bench.queue.ping()]).then(
        () => true,
        () => false,
      );
    await eventually(isBack);

    const finishAll = async () => {
      for (;;) (await pool.nextRun()).finish();
    };
    void finishAll();
    const rows = [running, waiting, await bench.create(newInput())];
    await bench.dataSource.query("UPDATE computations SET created_at = now() - interval '1 minute'");
    const allEnded = async () => {
      await bench.sweep();
      const records = await Promise.all(rows.map(bench.read));
      return records.every(({ status }) => status === "completed");
    };
    await vi.waitUntil(allEnded, { timeout: 25_000, interval: 500 });
    expect(await readEnds((sql) => bench.dataSource.query(sql))).toEqual(["completed", "completed", "completed"]);
    await close();
  }, 300_000);

  test("a connection that PostgreSQL drops between the pool and a query does not end the process", async () => {
    const driver = bench.dataSource.driver as PostgresDriver;
    const [connection, release] = await driver.obtainMasterConnection();
    const { rows } = await connection.query("SELECT pg_backend_pid() AS pid");
    // `once` of node:events would reject at the error that comes before.
    const ended = new Promise((resolve) => connection.once("end", resolve));
    await bench.dataSource.query("SELECT pg_terminate_backend($1)", [rows[0].pid]);
    await ended;
    release(true);
    await expect(bench.dataSource.query("SELECT 1")).resolves.toHaveLength(1);
  });
});
