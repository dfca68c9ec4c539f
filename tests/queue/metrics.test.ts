import { EventEmitter, once } from "node:events";
import { AppError } from "@ecotrim/contracts/errors";
import { createWorkerMetrics } from "@ecotrim/server/observability/metrics";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { refreshPlatform } from "../../api/src/plugins/metrics.ts";
import { openApp, type TestApp } from "../support/app.ts";
import { followedOutput } from "../support/gated-pool.ts";
import { backends, flush, testServices } from "../support/services.ts";
import { eventually, newInput } from "../support/simulations.ts";

describe.each(backends("redis"))("metrics on %s", (backend) => {
  const services = testServices(backend, "own");
  let api: TestApp;

  beforeAll(async () => {
    await flush(services);
    api = await openApp(services);
  });
  afterAll(() => api.close());

  const create = async () => {
    const body = { inputParameters: newInput() };
    return (await api.call("POST", "/api/simulations", { body })).json().data as { id: string; accessToken: string };
  };
  const statusOf = async ({ id, accessToken }: { id: string; accessToken: string }) =>
    (await api.call("GET", `/api/simulations/${id}`, { token: accessToken })).json().data.status;
  const platform = async () => {
    await refreshPlatform(api.app.metrics, api);
    return api.app.metrics.registry.metrics();
  };

  test("metrics tell the waiting jobs, how long they have been due, and the workers", async () => {
    const waiting = await create();
    await api.alterComputationOf(waiting.id, "enqueued_at = now() - interval '90 seconds'");
    const before = await platform();
    expect(before).toContain('ecotrim_queue_jobs{queue="simulation.run",state="prioritized"} 1');
    expect(before).toMatch(/^ecotrim_oldest_waiting_seconds\{job_name="simulation.run"\} (89|9\d)\./m);
    expect(before).toContain('ecotrim_oldest_waiting_seconds{job_name="mail.send"} 0');
    expect(before).toContain("ecotrim_workers_connected 0");
    expect(before).toMatch(/^ecotrim_database_size_bytes [1-9]/m);

    const worker = await api.startWorker();
    const run = await worker.pool.nextRun();
    await eventually(async () => (await platform()).includes("ecotrim_workers_connected 1"));
    const during = await platform();
    expect(during).toContain('ecotrim_queue_jobs{queue="simulation.run",state="active"} 1');
    expect(during).toContain('ecotrim_oldest_waiting_seconds{job_name="simulation.run"} 0');
    run.finish();
    await eventually(async () => (await statusOf(waiting)) === "completed");
    await worker.close();
  });

  test("metrics asked for twice at once are told whole to each", async () => {
    const steps = new EventEmitter();
    const [asked, othersAsk, told] = ["asked", "others ask", "told"].map((step) => once(steps, step));
    const workers = async () => {
      steps.emit("asked");
      await othersAsk;
      return api.queue.workers();
    };
    const first = refreshPlatform(api.app.metrics, { ...api, queue: { ...api.queue, workers } });
    await asked;
    const dataSource = Object.assign(Object.create(api.dataSource), {
      query: (sql: string) => told?.then(() => api.dataSource.query(sql)),
    });
    const second = refreshPlatform(api.app.metrics, { ...api, dataSource });
    steps.emit("others ask");
    await first;
    const text = await api.app.metrics.registry.metrics();
    expect(text).toContain('ecotrim_oldest_waiting_seconds{job_name="mail.send"}');
    expect(text).toContain('ecotrim_queue_jobs{queue="mail.send",state="active"}');
    steps.emit("told");
    await second;
  });

  test("metrics of a queue that does not answer are left out, and those the rows know are told", async () => {
    await platform();
    const queue = { ...api.queue, counts: () => Promise.reject(new AppError("QUEUE_UNAVAILABLE")) };
    await expect(refreshPlatform(api.app.metrics, { ...api, queue })).rejects.toThrow(AppError);
    const text = await api.app.metrics.registry.metrics();
    expect(text).not.toMatch(/^ecotrim_(queue_jobs|workers_connected)\b/m);
    expect(text).toContain('ecotrim_oldest_waiting_seconds{job_name="mail.send"}');
    expect(text).toMatch(/^ecotrim_payment_events_dead 0$/m);
    expect(await platform()).toMatch(/^ecotrim_workers_connected 0$/m);
  });

  test("metrics of a worker tell waits, times, stages, the solver's status and failures by code", async () => {
    const metrics = createWorkerMetrics();
    const worker = await api.startWorker({ metrics });
    const good = await create();
    const run = await worker.pool.nextRun();
    run.report({ stage: "solving", fraction: 0.5 });
    run.finish(followedOutput(run.request));
    await eventually(async () => (await statusOf(good)) === "completed");
    const impossible = await create();
    (await worker.pool.nextRun()).fail(new AppError("INFEASIBLE"));
    await eventually(async () => (await statusOf(impossible)) === "failed");
    await eventually(async () => (await metrics.registry.metrics()).includes('code="INFEASIBLE"'));

    const text = await metrics.registry.metrics();
    expect(text).toContain('ecotrim_job_wait_seconds_count{job_name="simulation.run"} 2');
    expect(text).toContain('ecotrim_job_run_seconds_count{job_name="simulation.run",outcome="completed"} 1');
    expect(text).toContain('ecotrim_job_run_seconds_count{job_name="simulation.run",outcome="failed"} 1');
    expect(text).toContain('ecotrim_run_stage_seconds_count{stage="solving"} 1');
    expect(text).toContain('ecotrim_run_stage_seconds_count{stage="saving"} 1');
    expect(text).toContain('ecotrim_solver_runs_total{status="optimal"} 1');
    expect(text).toContain('ecotrim_solver_runs_total{status="infeasible"} 1');
    expect(text).toContain('ecotrim_job_failures_total{job_name="simulation.run",code="INFEASIBLE",final="true"} 1');
    await worker.close();
  });

  test("metrics of requests are by pattern of the route, and hold nothing of the caller", async () => {
    const { id } = await create();
    await api.call("GET", `/api/simulations/${id}?persona=secreta`);
    await api.call("GET", "/no/such/secreta");
    const text = await api.app.metrics.registry.metrics();
    expect(text).toMatch(
      /^ecotrim_http_request_duration_seconds_count\{method="GET",route="\/api\/simulations\/:id",status="404"\} 1$/m,
    );
    expect(text).not.toContain(id);
    expect(text).not.toContain("secreta");
  });

  test("metrics count the sockets that are open", async () => {
    const open = async () => /^ecotrim_sockets_open (\d+)$/m.exec(await api.app.metrics.registry.metrics())?.[1];
    const socket = await api.connect();
    await eventually(async () => (await open()) === "1");
    socket.disconnect();
    await eventually(async () => (await open()) === "0");
  });
});
