import { randomUUID } from "node:crypto";
import type { CalculatorContext } from "@ecotrim/contracts/simulations/context";
import { inputFromContext } from "@ecotrim/contracts/simulations/context";
import { caseOf, completeInput } from "@ecotrim/contracts/simulations/input";
import { SimulationRecord } from "@ecotrim/contracts/simulations/record";
import { solveByValueFunction } from "@ecotrim/engine/dispatch/value-function-solver";
import { runSimulation } from "@ecotrim/engine/simulate";
import { simulationOutput } from "@ecotrim/present/results/results";
import { asStored } from "@ecotrim/present/results/stored.fixture";
import { followUpIdOf } from "@ecotrim/server/db/entities/computation";
import { storeStudies } from "@ecotrim/server/studies/studies";
import Value from "typebox/value";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Call, expectRefusal, openApp, type TestApp } from "../support/app.ts";
import { testServices } from "../support/services.ts";
import { eventually } from "../support/simulations.ts";
import { FINAL_JOBS, FINAL_STUDIES } from "../support/studies.ts";

const services = testServices("postgres");
let api: TestApp;
beforeAll(async () => {
  api = await openApp(services);
});
afterAll(() => api.close());

let demands = 0;
/** Answers of a visitor that no other test gives. */
const newContext = (): CalculatorContext => ({
  generation: 2000,
  demand: { type: "constante", weekend: true, average: 1000 + demands++ },
  total_spendings: 400_000,
  selectedBattery: { name: "Equilibrada", capacity_kwh: 2000, power_kw: 1000 },
});

const requestOf = (calculatorContext: CalculatorContext) => ({
  inputParameters: inputFromContext(calculatorContext),
  calculatorContext,
});

const RESULTS = { summary: { savings: 88_593 } };

async function create(body: object = requestOf(newContext()), headers: Record<string, string> = {}) {
  const answer = await api.call("POST", "/api/simulations", { body, headers });
  expect(answer.status).toBe(201);
  return answer.json().data as { id: string; status: string; accessToken: string };
}

const read = (id: string, token?: string) =>
  api.call("GET", `/api/simulations/${id}`, token === undefined ? {} : { token });
const act = (id: string, action: string, token?: string) =>
  api.call("POST", `/api/simulations/${id}/${action}`, token === undefined ? {} : { token });
const put = (id: string, action: string, body: object, token?: string) =>
  api.call("PUT", `/api/simulations/${id}/${action}`, token === undefined ? { body } : { body, token });

const completeComputation = (id: string) =>
  api.alterComputationOf(
    id,
    `status = 'completed', results = '${JSON.stringify(RESULTS)}', execution_time_ms = 412, finished_at = now()`,
  );
const failComputation = (id: string) =>
  api.alterComputationOf(id, "status = 'failed', error_code = 'INFEASIBLE', error_message = 'No cabe.'");
const countOf = async (table: string) =>
  (await api.dataSource.query(`SELECT count(*)::int AS count FROM ${table}`))[0].count as number;
const computationOf = async (id: string) =>
  (
    await api.dataSource.query(
      "SELECT c.* FROM computations c JOIN simulations s ON s.computation_id = c.id WHERE s.id = $1",
      [id],
    )
  )[0];

describe("creating", () => {
  test("creating a simulation answers 201 with id, status and access token at once and queues its run", async () => {
    const answer = await api.call("POST", "/api/simulations", { body: requestOf(newContext()) });
    expect(answer.status).toBe(201);
    expect(answer.json()).toEqual({
      success: true,
      data: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        status: "pending",
        accessToken: expect.stringMatching(/^[\w-]{43}$/),
      },
    });
    const { id, run } = await computationOf(answer.json().data.id);
    expect(await api.queue.state("simulation.run", `${id}.${run}`)).toBe("prioritized");
  });

  test("the database keeps only the hash of the access token", async () => {
    const { id, accessToken } = await create();
    const [row] = await api.dataSource.query("SELECT * FROM simulations WHERE id = $1", [id]);
    expect(JSON.stringify(row)).not.toContain(accessToken);
  });

  test("both field lists are accepted, the descriptive fields kept and not computed with", async () => {
    const inputParameters = {
      demand_value: 310,
      efficiency_charge: 0.95,
      capex_eur: 400_000,
      battery_export: true,
      business_type: "cerámica",
      scenario_id: "A",
      battery_size_mwh: 1,
    };
    const { id, accessToken } = await create({ inputParameters });
    expect((await read(id, accessToken)).json().data.inputParameters).toMatchObject(inputParameters);
    const { input } = await computationOf(id);
    expect(input).toMatchObject({ demand_value: 310, efficiency_charge: 0.95, capex_eur: 400_000, pv_value: 2000 });
    expect(input).not.toHaveProperty("business_type");
  });

  test("the record of inputs of which only the demand was sent holds the fixed parameters", async () => {
    const { id, accessToken } = await create({ inputParameters: { demand_value: 311 } });
    expect((await read(id, accessToken)).json().data.inputParameters).toMatchObject({
      ...{ demand_value: 311, start_date: "2024-01-01", end_date: "2024-12-31", time_step_duration: 1 },
      ...{ battery_capacity: 1000, max_charge_power: 1000, max_discharge_power: 1000 },
      ...{ efficiency_charge: 0.975, efficiency_discharge: 0.975, battery_min_soc: 0.1, initial_soc: 0.5 },
      ...{ limit: 0, limit_output: 0, hide_details: false, revenue_share_fct: 0 },
      ...{ ahorro_termino_potencia: 1000, garantia_suministro: 1000 },
    });
  });

  const SUPPLY = { tariff: "6.2TD", contracted_kw: [300, 300, 300, 300, 300, 451], pricing: { kind: "indexed" } };

  test("a contract beside the inputs is computed with, its defaults filled in, and is told by the record", async () => {
    const { id, accessToken } = await create({
      inputParameters: { demand_value: 312, province: "Las Palmas", tariff_year: 2025 },
      contract: SUPPLY,
    });
    const { input, input_case } = await computationOf(id);
    const complete = { ...SUPPLY, zone: "canarias", tariff_year: 2025, meter: "quarter_hours" };
    expect(input.contract).toMatchObject(complete);
    expect(input_case.supply).toMatchObject(complete);
    expect(input_case.tariff).toMatchObject({ name: "6.2TD", year: 2025, contractKind: "indexed" });
    const { inputParameters } = (await read(id, accessToken)).json().data;
    expect(inputParameters).toMatchObject({ tariff: "6.2TD", contract: SUPPLY });
    const again = await create({ inputParameters });
    expect((await computationOf(again.id)).id).toBe((await computationOf(id)).id);
  });

  test("another contract is another computation", async () => {
    const inputParameters = { demand_value: 313 };
    const contracts = [undefined, SUPPLY, { ...SUPPLY, keep_p6_kw: 451 }, { ...SUPPLY, allow_p6_kw: 500 }];
    const rows = await Promise.all(contracts.map((contract) => create({ inputParameters, contract })));
    const computations = await Promise.all(rows.map(async ({ id }) => (await computationOf(id)).id));
    expect(new Set(computations).size).toBe(4);
  });

  test.each([
    ["of falling powers", {}, { ...SUPPLY, contracted_kw: [9, 9, 8, 9, 9, 9] }, "contract.contracted_kw[2]"],
    ["of an unknown tariff", {}, { ...SUPPLY, tariff: "2.0TD" }, "contract.tariff"],
    ["of too little power", {}, { tariff: "3.0TD", contracted_kw: Array(6).fill(15) }, "contract.contracted_kw[5]"],
    [
      "with a negative maximeter",
      {},
      { ...SUPPLY, maximeters: Array(12).fill([1, 1, -1, 1, 1, 1]) },
      "contract.maximeters[0][2]",
    ],
    ["that allows less in P6 than it has", {}, { ...SUPPLY, allow_p6_kw: 450 }, "contract.allow_p6_kw"],
    ["of another tariff than the inputs", { tariff: "6.1TD" }, SUPPLY, "inputParameters.tariff"],
    ["of another year", { tariff_year: 2024 }, { ...SUPPLY, tariff_year: 2025 }, "inputParameters.tariff_year"],
    ["of another kind", { contract_kind: "fixed" }, SUPPLY, "inputParameters.contract_kind"],
    ["that is given twice", { contract: SUPPLY }, SUPPLY, "contract"],
  ])("a contract %s is refused, naming the field", async (_, change, contract, field) => {
    const body = { inputParameters: { demand_value: 314, ...change }, contract };
    expectRefusal(await api.call("POST", "/api/simulations", { body }), { status: 400, code: "INVALID_INPUT", field });
  });

  test("a context with the contract agrees with the inputs that hold it", async () => {
    const context = { ...newContext(), contract: SUPPLY } as CalculatorContext;
    const { id } = await create(requestOf(context));
    expect((await computationOf(id)).input.contract).toMatchObject(SUPPLY);
    const { contract: _, ...inputParameters } = inputFromContext(context);
    const refused = await api.call("POST", "/api/simulations", {
      body: { inputParameters, calculatorContext: context },
    });
    expectRefusal(refused, { status: 400, code: "CONTEXT_MISMATCH", field: "inputParameters.contract" });
  });

  test("a user named in the body is accepted and changes nothing", async () => {
    const request = requestOf(newContext());
    const { id, accessToken } = await create({ ...request, user: { id: "otro", email: "otra@persona.es" } });
    const record = await read(id, accessToken);
    expect(record.text).not.toContain("otra@persona.es");
  });

  test("a battery's whole card may stand in the context", async () => {
    const context = newContext();
    const selectedBattery = {
      ...context.selectedBattery,
      ...{ description: "Equilibrio", is_recommended: true, c_rating: 0.5, discharge_duration_hours: 2 },
      ...{ investment_level: "Media", use_case: "Para la mayoría", capacity: 2000, power: 1000 },
    };
    const { id, accessToken } = await create(requestOf({ ...context, selectedBattery }));
    expect((await read(id, accessToken)).json().data.calculatorContext.selectedBattery).toEqual(selectedBattery);
  });

  test("numbers are read from Spanish text", async () => {
    const { id } = await create({ inputParameters: { demand_value: "1.234,5", weekends: "false" } });
    expect((await computationOf(id)).input).toMatchObject({ demand_value: 1234.5, weekends: false });
  });

  test("the same inputs share one computation, rows and tokens never", async () => {
    const request = requestOf(newContext());
    const computations = await countOf("computations");
    const created = await Promise.all(Array.from({ length: 8 }, () => create(request)));
    expect(new Set(created.map(({ id }) => id)).size).toBe(8);
    expect(new Set(created.map(({ accessToken }) => accessToken)).size).toBe(8);
    expect(await countOf("computations")).toBe(computations + 1);
  });

  test("inputs whose results are stored are completed at once", async () => {
    const request = requestOf(newContext());
    const first = await create(request);
    await completeComputation(first.id);
    const second = await create(request);
    expect(second.status).toBe("completed");
    expect((await read(second.id, second.accessToken)).json().data.results).toEqual(RESULTS);
  });

  test("inputs that failed before are computed anew", async () => {
    const request = requestOf(newContext());
    const first = await create(request);
    await failComputation(first.id);
    expect((await create(request)).status).toBe("pending");
    expect((await read(first.id, first.accessToken)).json().data.status).toBe("failed");
  });

  test("a context that disagrees with the inputs is refused with the first field that does", async () => {
    const request = requestOf(newContext());
    request.inputParameters.battery_capacity = 999;
    expectRefusal(await api.call("POST", "/api/simulations", { body: request }), {
      status: 400,
      code: "CONTEXT_MISMATCH",
      field: "inputParameters.battery_capacity",
    });
  });

  test("inputs left out agree with a context that says their default", async () => {
    const context = newContext();
    const { two_turnes: _, weekends: __, ...inputParameters } = inputFromContext(context);
    await create({ inputParameters, calculatorContext: context });
  });

  test("a site that may not feed in is asked for by true or false alone", async () => {
    const { inputParameters } = requestOf(newContext());
    const body = { inputParameters: { ...inputParameters, zero_export: "no" } };
    expectRefusal(await api.call("POST", "/api/simulations", { body }), {
      status: 400,
      code: "INVALID_INPUT",
      field: "inputParameters.zero_export",
    });
  });

  test("a full queue is refused with the time to come back, but stored results are not", async () => {
    const request = requestOf(newContext());
    const first = await create(request);
    await completeComputation(first.id);
    await create();
    const full = await openApp(services, { settings: { QUEUE_MAX_DEPTH: "1" } });
    try {
      const answer = await full.call("POST", "/api/simulations", { body: requestOf(newContext()) });
      expectRefusal(answer, { status: 503, code: "QUEUE_FULL" });
      expect(Number(answer.headers["retry-after"])).toBeGreaterThanOrEqual(5);
      expect((await full.call("POST", "/api/simulations", { body: request })).status).toBe(201);
    } finally {
      await full.close();
    }
  });
});

describe("the idempotency key", () => {
  test("an idempotency key gives the same answer for the same body, whatever its key order, also at the same time", async () => {
    const { inputParameters, calculatorContext } = requestOf(newContext());
    const headers = { "idempotency-key": randomUUID() };
    const rows = await countOf("simulations");
    const answers = await Promise.all([
      create({ inputParameters, calculatorContext }, headers),
      create({ calculatorContext, inputParameters }, headers),
      create({ inputParameters, calculatorContext }, headers),
    ]);
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
    expect(await countOf("simulations")).toBe(rows + 1);
    expect((await read(answers[0].id, answers[0].accessToken)).status).toBe(200);
  });

  test("an idempotency key is refused with another body", async () => {
    const headers = { "idempotency-key": randomUUID() };
    await create(requestOf(newContext()), headers);
    expectRefusal(await api.call("POST", "/api/simulations", { body: requestOf(newContext()), headers }), {
      status: 409,
      code: "IDEMPOTENCY_CONFLICT",
    });
  });

  test("another caller's idempotency key opens nothing: the token depends on key and row", async () => {
    const request = requestOf(newContext());
    const one = await create(request, { "idempotency-key": randomUUID() });
    const other = await create(request, { "idempotency-key": randomUUID() });
    expect(other.id).not.toBe(one.id);
    expectRefusal(await read(one.id, other.accessToken), { status: 404, code: "SIMULATION_NOT_FOUND" });
  });

  test("an idempotency key is not stored as sent", async () => {
    const key = randomUUID();
    const { id } = await create(requestOf(newContext()), { "idempotency-key": key });
    const [row] = await api.dataSource.query("SELECT * FROM simulations WHERE id = $1", [id]);
    expect(JSON.stringify(row)).not.toContain(key);
  });

  test.each([
    ["longer than 255 characters", "k".repeat(256), /^La clave de idempotencia no puede superar los 255 caracteres\.$/],
    ["short enough to be guessed", "pedido-4711", /^La clave de idempotencia debe tener al menos 16 caracteres\.$/],
  ])("an idempotency key may not be %s", async (_, key, error) => {
    const headers = { "idempotency-key": key };
    expectRefusal(await api.call("POST", "/api/simulations", { body: requestOf(newContext()), headers }), {
      status: 400,
      code: "INVALID_INPUT",
      field: "idempotency-key",
      error,
    });
  });
});

describe("finding by context", () => {
  const find = (body: object) => api.call("POST", "/api/simulations/find-by-context", { body });

  test("finding by context finds nothing while nothing is completed", async () => {
    const context = newContext();
    await create(requestOf(context));
    const answer = await find(context);
    expect(answer.status).toBe(200);
    expect(answer.json()).toEqual({ success: true, found: false, data: null });
  });

  test("finding by context gives every caller a row of its own on the stored results", async () => {
    const context = newContext();
    const original = await create(requestOf(context));
    await completeComputation(original.id);
    const [one, two] = [(await find(context)).json(), (await find(context)).json()];
    expect(one.found).toBe(true);
    expect(one.data.results).toEqual(RESULTS);
    expect(new Set([original.id, one.data.id, two.data.id]).size).toBe(3);
    expectRefusal(await read(two.data.id, one.data.accessToken), { status: 404, code: "SIMULATION_NOT_FOUND" });
    const record = (await read(one.data.id, one.data.accessToken)).json().data;
    expect(record).toMatchObject({ status: "completed", calculatorContext: context, executionTime: 412 });
  });

  test("finding by context keeps sites with and without feed-in apart", async () => {
    const context = newContext();
    await completeComputation((await create(requestOf(context))).id);
    const closed = { ...context, zero_export: true };
    expect((await find(closed)).json().found).toBe(false);
    await completeComputation((await create(requestOf(closed))).id);
    const { data } = (await find(closed)).json();
    expect((await read(data.id, data.accessToken)).json().data.calculatorContext).toEqual(closed);
    const other = newContext();
    await completeComputation((await create(requestOf({ ...other, zero_export: true }))).id);
    expect((await find(other)).json().found).toBe(false);
    expect((await find({ ...other, zero_export: false })).json().found).toBe(false);
  });

  test("results that are found by context count as open, and their studies are done", async () => {
    const context = newContext();
    const { id } = await create(requestOf(context));
    await completeComputation(id);
    await api.alterComputationOf(id, "study_turn = 0, opened_at = 'epoch'");
    const computation = await computationOf(id);
    await storeStudies(api.dataSource.manager, computation.id, FINAL_STUDIES);
    const jobsOfStudies = () =>
      Promise.all(FINAL_JOBS.map((name) => api.queue.state(`simulation.${name}`, followUpIdOf(computation, name))));
    expect(await jobsOfStudies()).toEqual(FINAL_JOBS.map(() => "unknown"));
    await find(context);
    expect(await jobsOfStudies()).toEqual(FINAL_JOBS.map(() => "prioritized"));
  });

  test.each([{ province: "46" }, { contract_kind: "fixed" }, { contract_kind: "indexed" }, { tariff: "3.0TD" }] as Pick<
    CalculatorContext,
    "province" | "contract_kind" | "tariff"
  >[])("finding by context never gives the result of another place, contract or tariff: %o", async (answer) => {
    const context = newContext();
    await completeComputation((await create(requestOf(context))).id);
    const other = { ...context, ...answer };
    expect((await find(other)).json().found).toBe(false);
    await completeComputation((await create(requestOf(other))).id);
    expect((await find(other)).json().found).toBe(true);
    expect((await find(context)).json().found).toBe(true);
    const another = newContext();
    await completeComputation((await create(requestOf({ ...another, ...answer }))).id);
    expect((await find(another)).json().found).toBe(false);
  });

  test("finding by context knows a province by its name and by its code, and the default written out", async () => {
    const context = newContext();
    await completeComputation((await create(requestOf({ ...context, province: "Valencia" }))).id);
    expect((await find({ ...context, province: "46" })).json().found).toBe(true);
    await completeComputation((await create(requestOf(context))).id);
    const written = { province: "Madrid", contract_kind: "unknown", tariff: "6.1TD" };
    expect((await find({ ...context, ...written })).json().found).toBe(true);
  });

  test("scenarios and sensitivity so far come with the results that are found by context", async () => {
    const context = newContext();
    const original = await create(requestOf(context));
    await completeComputation(original.id);
    expect((await find(context)).json().data).toMatchObject({ uncertainty: null, sensitivity: null });
    const soFar = { scenarios: 500, total: 2000, result: null };
    await api.dataSource.query(
      `INSERT INTO studies (computation_id, kind, status, done, total)
       SELECT computation_id, kind, status, done, total FROM simulations,
              (VALUES ('uncertainty', 'processing', 500, 2000), ('sensitivity', 'pending', 0, NULL),
                      ('sizing', 'pending', 0, NULL)) AS begun (kind, status, done, total)
        WHERE id = $1`,
      [original.id],
    );
    const followed = {
      uncertainty: { status: "processing", ...soFar },
      sensitivity: { status: "pending", tornado: null, sizing: null },
    };
    const { data } = (await find(context)).json();
    expect(data).toMatchObject(followed);
    const record = (await read(data.id, data.accessToken)).json().data;
    expect(record).toMatchObject(followed);
    expect(
      [...Value.Errors(SimulationRecord, record)].filter(({ instancePath }) => !instancePath.startsWith("/results")),
    ).toEqual([]);
  });

  test("the battery's name makes no difference to finding by context", async () => {
    const context = newContext();
    await completeComputation((await create(requestOf(context))).id);
    const { name: _, ...selectedBattery } = context.selectedBattery;
    expect((await find({ ...context, selectedBattery })).json().found).toBe(true);
  });

  test("the context to find by may stand under its name", async () => {
    const context = newContext();
    await completeComputation((await create(requestOf(context))).id);
    expect((await find({ calculatorContext: context })).json().found).toBe(true);
  });

  test.each(["total", "value"])("the demand of a context may be its average alone, as {%s}", async (name) => {
    const { generation, demand, ...rest } = newContext();
    const context = { ...rest, generation: { total: generation }, demand: { [name]: demand.average } };
    const asked = inputFromContext({ ...rest, generation, demand });
    const inputParameters = { ...asked, two_turnes: true, shifts: 2 as const, weekends: false };
    const { id, accessToken } = await create({ inputParameters, calculatorContext: context });
    const record = (await read(id, accessToken)).json().data;
    expect(record.calculatorContext).toEqual({ ...context, generation });
    expect((await find({ calculatorContext: context })).json().found).toBe(false);
    await completeComputation((await create(requestOf({ ...rest, generation, demand }))).id);
    expect((await find({ calculatorContext: context })).json().found).toBe(true);
    expect((await find(context)).json().found).toBe(true);
  });

  test("a context whose demand has no average is refused", async () => {
    const { demand: _, ...context } = newContext();
    expectRefusal(await find({ ...context, demand: { type: "constante", weekend: true } }), {
      ...{ status: 400, code: "INVALID_INPUT", field: "demand.average" },
      error: /^Falta un dato obligatorio: el consumo medio\.$/,
    });
  });

  test("finding by context never finds results an API client brought from elsewhere", async () => {
    const context = newContext();
    const { id, accessToken } = await create(requestOf(context));
    await put(id, "complete", { results: { savings: 1e9 }, executionTime: 1 }, accessToken);
    expect((await find(context)).json().found).toBe(false);
  });
});

describe("reading", () => {
  test("a waiting row tells its place in the line", async () => {
    const [first, second] = [await create(), await create()];
    const position = async ({ id, accessToken }: typeof first) =>
      (await read(id, accessToken)).json().data.queuePosition as number;
    expect(await position(second)).toBeGreaterThan(await position(first));
  });

  test("the record of a simulation follows its schema, and is never cached", async () => {
    const context = newContext();
    const { id, accessToken } = await create(requestOf(context));
    const answer = await read(id, accessToken);
    expect(answer.headers["cache-control"]).toBe("no-store");
    const { data } = answer.json();
    expect(Value.Errors(SimulationRecord, data)).toEqual([]);
    expect(data).toMatchObject({ id, status: "pending", source: "platform", stages: [], results: null, error: null });
  });

  test("progress and stages of a run are shown while it runs", async () => {
    const { id, accessToken } = await create();
    const progress = { stage: "solving", percent: 40, message: "x", attempt: 1, elapsedMs: 5, detail: { rows: 3 } };
    const stages = [{ stage: "series", at: "2026-01-01T00:00:00.000Z" }];
    await api.alterComputationOf(
      id,
      `status = 'processing', progress = '${JSON.stringify(progress)}', stages = '${JSON.stringify(stages)}'`,
    );
    expect((await read(id, accessToken)).json().data).toMatchObject({
      status: "processing",
      progress,
      stages,
      queuePosition: null,
    });
  });

  test("a failed row says why and has no results", async () => {
    const { id, accessToken } = await create();
    await failComputation(id);
    expect((await read(id, accessToken)).json().data).toMatchObject({
      status: "failed",
      error: { code: "INFEASIBLE", message: "No cabe." },
      results: null,
      completedAt: null,
    });
  });
});

describe("reading again", () => {
  const readAgain = (id: string, etag: unknown, call: Call) =>
    api.call("GET", `/api/simulations/${id}`, { ...call, headers: { "if-none-match": String(etag) } });

  test("a record that has not changed is answered by 304 to whom it is open, and by 404 to others", async () => {
    const { id, accessToken } = await create();
    await completeComputation(id);
    const { headers, json } = await read(id, accessToken);
    expect(headers).toMatchObject({ etag: `W/"${json().data.version}"`, "cache-control": "no-store" });
    const again = await readAgain(id, headers.etag, { token: accessToken });
    expect([again.status, again.text, again.headers.etag]).toEqual([304, "", headers.etag]);
    expectRefusal(await readAgain(id, headers.etag, {}), { status: 404, code: "SIMULATION_NOT_FOUND" });
    expect((await readAgain(id, 'W/"1"', { token: accessToken })).json().data.results).toEqual(RESULTS);
  });

  test("a run that waits is answered whole, since its place in the queue has no version", async () => {
    const { id, accessToken } = await create();
    const { headers } = await read(id, accessToken);
    expect((await readAgain(id, headers.etag, { token: accessToken })).status).toBe(200);
  });

  test("a record has another version after its run, its studies or its reader's own name changed", async () => {
    const as = await api.register();
    const body = requestOf(newContext());
    const { id } = (await api.call("POST", "/api/simulations", { as, body })).json().data;
    const rename = () =>
      api.call("PATCH", `/api/user-simulations/simulation/${id}`, { as, body: { name: "Nave norte" } });
    await completeComputation(id);
    for (const change of [
      () => api.alterComputationOf(id, "engine_version = 'other'"),
      async () => storeStudies(api.dataSource.manager, (await computationOf(id)).id, FINAL_STUDIES),
      () => api.alterStudiesOf(id, "done = done + 1"),
      () => api.call("POST", `/api/user-simulations/${id}/favorite`, { as }),
      rename,
    ]) {
      const { etag } = (await api.call("GET", `/api/simulations/${id}`, { as })).headers;
      expect((await readAgain(id, etag, { as })).status).toBe(304);
      await change();
      expect((await readAgain(id, etag, { as })).status, String(change)).toBe(200);
    }
  });

  test("a record keeps its version while its result is open and its studies change their turn", async () => {
    const { id, accessToken: token } = await create();
    await completeComputation(id);
    const { etag } = (await read(id, token)).headers;
    await api.alterComputationOf(id, "opened_at = now(), study_turn = 7, studies_since = now()");
    expect((await readAgain(id, etag, { token })).status).toBe(304);
  });

  test("a shared simulation is answered by 304 while its link lives", async () => {
    const as = await api.register();
    const body = requestOf(newContext());
    const { id } = (await api.call("POST", "/api/simulations", { as, body })).json().data;
    await completeComputation(id);
    const link = `/api/simulations/${id}/share-link`;
    const { url } = (await api.call("POST", link, { as })).json().data;
    const shared = url.replace(/.*compartido/, "/api/shared");
    const { etag } = (await api.call("GET", shared)).headers;
    const headers = { "if-none-match": String(etag) };
    expect((await api.call("GET", shared, { headers })).status).toBe(304);
    await api.call("DELETE", link, { as });
    expectRefusal(await api.call("GET", shared, { headers }), { status: 404, code: "SHARE_NOT_FOUND" });
  });
});

describe("a capability opens its own row only", () => {
  const attempts: [string, (id: string, token?: string) => ReturnType<typeof read>][] = [
    ["read", read],
    ["cancel", (id, token) => act(id, "cancel", token)],
    ["retry", (id, token) => act(id, "retry", token)],
    ["complete", (id, token) => put(id, "complete", { results: {}, executionTime: 1 }, token)],
    ["fail", (id, token) => put(id, "fail", { errorMessage: "x" }, token)],
  ];

  test.each(attempts)(
    "%s with no, another's or a wrong token is 404, alike for rows that do not exist",
    async (_, attempt) => {
      const [mine, others] = [await create(), await create()];
      const refused = { status: 404, code: "SIMULATION_NOT_FOUND", error: /^No se ha encontrado la simulación\.$/ };
      expectRefusal(await attempt(mine.id), refused);
      expectRefusal(await attempt(mine.id, others.accessToken), refused);
      expectRefusal(await attempt(mine.id, ""), refused);
      expectRefusal(await attempt(mine.id, `${mine.accessToken}x`), refused);
      expectRefusal(await attempt(randomUUID(), mine.accessToken), refused);
      expect((await read(mine.id, mine.accessToken)).json().data.status).toBe("pending");
    },
  );

  test.each(attempts)("%s of a malformed id is refused as malformed", async (_, attempt) => {
    expectRefusal(await attempt("1%27%20OR%20%271%27=%271", "x"), {
      status: 400,
      code: "INVALID_INPUT",
      field: "id",
      error: /^El identificador no tiene el formato de un identificador\.$/,
    });
  });
});

describe("ending a simulation elsewhere", () => {
  test("completing elsewhere stores the client's results, marks the row external and stops the run", async () => {
    const { id, accessToken } = await create();
    const results = { kpi_new_table: { economics: { savings: [1] } }, own: "shape" };
    const answer = await put(id, "complete", { results, executionTime: 1234.5 }, accessToken);
    expect(answer.status).toBe(200);
    expect(answer.json().data).toMatchObject({
      status: "completed",
      source: "external",
      results,
      executionTime: 1234.5,
      completedAt: expect.any(String),
    });
    expect((await computationOf(id)).status).toBe("failed");
  });

  test("failing elsewhere stores the client's message", async () => {
    const { id, accessToken } = await create();
    const answer = await put(id, "fail", { errorMessage: "Sin licencia del optimizador" }, accessToken);
    expect(answer.json().data).toMatchObject({
      status: "failed",
      source: "external",
      error: { code: "EXTERNAL_FAILURE", message: "Sin licencia del optimizador" },
    });
  });

  test("an exact copy of our own results with their plots is taken as a client's", async () => {
    const { id, accessToken } = await create();
    const outcome = await runSimulation(
      { input: caseOf(completeInput(inputFromContext(newContext()))) },
      {
        solve: async (problems) =>
          problems.map((problem) => {
            const solved = solveByValueFunction(problem);
            if (!solved.ok) throw new Error(`not exact at step ${solved.step}`);
            return solved.solution;
          }),
      },
    );
    // As JSON, which knows no negative zero.
    const results = JSON.parse(JSON.stringify(asStored(simulationOutput(outcome).results)));
    expect(JSON.stringify(results).length).toBeGreaterThan(100_000);
    const answer = await put(id, "complete", { results, executionTime: 1 }, accessToken);
    expect([answer.status, answer.json().data.results]).toEqual([200, results]);
  });

  test.each([
    ["names", Object.fromEntries(Array.from({ length: 6001 }, (_, index) => [index, 0]))],
    ["values", { own: Array(40_001).fill(0) }],
  ])("a client's results with too many %s are refused", async (_, results) => {
    const { id, accessToken } = await create();
    expectRefusal(await put(id, "complete", { results, executionTime: 1 }, accessToken), {
      status: 400,
      code: "INVALID_INPUT",
    });
  });

  test("a client's results of more than 256 kB are refused", async () => {
    const { id, accessToken } = await create();
    const results = { own: "x".repeat(256 * 1024) };
    expectRefusal(await put(id, "complete", { results, executionTime: 1 }, accessToken), {
      status: 413,
      code: "PAYLOAD_TOO_LARGE",
    });
  });

  test("a run that others wait for goes on, and its outcome does not reach the ended row", async () => {
    const request = requestOf(newContext());
    const [ended, waiting] = [await create(request), await create(request)];
    await put(ended.id, "fail", { errorMessage: "x" }, ended.accessToken);
    expect((await computationOf(waiting.id)).status).toBe("pending");
    await completeComputation(waiting.id);
    expect((await read(ended.id, ended.accessToken)).json().data.status).toBe("failed");
    expect((await read(waiting.id, waiting.accessToken)).json().data.status).toBe("completed");
  });

  test.each([
    ["complete", { results: {}, executionTime: 1 }],
    ["fail", { errorMessage: "x" }],
  ])("ending elsewhere by %s is possible once, and not after any other end", async (action, body) => {
    const refused = { status: 409, code: "WRONG_STATE" };
    const twice = await create();
    expect((await put(twice.id, action, body, twice.accessToken)).status).toBe(200);
    expectRefusal(await put(twice.id, action, body, twice.accessToken), refused);

    const cancelled = await create();
    await act(cancelled.id, "cancel", cancelled.accessToken);
    expectRefusal(await put(cancelled.id, action, body, cancelled.accessToken), refused);

    const completed = await create();
    await completeComputation(completed.id);
    expectRefusal(await put(completed.id, action, body, completed.accessToken), refused);
  });

  test("one of several concurrent ends of a simulation wins", async () => {
    const { id, accessToken } = await create();
    const answers = await Promise.all([
      put(id, "complete", { results: { a: 1 }, executionTime: 1 }, accessToken),
      put(id, "fail", { errorMessage: "x" }, accessToken),
      act(id, "cancel", accessToken),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  test.each([
    ["complete", { results: {}, executionTime: -1 }, "executionTime", /entre 0 y 86\.400\.000\sms\.$/],
    ["complete", { executionTime: 1 }, "results", /^Falta un dato obligatorio: los resultados\.$/],
    ["complete", { results: [], executionTime: 1 }, "results", /Los resultados/],
    ["complete", { results: {}, executionTime: 1, id: "x" }, "id", /no se admite/],
    ["fail", {}, "errorMessage", /^Falta un dato obligatorio: el mensaje de error\.$/],
    ["fail", { errorMessage: "" }, "errorMessage", /^Falta un dato obligatorio: el mensaje de error\.$/],
    ["fail", { errorMessage: "x".repeat(1001) }, "errorMessage", /no puede superar los 1\.000 caracteres/],
    ["fail", { errorMessage: 5 }, "errorMessage", /debe ser un texto/],
  ])("ending elsewhere by %s refuses %j", async (action, body, field, error) => {
    const { id, accessToken } = await create();
    expectRefusal(await put(id, action, body, accessToken), { status: 400, code: "INVALID_INPUT", field, error });
  });
});

describe("cancelling and retrying", () => {
  test("a cancelled row says so, and a run that no row waits for is ended", async () => {
    const { id, accessToken } = await create();
    const answer = await act(id, "cancel", accessToken);
    expect(answer.json().data).toMatchObject({ status: "failed", error: { code: "CANCELLED" }, source: "platform" });
    expect(await computationOf(id)).toMatchObject({ status: "failed", error_code: "CANCELLED" });
    expectRefusal(await act(id, "cancel", accessToken), { status: 409, code: "WRONG_STATE" });
  });

  test("a call that names JSON and sends none is a call without a body", async () => {
    const { id, accessToken } = await create();
    const answer = await api.call("POST", `/api/simulations/${id}/cancel`, {
      token: accessToken,
      headers: { "content-type": "application/json" },
    });
    expect(answer.status).toBe(200);
    expectRefusal(await api.call("POST", "/api/simulations", { headers: { "content-type": "application/json" } }), {
      status: 400,
      code: "INVALID_INPUT",
    });
  });

  test("a run stops only when the last row that waits for it is cancelled", async () => {
    const request = requestOf(newContext());
    const [one, two] = [await create(request), await create(request)];
    await act(one.id, "cancel", one.accessToken);
    expect((await computationOf(one.id)).status).toBe("pending");
    await act(two.id, "cancel", two.accessToken);
    expect((await computationOf(one.id)).status).toBe("failed");
  });

  test("a retry of a failed row starts one new run, however many ask", async () => {
    const { id, accessToken } = await create();
    await failComputation(id);
    const answers = await Promise.all([1, 2, 3].map(() => act(id, "retry", accessToken)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const computation = await computationOf(id);
    expect(computation).toMatchObject({ status: "pending", run: 2, attempt: 0, progress: null, error_code: null });
    expect(await api.queue.state("simulation.run", `${computation.id}.2`)).toBe("prioritized");
  });

  test("a retry of a cancelled row joins the run that others kept", async () => {
    const request = requestOf(newContext());
    const [one, two] = [await create(request), await create(request)];
    await act(one.id, "cancel", one.accessToken);
    const answer = await act(one.id, "retry", one.accessToken);
    expect(answer.json().data).toMatchObject({ status: "pending", error: null });
    expect(await computationOf(one.id)).toMatchObject({ id: (await computationOf(two.id)).id, run: 1 });
  });

  test("a retry joins a newer run of the same inputs", async () => {
    const request = requestOf(newContext());
    const failed = await create(request);
    await failComputation(failed.id);
    const newer = await create(request);
    await act(failed.id, "retry", failed.accessToken);
    expect((await computationOf(failed.id)).id).toBe((await computationOf(newer.id)).id);
  });

  test("a request for inputs whose failed run is just being started again joins it", async () => {
    const request = requestOf(newContext());
    const failed = await create(request);
    await failComputation(failed.id);
    const { id } = await computationOf(failed.id);
    const retrying = api.dataSource.createQueryRunner();
    await retrying.startTransaction();
    await retrying.query(
      "SELECT pg_advisory_xact_lock(hashtextextended(input_hash, 0)) FROM computations WHERE id = $1",
      [id],
    );
    const asking = create(request);
    await eventually(async () => {
      const [{ blocked }] = await api.dataSource.query(
        `SELECT count(*)::int AS blocked FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return blocked === 1;
    });
    await retrying.query("UPDATE computations SET status = 'pending', run = run + 1 WHERE id = $1", [id]);
    await retrying.commitTransaction();
    await retrying.release();
    expect((await computationOf((await asking).id)).id).toBe(id);
  });

  test("a row failed elsewhere may be computed here", async () => {
    const { id, accessToken } = await create();
    await put(id, "fail", { errorMessage: "x" }, accessToken);
    expect((await act(id, "retry", accessToken)).json().data).toMatchObject({ status: "pending", source: "platform" });
  });

  test("a simulation can be retried only if it failed", async () => {
    const { id, accessToken } = await create();
    const refused = { status: 409, code: "WRONG_STATE", error: /^Solo se puede reintentar/ };
    expectRefusal(await act(id, "retry", accessToken), refused);
    await completeComputation(id);
    expectRefusal(await act(id, "retry", accessToken), refused);
  });
});
