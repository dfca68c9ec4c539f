import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { startWorker } from "../../worker/src/app.ts";
import { createReportRenderer } from "../../worker/src/pdf/renderer.ts";
import { createSimulationPool } from "../../worker/src/solver/pool.ts";
import { openApp, type TestApp } from "../support/app.ts";
import { readEnds } from "../support/ends.ts";
import { backends, testServices } from "../support/services.ts";
import { eventually, newInput } from "../support/simulations.ts";
import { workerParts } from "../support/worker-deps.ts";

type Who = Awaited<ReturnType<TestApp["register"]>>;

/** The solver and the report renderer are the real ones. */
const pool = createSimulationPool({ threads: 1, timeLimitSeconds: 30 });
const reports = createReportRenderer();
afterAll(() => Promise.all([pool.close(), reports.close()]));

describe.each(backends("postgres"))("a disk that is full, on %s", (backend) => {
  const services = testServices(backend);
  let api: TestApp;
  let worker: Awaited<ReturnType<typeof startWorker>>;
  const query = (sql: string) => api.dataSource.query(sql);

  beforeAll(async () => {
    api = await openApp(services);
    worker = await startWorker({ ...api, ...workerParts(api.env), reports, settings: services, pool, concurrency: 1 });
    await query(
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

  /** Has the database refuse updates as PostgreSQL does on a full disk; files are kept in its rows. */
  const fill = (table: "reports" | "computations", when = "true") =>
    query(
      `CREATE TRIGGER disk_full BEFORE UPDATE ON ${table} FOR EACH ROW WHEN (${when}) EXECUTE FUNCTION disk_full()`,
    );
  async function makeRoom() {
    for (const table of ["reports", "computations"]) await query(`DROP TRIGGER IF EXISTS disk_full ON ${table}`);
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
  /** A simulation with finished follow-ups, for which a report waits. */
  async function completed(who: Who) {
    const simulation = await create(who);
    await eventually(async () => {
      const { uncertainty, sensitivity } = await read(who, simulation.url);
      return uncertainty?.status === "completed" && sensitivity?.status === "completed";
    });
    return simulation;
  }
  async function order(who: Who, { url }: { url: string }) {
    const answer = await api.call("POST", `${url}/reports`, { as: who, body: { kind: "basic" } });
    expect(answer.status, answer.text).toBe(202);
    return answer.json().data.id as string;
  }
  async function expectDelivered(who: Who, report: string) {
    await ended(who, `/api/reports/${report}`, "completed");
    const { status, text } = await api.call("GET", `/api/reports/${report}/download`, { as: who });
    expect(status).toBe(200);
    expect(text).toMatch(/^%PDF-1\.\d\n[\s\S]*%%EOF\s*$/);
  }
  const toldOf = async (who: Who) =>
    (await read(who, "/api/notifications")).notifications.map(({ kind }: { kind: string }) => kind).reverse();

  test("a full disk fails a report with a reason, and asked for again it is delivered", async () => {
    const who = await api.register();
    const simulation = await completed(who);
    await fill("reports", "NEW.file IS NOT NULL");
    const id = await order(who, simulation);
    await ended(who, `/api/reports/${id}`, "failed");
    const { error } = await read(who, `/api/reports/${id}`);
    expect(error).toMatchObject({ code: "REPORT_FAILED", message: expect.stringMatching(/\.$/) });

    await makeRoom();
    expect(await order(who, simulation)).toBe(id);
    await expectDelivered(who, id);
    expect(await toldOf(who)).toEqual(["simulation.completed", "report.failed", "report.ready"]);
  });

  test("a full disk that takes not even the failure of a report leaves it to the sweep", async () => {
    const who = await api.register();
    const simulation = await completed(who);
    await fill("reports");
    const id = await order(who, simulation);
    await eventually(async () => (await api.queue.state("report.render", `${id}.1`)) === "failed");
    await makeRoom();
    await api.dataSource.query("UPDATE reports SET created_at = now() - interval '1 minute' WHERE id = $1", [id]);
    await api.queue.enqueue("report.sweep", {});
    await expectDelivered(who, id);
    expect(await toldOf(who)).toEqual(["simulation.completed", "report.ready"]);
  });

  test("a full disk fails a simulation with a reason, and retried it completes", async () => {
    const who = await api.register();
    await fill("computations", "NEW.results IS NOT NULL");
    const { id, url } = await create(who);
    await ended(who, url, "failed");
    expect((await read(who, url)).error.code).toBe("SOLVER_FAILED");

    await makeRoom();
    expect((await api.call("POST", `/api/simulations/${id}/retry`, { as: who })).status).toBe(200);
    await ended(who, url, "completed");
    expect(await readEnds(query)).toEqual(["completed", "completed", "failed, completed"]);
  });
});
