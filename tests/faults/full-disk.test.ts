import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { openApp, type TestApp } from "../support/app.ts";
import { sampleOutput } from "../support/gated-pool.ts";
import { testServices } from "../support/services.ts";
import { eventually, newInput } from "../support/simulations.ts";

type Who = Awaited<ReturnType<TestApp["register"]>>;

describe("a disk that is full", () => {
  const services = testServices("postgres");
  let api: TestApp;
  let worker: Awaited<ReturnType<TestApp["startWorker"]>>;

  beforeAll(async () => {
    api = await openApp(services);
    worker = await api.startWorker({ reports: { render: async (kind) => Buffer.from(`%PDF ${kind}`) } });
    await api.dataSource.query(
      `CREATE FUNCTION disk_full() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN
         RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full';
       END $$`,
    );
  });
  afterEach(makeRoom);
  afterAll(async () => {
    await worker.close();
    await api.close();
  });

  /** The database refuses the rows it has no room for, as PostgreSQL does. */
  const fill = (table: "reports" | "computations", when = "true") =>
    api.dataSource.query(
      `CREATE TRIGGER disk_full BEFORE UPDATE ON ${table} FOR EACH ROW WHEN (${when}) EXECUTE FUNCTION disk_full()`,
    );
  async function makeRoom() {
    for (const table of ["reports", "computations"])
      await api.dataSource.query(`DROP TRIGGER IF EXISTS disk_full ON ${table}`);
  }

  const read = async (who: Who, url: string) => (await api.call("GET", url, { as: who })).json().data;
  const ended = (who: Who, url: string, status: string) =>
    eventually(async () => (await read(who, url)).status === status);
  async function create(who: Who) {
    const { id } = (
      await api.call("POST", "/api/simulations", { as: who, body: { inputParameters: newInput() } })
    ).json().data;
    return { id: id as string, url: `/api/simulations/${id}` };
  }
  async function completed(who: Who) {
    const simulation = await create(who);
    const run = await worker.pool.nextRun();
    run.finish(sampleOutput(run.request));
    await ended(who, simulation.url, "completed");
    return simulation;
  }
  async function order(who: Who, { url }: { url: string }) {
    const answer = await api.call("POST", `${url}/reports`, { as: who, body: { kind: "basic" } });
    expect(answer.status, answer.text).toBe(202);
    return answer.json().data.id as string;
  }
  const toldOf = async (who: Who) =>
    (await read(who, "/api/notifications")).notifications.map(({ kind }: { kind: string }) => kind).reverse();

  test("fails a report with a reason, and asked for again it is made", async () => {
    const who = await api.register();
    const simulation = await completed(who);
    await fill("reports", "NEW.file IS NOT NULL");
    const id = await order(who, simulation);
    await ended(who, `/api/reports/${id}`, "failed");
    const { error } = await read(who, `/api/reports/${id}`);
    expect(error).toMatchObject({ code: "REPORT_FAILED", message: expect.stringMatching(/\.$/) });

    await makeRoom();
    expect(await order(who, simulation)).toBe(id);
    await ended(who, `/api/reports/${id}`, "completed");
    expect((await api.call("GET", `/api/reports/${id}/download`, { as: who })).text).toBe("%PDF basic");
    expect(await toldOf(who)).toEqual(["simulation.completed", "report.failed", "report.ready"]);
  });

  test("that takes not even the failure of a report leaves it to the sweep", async () => {
    const who = await api.register();
    const simulation = await completed(who);
    await fill("reports");
    const id = await order(who, simulation);
    await eventually(async () => (await api.queue.state("report.render", `${id}.1`)) === "failed");
    await makeRoom();
    await api.dataSource.query("UPDATE reports SET created_at = now() - interval '1 minute' WHERE id = $1", [id]);
    await api.queue.enqueue("report.sweep", {});
    await ended(who, `/api/reports/${id}`, "completed");
    expect(await toldOf(who)).toEqual(["simulation.completed", "report.ready"]);
  });

  test("fails a simulation with a reason, and retried it completes", async () => {
    const who = await api.register();
    await fill("computations", "NEW.results IS NOT NULL");
    const { id, url } = await create(who);
    for (let tries = 0; tries < 3; tries++) {
      const run = await worker.pool.nextRun();
      run.finish(sampleOutput(run.request));
    }
    await ended(who, url, "failed");
    expect((await read(who, url)).error.code).toBe("SOLVER_FAILED");

    await makeRoom();
    expect((await api.call("POST", `/api/simulations/${id}/retry`, { as: who })).status).toBe(200);
    const run = await worker.pool.nextRun();
    run.finish(sampleOutput(run.request));
    await ended(who, url, "completed");
  });
});
