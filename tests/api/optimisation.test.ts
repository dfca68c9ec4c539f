import { once } from "node:events";
import { request } from "node:http";
import { AppError } from "@ecotrim/contracts/errors";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { aborted } from "../support/aborted.ts";
import { expectRefusal, openApp, someoneWaits, type TestApp } from "../support/app.ts";
import { backends, testServices } from "../support/services.ts";
import { eventually } from "../support/simulations.ts";

const PATHS = [
  "/api/milp/custom_optimization_process",
  "/api/milp/optimization",
  "/api/ecotrim/custom_optimization_process",
  "/api/ecotrim/optimization",
  "/api/backend/milp/custom_optimization_process",
];

let demands = 0;
/** Inputs no other test asks for. */
const newQuery = () => `demand_value=${100 + demands++}&pv_value=2000&total_spending=400.000&hide_details=false`;

const rowsOf = (api: TestApp, query: string) =>
  api.dataSource.query(
    `SELECT s.own_error_code, c.status, c.id FROM simulations s JOIN computations c ON c.id = s.computation_id
      WHERE s.input_parameters->>'demand_value' = $1`,
    [new URLSearchParams(query).get("demand_value")],
  );

const plot = (title: string) => ({ data: [], layout: { title, description: title } });
const PLOTS = ["energy_plot", "sankey_plot", "stackbar_plot", "battery_cha", "battery_dis", "battery_spread"];

describe.each(backends("postgres"))("the calls that wait, on %s", (backend) => {
  const services = testServices(backend);
  let api: TestApp;
  let worker: Awaited<ReturnType<TestApp["startWorker"]>>;
  beforeAll(async () => {
    api = await openApp(services);
  });
  beforeEach(async () => {
    worker = await api.startWorker();
  });
  afterEach(() => worker.close());
  afterAll(() => api.close());

  test("a contract is written as JSON in the address", async () => {
    const contract = { tariff: "3.0TD", contracted_kw: [40, 40, 40, 40, 40, 40] };
    const asked = (text: string) => api.call("GET", `${PATHS[0]}?${newQuery()}&contract=${encodeURIComponent(text)}`);
    const answering = asked(JSON.stringify(contract));
    const run = await worker.pool.nextRun();
    expect(run.request.input.supply).toMatchObject({ ...contract, meter: "maximeter" });
    run.finish();
    expect((await answering).status).toBe(200);
    expectRefusal(await asked("{"), { status: 400, code: "INVALID_INPUT", field: "contract" });
    expectRefusal(await asked('{"tariff":"3.0TD","contracted_kw":[1,2]}'), {
      status: 400,
      code: "INVALID_INPUT",
      field: "contract.contracted_kw",
    });
  });

  test.each(PATHS)("%s answers the worker's results at the top and in data", async (path) => {
    const query = newQuery();
    const answering = api.call("GET", `${path}?${query}`);
    const run = await worker.pool.nextRun();
    expect(run.request.input).toMatchObject({
      pv: { kwp: 2000 },
      tariff: { spendingEurYear: 400_000 },
      hideDetails: false,
    });
    run.finish();
    const answer = await answering;
    expect(answer.status).toBe(200);
    const { success, data, ...results } = answer.json();
    expect(success).toBe(true);
    expect(data.summary.savings).toBe(run.request.input.load.averageKw * 2);
    expect(results).toEqual(data);
    expect(data.verdict).toMatchObject({ code: expect.any(String), word: expect.any(String) });
  });

  test("the same inputs at the same time are computed once and answered twice", async () => {
    const query = newQuery();
    const answering = [1, 2].map(() => api.call("GET", `${PATHS[0]}?${query}`));
    const run = await worker.pool.nextRun();
    await eventually(async () => (await rowsOf(api, query)).length === 2);
    run.finish();
    const [one, two] = await Promise.all(answering);
    expect(one?.text).toBe(two?.text);
    expect(worker.pool.begun).toBe(1);
  });

  test("stored results are answered without a run", async () => {
    const query = newQuery();
    const first = api.call("GET", `${PATHS[0]}?${query}`);
    (await worker.pool.nextRun()).finish();
    expect((await api.call("GET", `${PATHS[0]}?${query}`)).text).toBe((await first).text);
    expect(worker.pool.begun).toBe(1);
  });

  test("analysis answers the results without plots", async () => {
    const query = newQuery();
    const indicator = { indicator: "Consumo", value: 1, units: "MWh" };
    const answering = api.call("GET", `/api/ecotrim/analysis?${query}`);
    const run = await worker.pool.nextRun();
    const operative_analysis = {
      ...Object.fromEntries(PLOTS.map((name) => [name, plot(name)])),
      kpi_demand: [indicator],
      kpi_battery: [indicator],
    };
    run.finish({
      results: { summary: {}, kpi_table: [indicator], operative_analysis, engine_version: "t", tariff_version: "t" },
      hourly: {},
    } as never);
    const { data, operative_analysis: top } = (await answering).json();
    expect(top).toEqual({ kpi_demand: [indicator], kpi_battery: [indicator] });
    expect(data).toMatchObject({ kpi_table: [indicator], operative_analysis: top });
  });

  test.each([
    ["INFEASIBLE", 422],
    ["UNBOUNDED", 422],
    ["SOLVER_TIMEOUT", 422],
  ] as const)("a run that fails with %s is told with its sentence", async (code, status) => {
    const answering = api.call("GET", `${PATHS[0]}?${newQuery()}`);
    (await worker.pool.nextRun()).fail(
      new AppError(code, { message: "Sin batería no cabe en su potencia contratada." }),
    );
    expectRefusal(await answering, { status, code, error: /^Sin batería no cabe en su potencia contratada\.$/ });
  });

  test("a caller that leaves cancels the run", async () => {
    const query = newQuery();
    const call = request(`${await api.listen()}${PATHS[0]}?${query}`);
    call.on("error", () => undefined);
    call.end();
    const run = await worker.pool.nextRun();
    call.destroy();
    await aborted(run.signal);
    await eventually(async () => (await rowsOf(api, query))[0].own_error_code === "CANCELLED");
  });

  test("a caller that leaves its proxy while its login is read cancels the run as well", async () => {
    const proxied = await openApp(services, { settings: { TRUST_PROXY: "1" } });
    onTestFinished(() => proxied.close());
    const { token } = await api.register();
    const query = newQuery();
    const address = await proxied.listen();
    const lock = api.dataSource.createQueryRunner();
    await lock.startTransaction();
    await lock.query("LOCK TABLE sessions");
    const connected = once(proxied.app.server, "connection");
    const headers = { authorization: `Bearer ${token}`, "x-forwarded-for": "192.0.2.1" };
    const call = request(`${address}${PATHS[0]}?${query}`, { agent: false, headers });
    call.on("error", () => undefined);
    call.end();
    const [connection] = await connected;
    await eventually(() => someoneWaits(api));
    const left = once(connection, "close");
    call.destroy();
    await left;
    await lock.rollbackTransaction();
    await lock.release();
    await eventually(async () => (await rowsOf(api, query))[0]?.own_error_code === "CANCELLED");
  });

  test("a caller that leaves does not cancel a run that another waits for", async () => {
    const query = newQuery();
    const staying = api.call("GET", `${PATHS[0]}?${query}`);
    const run = await worker.pool.nextRun();
    const call = request(`${await api.listen()}${PATHS[0]}?${query}`);
    call.on("error", () => undefined);
    call.end();
    await eventually(async () => (await rowsOf(api, query)).length === 2);
    call.destroy();
    await eventually(async () =>
      (await rowsOf(api, query)).some((row: { own_error_code: string }) => row.own_error_code === "CANCELLED"),
    );
    run.finish();
    expect((await staying).status).toBe(200);
  });

  test("a run that takes too long is given up and says so", async () => {
    const hasty = await openApp(services, { settings: { SYNC_TIMEOUT_S: "1" } });
    try {
      const answering = hasty.call("GET", `${PATHS[0]}?${newQuery()}`);
      const run = await worker.pool.nextRun();
      expectRefusal(await answering, { status: 422, code: "SOLVER_TIMEOUT" });
      await aborted(run.signal);
    } finally {
      await hasty.close();
    }
  });
});

describe("without a worker", () => {
  const services = testServices("postgres");

  test("a wait in the queue that grows too long is 503 with the time to come back, and leaves nothing waiting", async () => {
    const api = await openApp(services, { settings: { SYNC_TIMEOUT_S: "1" } });
    try {
      const query = newQuery();
      const answer = await api.call("GET", `${PATHS[0]}?${query}`);
      expectRefusal(answer, { status: 503, code: "QUEUE_FULL" });
      // No run has ended, so the wait cannot be estimated.
      expect(answer.headers["retry-after"]).toBe("300");
      expect(await rowsOf(api, query)).toMatchObject([{ own_error_code: "CANCELLED", status: "failed" }]);
    } finally {
      await api.close();
    }
  });

  test("the time to come back follows from how fast runs end", async () => {
    const api = await openApp(services, { settings: { SYNC_TIMEOUT_S: "1" } });
    try {
      const create = async () => {
        const body = { inputParameters: { demand_value: 100 + demands++ } };
        return (await api.call("POST", "/api/simulations", { body })).json().data.id as string;
      };
      const [ended, running, waiting] = [await create(), await create(), await create()];
      await api.alterComputationOf(ended, "status = 'completed', finished_at = now(), execution_time_ms = 20000");
      await api.alterComputationOf(running, "status = 'processing'");
      const answer = await api.call("GET", `${PATHS[0]}?${newQuery()}`);
      expectRefusal(answer, { status: 503, code: "QUEUE_FULL" });
      // One run ahead of its own, 20 s each, one at a time.
      expect(answer.headers["retry-after"]).toBe("40");
      for (const id of [running, waiting])
        await api.alterComputationOf(id, "status = 'failed', error_code = 'CANCELLED'");
    } finally {
      await api.close();
    }
  });

  test("a lost event is made up for by looking at the row", async () => {
    const api = await openApp(services);
    try {
      const query = newQuery();
      const answering = api.call("GET", `${PATHS[0]}?${query}`);
      await eventually(async () => (await rowsOf(api, query)).length === 1);
      const [{ id }] = await rowsOf(api, query);
      await api.dataSource.query(
        `UPDATE computations SET status = 'completed', results = '{"total_autoconsume": 5}' WHERE id = $1`,
        [id],
      );
      const { data, ...answer } = (await answering).json();
      expect(data).toMatchObject({ total_autoconsume: 5, verdict: { code: expect.any(String) } });
      expect(answer).toEqual({ success: true, ...data });
    } finally {
      await api.close();
    }
  });

  test("a queue that is too deep is 503", async () => {
    const api = await openApp(services, { settings: { QUEUE_MAX_DEPTH: "1" } });
    try {
      const body = { inputParameters: { demand_value: 1 } };
      expect((await api.call("POST", "/api/simulations", { body })).status).toBe(201);
      expectRefusal(await api.call("GET", `${PATHS[0]}?${newQuery()}`), { status: 503, code: "QUEUE_FULL" });
    } finally {
      await api.close();
    }
  });
});
