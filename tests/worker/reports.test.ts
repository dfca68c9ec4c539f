import { randomUUID } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { AppError } from "@ecotrim/contracts/errors";
import { readBacklog } from "@ecotrim/server/operations/backlog";
import { reportJobId, storeReport } from "@ecotrim/server/reports/reports";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { unfinishedFollowUps } from "../../worker/src/jobs/follow-up.ts";
import type { ReportContent } from "../../worker/src/pdf/content.ts";
import { openApp, type TestApp } from "../support/app.ts";
import { followedOutput } from "../support/gated-pool.ts";
import { testServices } from "../support/services.ts";
import { eventually, newInput } from "../support/simulations.ts";
import { AGED } from "../support/studies.ts";

const CHUNKS = 4;

describe("a report of a simulation whose scenarios are still being calculated", () => {
  const services = testServices("postgres");
  let api: TestApp;
  let worker: Awaited<ReturnType<TestApp["startWorker"]>>;
  let start: () => Promise<typeof worker>;
  const made = new Map<string, ReportContent["simulation"]>();
  const hours: unknown[] = [];
  beforeAll(async () => {
    api = await openApp(services);
    const render = async (kind: string, { simulation, hourly }: ReportContent) => {
      made.set(`${kind} ${simulation.id}`, simulation);
      if (hourly) hours.push(JSON.parse(gunzipSync(hourly).toString()));
      return Buffer.from("%PDF");
    };
    start = () => api.startWorker({ reports: { render } });
  });
  beforeEach(async () => {
    worker = await start();
  });
  afterEach(() => worker.close());
  afterAll(() => api.close());

  /** A completed simulation of a new account; its scenarios wait for the test. */
  async function customer() {
    const who = await api.register();
    const answer = await api.call("POST", "/api/simulations", { as: who, body: { inputParameters: newInput() } });
    const { id: simulationId } = answer.json().data;
    const run = await worker.pool.nextRun();
    run.finish(followedOutput(run.request));
    const chunk = await worker.pool.nextChunk();
    const of = { userId: who.user.id, simulationId };
    return { who, of, chunk };
  }
  type Customer = Awaited<ReturnType<typeof customer>>;

  const pay = ({ of }: Customer) =>
    api.dataSource.query(
      `INSERT INTO payments (id, user_id, simulation_id, kind, title, amount, currency, status, paid_at)
       VALUES ($1, $2, $3, 'premium-report', 'Informe premium', 999, 'eur', 'paid', now())`,
      [randomUUID(), of.userId, of.simulationId],
    );
  const ask = async ({ who, of }: Customer, kind: string) => {
    const body = { kind };
    return (await api.call("POST", `/api/simulations/${of.simulationId}/reports`, { as: who, body })).json().data;
  };
  const read = async ({ who }: Customer, id: string) =>
    (await api.call("GET", `/api/reports/${id}`, { as: who })).json().data;
  const isMade = (buyer: Customer, id: string) =>
    eventually(async () => (await read(buyer, id)).status === "completed");
  const waiting = async (name = "report.render") => (await readBacklog(api.dataSource)).find(({ job }) => job === name);
  async function finishScenarios({ chunk }: Customer) {
    chunk.finish();
    for (let chunk = 1; chunk < CHUNKS; chunk++) (await worker.pool.nextChunk()).finish();
  }
  async function finishPaidScenarios() {
    for (let chunk = 0; chunk < CHUNKS; chunk++) (await worker.pool.nextUrgentChunk()).finish();
  }

  test("a premium report waits for its scenarios, and says so, however long ago its purchase began", async () => {
    const buyer = await customer();
    await storeReport(api.dataSource.manager, { ...buyer.of, kind: "premium" });
    await api.dataSource.query("UPDATE reports SET created_at = now() - interval '1 day' WHERE user_id = $1", [
      buyer.of.userId,
    ]);
    await pay(buyer);
    const report = await ask(buyer, "premium");
    expect(report).toMatchObject({ status: "pending", waits: true });
    expect(await waiting()).toMatchObject({ waiting: 0 });
    expect(await waiting("simulation.paid-studies")).toMatchObject({ waiting: 1 });
    await finishPaidScenarios();
    await isMade(buyer, report.id);
    expect(await read(buyer, report.id)).toMatchObject({ waits: false });
    expect(made.get(`premium ${buyer.of.simulationId}`)).toMatchObject({
      uncertainty: { status: "completed", scenarios: 2000 },
      sensitivity: { status: "completed" },
    });
  });

  test("studies that a paid report waits for take over from those under way, which wait for their turn", async () => {
    const buyer = await customer();
    await pay(buyer);
    const { id } = await ask(buyer, "premium");
    await finishPaidScenarios();
    await isMade(buyer, id);
    buyer.chunk.finish();
    const { uncertainty } = (
      await api.call("GET", `/api/simulations/${buyer.of.simulationId}`, { as: buyer.who })
    ).json().data;
    expect(uncertainty).toMatchObject({ status: "completed", scenarios: 2000 });
  });

  test("studies in their own turn do not take over from those that a paid report waits for", async () => {
    const buyer = await customer();
    await pay(buyer);
    const { id } = await ask(buyer, "premium");
    const urgent = await worker.pool.nextUrgentChunk();
    const [{ computationId }] = await api.dataSource.query(
      'SELECT computation_id AS "computationId" FROM reports WHERE id = $1',
      [id],
    );
    const jobId = "in-its-own-turn";
    await api.queue.enqueue("simulation.uncertainty", { computationId }, { jobId });
    await eventually(async () => (await api.queue.state("simulation.uncertainty", jobId)) === "completed");
    await api.dataSource.query(`UPDATE studies SET ${AGED} WHERE computation_id = $1`, [computationId]);
    expect(await unfinishedFollowUps(api.dataSource, "uncertainty", { olderThanMs: 0, limit: 500 })).toEqual([]);

    urgent.finish();
    for (let chunk = 1; chunk < CHUNKS; chunk++) (await worker.pool.nextUrgentChunk()).finish();
    await isMade(buyer, id);
  });

  test("the sweep brings back studies that a paid report waits for", async () => {
    const buyer = await customer();
    await pay(buyer);
    const report = await storeReport(api.dataSource.manager, { ...buyer.of, kind: "premium" });
    await api.queue.enqueue("report.sweep", {});
    await finishPaidScenarios();
    await isMade(buyer, report?.id as string);
  });

  test("a report is made without scenarios where they have failed", async () => {
    const buyer = await customer();
    await pay(buyer);
    const { id } = await ask(buyer, "premium");
    (await worker.pool.nextUrgentChunk()).fail(new AppError("INFEASIBLE"));
    await isMade(buyer, id);
    expect(made.get(`premium ${buyer.of.simulationId}`)?.uncertainty?.status).toBe("failed");
  });

  test("a report whose job comes too early is left alone, and brought back by the sweep", async () => {
    const buyer = await customer();
    await pay(buyer);
    const report = await storeReport(api.dataSource.manager, { ...buyer.of, kind: "premium" });
    if (!report) throw new Error("no report");
    const jobId = reportJobId(report);
    await api.queue.enqueue("report.render", { reportId: report.id }, { jobId });
    await eventually(async () => (await api.queue.state("report.render", jobId)) === "completed");
    expect((await read(buyer, report.id)).status).toBe("pending");
    await finishScenarios(buyer);
    await api.dataSource.query("UPDATE reports SET created_at = now() - interval '1 minute'");
    await eventually(async () => {
      await api.queue.enqueue("report.sweep", {});
      return (await read(buyer, report.id)).status === "completed";
    });
  });

  test("a basic report, which contains no scenarios, is made at once", async () => {
    const reader = await customer();
    const { id } = await ask(reader, "basic");
    await isMade(reader, id);
    expect(made.get(`basic ${reader.of.simulationId}`)?.uncertainty?.status).toBe("processing");
    await finishScenarios(reader);
  });

  test("a workbook is made at once from the stored hours, which no other report reads", async () => {
    const reader = await customer();
    const { id } = await ask(reader, "workbook");
    await isMade(reader, id);
    expect(made.has(`workbook ${reader.of.simulationId}`)).toBe(true);
    expect(hours).toEqual([{ start: "2024-01-01", step_hours: 1, pv_kwh: [2000] }]);
    await finishScenarios(reader);
  });

  test("a report counts as due since it was paid", async () => {
    const buyer = await customer();
    await finishScenarios(buyer);
    await eventually(async () => {
      const path = `/api/simulations/${buyer.of.simulationId}`;
      const { uncertainty, sensitivity } = (await api.call("GET", path, { as: buyer.who })).json().data;
      return uncertainty?.status === "completed" && sensitivity?.status === "completed";
    });
    await storeReport(api.dataSource.manager, { ...buyer.of, kind: "premium" });
    await api.dataSource.query("UPDATE reports SET created_at = now() - interval '1 day' WHERE user_id = $1", [
      buyer.of.userId,
    ]);
    expect(await waiting()).toMatchObject({ waiting: 0 });
    await pay(buyer);
    const due = await waiting();
    expect(due?.waiting).toBe(1);
    expect(due?.oldestSeconds).toBeLessThan(3600);
  });
});
