import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startWorker } from "../../worker/src/app.ts";
import { openApp } from "../support/app.ts";
import { readEnds } from "../support/ends.ts";
import { createGatedPool } from "../support/gated-pool.ts";
import { startRedis } from "../support/redis-server.ts";
import { testServices } from "../support/services.ts";
import { eventually, newInput } from "../support/simulations.ts";
import { workerParts } from "../support/worker-deps.ts";

const databases = { "with nothing in it": testServices("postgres"), "as it was": testServices("postgres") };

test.each(["with nothing in it", "as it was"] as const)(
  "every simulation under way, waiting or asked for meanwhile completes once after a Redis comes back %s",
  async (how) => {
    const dir = mkdtempSync(join(tmpdir(), "ecotrim-kept-redis-"));
    onTestFinished(() => rmSync(dir, { recursive: true }));
    const options = how === "as it was" ? { dir, appendonly: "yes", appendfsync: "always" } : {};
    let redis = await startRedis(options);
    const settings = { ...databases[how], REDIS_URL: redis.url };
    const api = await openApp(settings);
    const pool = createGatedPool();
    const worker = await startWorker({
      ...api,
      ...workerParts(api.env),
      settings,
      pool,
      concurrency: 1,
      timing: { lockMs: 1000, stalledCheckMs: 200, rescheduleMs: 100 },
    });
    onTestFinished(async () => {
      await pool.close();
      await worker.close();
      await api.close();
      await redis.stop();
    });

    const create = async () => {
      const answer = await api.call("POST", "/api/simulations", { body: { inputParameters: newInput() } });
      expect(answer.status, answer.text).toBe(201);
      const { id, accessToken, status } = answer.json().data;
      expect(status).toBe("pending");
      return {
        id: id as string,
        ended: () =>
          eventually(async () => {
            const record = (await api.call("GET", `/api/simulations/${id}`, { token: accessToken })).json().data;
            return record.status === "completed";
          }),
      };
    };
    const running = await create();
    const run = await pool.nextRun();
    const waiting = await create();

    await redis.stop();
    const meanwhile = await create();
    run.finish();
    await running.ended();

    redis = await startRedis({ ...options, port: String(redis.port) });
    await eventually(async () => (await api.call("GET", "/ready")).json().data.queue === "up");
    for (const { id } of [waiting, meanwhile])
      await api.alterComputationOf(id, "created_at = now() - interval '1 minute'");
    // A lost schedule is replaced and sweeps at once; a kept one sweeps every half minute.
    if (how === "as it was") await api.queue.enqueue("simulation.sweep", {});
    for (let left = 0; left < 2; left++) (await pool.nextRun()).finish();
    for (const simulation of [waiting, meanwhile]) await simulation.ended();
    // The job that was under way is taken up again where Redis still knows of it, and finds its work done.
    await eventually(async () => {
      const { active, waiting, prioritized, delayed } = await api.queue.counts("simulation.run");
      return active + waiting + prioritized + delayed === 0;
    });
    expect(pool.begun).toBe(3);
    expect(await readEnds((sql) => api.dataSource.query(sql))).toEqual(["completed", "completed", "completed"]);
  },
);
