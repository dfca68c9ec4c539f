import { randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { CurveBody, CurveRecord } from "@ecotrim/contracts/curves/curve";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createCurveReader } from "../../api/src/modules/curves/reader.ts";
import { exportCurves } from "../../api/src/modules/curves/service.ts";
import { retentionPurge } from "../../worker/src/jobs/retention-purge.ts";
import { type Call, expectRefusal, newPerson, openApp, type TestApp } from "../support/app.ts";
import { hoursOf2025, packed } from "../support/curves.ts";
import { testServices } from "../support/services.ts";
import { ANSWERS } from "../support/sites.ts";
import { testLogger } from "../support/test-log.ts";
import { workerParts } from "../support/worker-deps.ts";

type Who = Awaited<ReturnType<TestApp["register"]>>;

const services = testServices("postgres");
const log: string[] = [];
let api: TestApp;
beforeAll(async () => {
  const logger = testLogger("api", (line) => log.push(line));
  api = await openApp(services, { settings: { TRUST_PROXY: "1" }, logger });
});
afterAll(() => api.close());

const NOT_FOUND = { status: 404, code: "CURVE_NOT_FOUND" };
let addresses = 0;
/** Each visitor has an address of their own, so that no limit is shared. */
const visitor = () => ({ "x-forwarded-for": `203.0.113.${++addresses}` });
const post = (body: unknown, call: Call = {}) =>
  api.call("POST", "/api/curves", { body, ...call, headers: { ...visitor(), ...call.headers } });
async function stored(body: CurveBody, call?: Call): Promise<CurveRecord> {
  const answer = await post(body, call);
  expect(answer.status, answer.text).toBe(201);
  return answer.json().data;
}
const by = ({ accessToken = "" }: Pick<CurveRecord, "accessToken">): Call => ({
  headers: { "x-curve-token": accessToken },
});
const read = (id: string, call: Call = {}) => api.call("GET", `/api/curves/${id}`, call);
const remove = (id: string, call: Call = {}) => api.call("DELETE", `/api/curves/${id}`, call);
const query = (sql: string, parameters: unknown[] = []) => api.dataSource.query(sql, parameters);
const contentsOf = async (hash: string) => (await query("SELECT 1 FROM curve_contents WHERE hash = $1", [hash])).length;
const simulate = (inputParameters: object, call: Call = {}, more: object = {}) =>
  api.call("POST", "/api/simulations", { body: { inputParameters, ...more }, ...call });
const inputOf = async (simulationId: string) => {
  const [row] = await query(
    `SELECT input, input_case, input_hash FROM computations c JOIN simulations s ON s.computation_id = c.id
      WHERE s.id = $1`,
    [simulationId],
  );
  return row;
};

describe("a curve", () => {
  test("a visitor's curve is read, with the figures of its numbers, and deleted by its token alone", async () => {
    const body = hoursOf2025();
    const made = await stored({ ...body, report: { ...body.report, measured_share: 0.5, known_days: 28 } });
    expect(made).toMatchObject({
      ...{ kind: "load", start: "2024-12-31T23:00:00Z", end: "2025-12-31T23:00:00Z" },
      ...{ step_minutes: 60, steps: 8760, accessToken: expect.stringMatching(/^[\w-]{43}$/) },
      // What is said of the numbers is computed from them, whatever their sender says.
      report: { ...body.report, months: Array(12).fill({ kwh: expect.closeTo(238_000, -5), filled_share: 0 }) },
      summary: { peak_kw: expect.closeTo(400, 0), base_kw: expect.closeTo(150, 0), trust: "B" },
    });
    const { accessToken, ...record } = made;
    expect((await read(made.id, by(made))).json().data).toEqual(record);
    const { start, step_minutes, steps, series } = (
      await api.call("GET", `/api/curves/${made.id}/series`, by(made))
    ).json().data;
    expect({ start, step_minutes, steps }).toEqual({ start: body.start, step_minutes: 60, steps: 8760 });
    expect(Object.keys(series)).toEqual(["demand"]);

    const ana = await api.register();
    for (const call of [{}, { as: ana }, { headers: { "x-curve-token": "guessed" } }]) {
      expectRefusal(await read(made.id, call), NOT_FOUND);
      expectRefusal(await api.call("GET", `/api/curves/${made.id}/series`, call), NOT_FOUND);
      expectRefusal(await remove(made.id, call), NOT_FOUND);
    }
    expect((await remove(made.id, by(made))).json().message).toMatch(/no se podrán volver a calcular/);
    expectRefusal(await read(made.id, by(made)), NOT_FOUND);
    expect(await contentsOf(made.hash)).toBe(0);
  });

  test("a curve sent again is the same row: a visitor's by its key, an account's by its content", async () => {
    const [ana, ben] = [await api.register(), await api.register()];
    const body = hoursOf2025();
    const headers = { ...visitor(), "idempotency-key": randomUUID() };
    const twice = await Promise.all([stored(body, { headers }), stored(body, { headers })]);
    expect(twice[1]).toEqual(twice[0]);
    expectRefusal(await post(hoursOf2025(), { headers }), { status: 409, code: "IDEMPOTENCY_CONFLICT" });

    const report = { ...body.report, notices: [] };
    const [own, again] = [await stored(body, { as: ana }), await stored({ ...body, report }, { as: ana })];
    expect(again).toMatchObject({ id: own.id, report: { notices: [] } });
    expect(own.accessToken).toBeUndefined();
    const others = await stored(body, { as: ben });
    expect(new Set([twice[0]?.id, own.id, others.id]).size).toBe(3);
    expectRefusal(await read(own.id, { as: ben }), NOT_FOUND);

    // The content goes with the last who sent it.
    const [{ hash }] = [own];
    for (const [id, call] of [
      [own.id, { as: ana }],
      [others.id, { as: ben }],
    ] as const) {
      expect(await contentsOf(hash)).toBe(1);
      expect((await remove(id, call)).status).toBe(200);
    }
    expect(await contentsOf(hash)).toBe(1);
    expect((await remove(twice[0]?.id as string, by(twice[0] as CurveRecord))).status).toBe(200);
    expect(await contentsOf(hash)).toBe(0);
  });

  test("a visitor stores 20 curves a day, and each again without being counted", async () => {
    const headers = visitor();
    const key = { "idempotency-key": randomUUID() };
    const first = hoursOf2025();
    await stored(first, { headers: { ...headers, ...key } });
    for (let count = 1; count < 20; count++) await stored(hoursOf2025(), { headers });
    const next = hoursOf2025();
    expectRefusal(await post(next, { headers }), {
      ...{ status: 429, code: "RATE_LIMITED" },
      error: /^Hoy ya ha guardado muchas curvas\. Espere unos [\d.]+ minutos/,
    });
    await stored(first, { headers: { ...headers, ...key } });
    await stored(next);
  });
});

describe("what a curve is refused for", () => {
  const body = hoursOf2025();
  const whole = (bytes: Buffer) => ({ series: { demand: gzipSync(bytes).toString("base64") } });
  const steps = 8760;

  test.each<[string, Partial<CurveBody>, string]>([
    ["of less steps than it says", { series: { demand: packed(Array(steps - 1).fill(1)) } }, "series.demand"],
    ["of more steps than it says", { series: { demand: packed(Array(steps + 1).fill(1)) } }, "series.demand"],
    ["that unpacks to gigabytes", whole(Buffer.alloc(60_000_000)), "series.demand"],
    ["of bytes that are not packed", { series: { demand: Buffer.alloc(99, 7).toString("base64") } }, "series.demand"],
    ["cut short", { series: { demand: body.series.demand?.slice(0, 40) as string } }, "series.demand"],
    ["of negative energies", { series: { demand: packed(Array(steps).fill(-1)) } }, "series.demand"],
    // The bytes of NaN, as somebody would send who packs floating point numbers.
    ["of numbers that are none", whole(Buffer.alloc(4 * steps, "0000c07f", "hex")), "series.demand"],
    ["with flags that mean nothing", { flags: gzipSync(Buffer.alloc(steps, 9)).toString("base64") }, "flags"],
    ["without series", { series: {} }, "series"],
    ["that is no load", { series: { pv: packed(Array(steps).fill(1)) } }, "kind"],
    ["of a production with a demand", { kind: "pv" }, "kind"],
    ["that begins at noon", { start: "2024-12-31T11:00:00Z" }, "start"],
    // No file has such dates, and the database has no year 0.
    [
      "of the year 0",
      { start: "0000-01-31T23:00:00Z", steps: 8784, series: { demand: packed(Array(8784).fill(1)) } },
      "start",
    ],
    ["that begins at no time of a day", { start: "2024-12-31T23:00" }, "start"],
    [
      "repaired up to a leap second",
      { report: { ...body.report, repairs: [{ code: "total_rows", count: 1, to: "2025-12-31T23:59:60Z" }] } },
      "report.repairs[0].to",
    ],
    ["of a leap year less a day", { start: "2023-12-31T23:00:00Z" }, "steps"],
    ["of which next to nothing is measured", { flags: gzipSync(Buffer.alloc(steps, 1)).toString("base64") }, "flags"],
    ["in letters that are no base64", { series: { demand: "<script>" } }, "series.demand"],
    ["with the number of a supply in it", { report: { ...body.report, cups: "ES0021" } as never }, "report.cups"],
    ["of an unheard-of format", { report: { ...body.report, format: "ES0021" } as never }, "report.format"],
  ])("a curve %s is refused with its field and a Spanish sentence", async (_, changes, field) => {
    const answer = await post({ ...body, ...changes });
    expectRefusal(answer, { status: 400, code: "INVALID_INPUT", field, error: /^[A-ZÁÉÍÓÚ].*\.$/ });
    expect(answer.json().error).not.toMatch(/identificador|script/);
  });

  test("names of prototypes are refused, and pollute none", async () => {
    const text = JSON.stringify(body).replace('"series":{', '"series":{"__proto__":{"polluted":1},');
    const answer = await post(text, { headers: { "content-type": "application/json" } });
    expect(answer.status).toBe(400);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test("nothing that names a supply, a place or a person of a refused curve is answered or logged", async () => {
    const canaries = ["ES0021000000000000AA0F", "Polígono Canario 7"];
    const report = { ...body.report, format: canaries[0], holder: canaries[1], repairs: [{ code: canaries[1] }] };
    for (const sent of [
      { ...body, report },
      { ...body, cups: canaries[0] },
      { ...body, series: { demand: canaries[1] } },
    ])
      expect((await post(sent, { headers: { "x-curve-token": canaries[0] as string } })).status).toBe(400);
    const made = await stored(body);
    const written = log.join("");
    expect(written).toContain('"route":"/api/curves"');
    for (const secret of [...canaries, made.accessToken as string, made.hash]) expect(written).not.toContain(secret);
  });
});

describe("a simulation of a curve", () => {
  test("the simulation takes period, step and mean from the curve, and its content is part of the computation's identity", async () => {
    const [one, other] = [await stored(hoursOf2025()), await stored(hoursOf2025())];
    const made = await simulate({ curve_id: one.id, pv_value: 900 }, by(one));
    expect(made.status, made.text).toBe(201);
    const { input, input_case, input_hash } = await inputOf(made.json().data.id);
    expect(input).toMatchObject({
      ...{ start_date: "2025-01-01", end_date: "2025-12-31", time_step_duration: 1, curve: { hash: one.hash } },
      demand_value: expect.closeTo(one.summary.annual_kwh / 8760, 2),
    });
    const { hash, start, end, step_minutes, steps, summary } = one;
    expect(input_case.curve).toMatchObject({ hash, start, end, step_minutes, steps, summary });
    const another = await simulate({ curve_id: other.id, pv_value: 900 }, by(other));
    expect((await inputOf(another.json().data.id)).input_hash).not.toBe(input_hash);

    // The record names the curve only.
    const { id, accessToken } = made.json().data;
    const text = (await api.call("GET", `/api/simulations/${id}`, { token: accessToken })).text;
    expect(JSON.parse(text).data.inputParameters).toMatchObject({ curve_id: one.id, start_date: "2025-01-01" });
    expect(text).not.toContain(one.hash);
  });

  test("only its owner simulates a curve, as load or production as it is, over its own period", async () => {
    const [mine, pv] = [
      await stored(hoursOf2025()),
      await stored(hoursOf2025({ kind: "pv", series: { pv: packed(Array(8760).fill(1000)) } })),
    ];
    const tokens = { "x-curve-token": `${mine.accessToken}, ${pv.accessToken}` };
    const both = { curve_id: mine.id, pv_curve_id: pv.id };
    expect((await simulate(both, { headers: tokens })).status).toBe(201);
    const field = "inputParameters.curve_id";
    for (const call of [{}, by(pv), { as: await api.register() }])
      expectRefusal(await simulate({ curve_id: mine.id }, call), { ...NOT_FOUND, field });
    expectRefusal(await simulate(both, by(mine)), { ...NOT_FOUND, field: "inputParameters.pv_curve_id" });
    expectRefusal(await simulate({ curve_id: pv.id }, by(pv)), { status: 400, code: "INVALID_INPUT", field });
    expectRefusal(await simulate({ curve_id: mine.id, start_date: "2024-01-01" }, by(mine)), {
      ...{ status: 400, code: "INVALID_INPUT", field: "inputParameters.start_date" },
    });
    expectRefusal(await api.call("GET", `/api/milp/optimization?curve_id=${mine.id}`), {
      ...NOT_FOUND,
      field: "curve_id",
    });
  });

  test("the same answers find the result of their own curve only", async () => {
    const [one, other] = [await stored(hoursOf2025()), await stored(hoursOf2025())];
    const context = (curve_id?: string) => ({
      ...{ generation: 1357, total_spendings: 654_321, selectedBattery: { capacity_kwh: 500, power_kw: 250 } },
      ...{ demand: { type: "constante", weekend: true, average: 333 }, ...(curve_id && { curve_id }) },
    });
    const input = { pv_value: 1357, total_spending: 654_321, battery_capacity: 500, demand_value: 333, shifts: 3 };
    const powers = { max_charge_power: 250, max_discharge_power: 250, weekends: true };
    const asked = { ...input, ...powers, curve_id: one.id };
    expectRefusal(await simulate(asked, by(one), { calculatorContext: context() }), {
      ...{ status: 400, code: "CONTEXT_MISMATCH", field: "inputParameters.curve_id" },
    });
    const made = await simulate(asked, by(one), { calculatorContext: context(one.id) });
    expect(made.status, made.text).toBe(201);
    await api.alterComputationOf(
      made.json().data.id,
      `status = 'completed', finished_at = now(), results = '{"kpi_new_table": {"economics": {}}}'`,
    );
    const find = async (curve: CurveRecord | undefined, call: Call) =>
      api.call("POST", "/api/simulations/find-by-context", { body: context(curve?.id), ...call });
    expect((await find(one, by(one))).json().found).toBe(true);
    expect((await find(other, by(other))).json().found).toBe(false);
    expect((await find(undefined, {})).json().found).toBe(false);
    expectRefusal(await find(one, by(other)), { ...NOT_FOUND, field: "curve_id" });
  });

  test("a link shows how far a curve is to be trusted, neither the curve nor its id", async () => {
    const ana = await api.register();
    const curve = await stored(hoursOf2025(), { as: ana });
    const { id } = (await simulate({ curve_id: curve.id }, { as: ana })).json().data;
    const read = { ...curve, accessToken: undefined };
    const results = { curve: { trust: "B", read }, pv_curve: { measured_share: 0.5, read }, summary: {} };
    await api.alterComputationOf(
      id,
      `status = 'completed', finished_at = now(), results = '${JSON.stringify(results)}'`,
    );
    const link = (
      await api.call("POST", `/api/simulations/${id}/share-link`, { as: ana, body: { showsContract: true } })
    )
      .json()
      .data.url.split("/")
      .at(-1);
    const { text, status, json } = await api.call("GET", `/api/shared/${link}`);
    expect(status).toBe(200);
    expect(json().data.results).toMatchObject({ curve: { trust: "B" }, pv_curve: { measured_share: 0.5 } });
    for (const secret of [curve.id, curve.hash, "curve_id", "datadis"]) expect(text).not.toContain(secret);
  });
});

describe("a curve of an account", () => {
  const export_ = async (as: Who) => (await api.call("GET", "/api/auth/export", { as })).json().curves;

  test("a visitor's curve goes with their simulation into the account that claims it, and with its last one out of it", async () => {
    const ana = await api.register();
    const made = await stored(hoursOf2025());
    const runs = [];
    for (const pv_value of [1, 2]) runs.push((await simulate({ curve_id: made.id, pv_value }, by(made))).json().data);
    for (const { id, accessToken } of runs) {
      const body = { metadata: { associationSource: "registration_link" } };
      const answer = await api.call("POST", `/api/user-simulations/${id}/associate`, {
        as: ana,
        body,
        token: accessToken,
      });
      expect(answer.status, answer.text).toBe(200);
      expect((await read(made.id, { as: ana })).status).toBe(200);
    }
    const [shown] = await export_(ana);
    expect(shown).toMatchObject({ id: made.id, report: made.report, series: { demand: expect.any(String) } });
    expect(JSON.stringify(shown)).not.toMatch(/token/i);
    const drop = (id: string) => api.call("DELETE", `/api/user-simulations/simulation/${id}`, { as: ana });
    await drop(runs[0].id);
    expect((await read(made.id, { as: ana })).status).toBe(200);
    await drop(runs[1].id);
    expectRefusal(await read(made.id, { as: ana }), NOT_FOUND);
    expect(await contentsOf(made.hash)).toBe(0);
  });

  test("a visitor's curve that a user simulates by its token is theirs from then on", async () => {
    const ana = await api.register();
    const made = await stored(hoursOf2025());
    expect((await simulate({ curve_id: made.id }, { as: ana, ...by(made) })).status).toBe(201);
    expect((await simulate({ curve_id: made.id, pv_value: 1 }, { as: ana })).status).toBe(201);
    expect(await export_(ana)).toHaveLength(1);
  });

  test("an export waits its turn, however many curves are being read", async () => {
    const ana = await api.register();
    const made = await stored(hoursOf2025(), { as: ana });
    const reader = createCurveReader();
    const firstOf = async () => (await exportCurves(api as never, reader, ana.user.id).next()).value?.id;
    expect(await Promise.all(Array.from({ length: 25 }, firstOf))).toEqual(Array(25).fill(made.id));
    await reader.close();
  });

  test("a deleted account leaves no number of its curves", async () => {
    const person = newPerson();
    const ana = await api.register(person);
    const { hash } = await stored(hoursOf2025(), { as: ana });
    await api.call("DELETE", "/api/auth/account", { as: ana, body: { password: person.password } });
    expect(await contentsOf(hash)).toBe(0);
  });
});

test("a curve is purged after 30 days with its numbers, unless a run needs them, or its account uses or sends it", async () => {
  const now = new Date("2026-11-28T03:00:00Z");
  const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 3_600_000);
  const ana = await api.register();
  const again = hoursOf2025();
  const [old, recent, running] = [
    await stored(hoursOf2025()),
    await stored(hoursOf2025()),
    await stored(hoursOf2025()),
  ];
  const [idle, simulated, ofSite, sentAgain] = [
    await stored(hoursOf2025(), { as: ana }),
    await stored(hoursOf2025(), { as: ana }),
    await stored(hoursOf2025(), { as: ana }),
    await stored(again, { as: ana }),
  ];
  await simulate({ curve_id: simulated.id }, { as: ana });
  const site = { name: "Nave", answers: { ...ANSWERS, curve_id: ofSite.id } };
  expect((await api.call("POST", "/api/installations", { as: ana, body: site })).status).toBe(201);
  const run = (await simulate({ curve_id: running.id }, by(running))).json().data;
  for (const [{ id, hash }, days] of [
    [old, 31],
    [recent, 29],
    [running, 31],
    [idle, 31],
    [simulated, 400],
    [ofSite, 400],
    [sentAgain, 400],
  ] as const) {
    await query("UPDATE curves SET created_at = $2 WHERE id = $1", [id, daysAgo(days)]);
    await query("UPDATE curve_contents SET created_at = $2 WHERE hash = $1", [hash, daysAgo(days)]);
  }
  await stored(again, { as: ana });
  const purge = () =>
    retentionPurge({ ...api, ...workerParts(api.env), pool: undefined as never, now: () => now })({
      ...{ id: "purge", data: {}, attempt: 1, isLastAttempt: true, signal: new AbortController().signal },
    });
  const kept = () =>
    Promise.all([old, recent, running, idle, simulated, ofSite, sentAgain].map(({ hash }) => contentsOf(hash)));
  await purge();
  expect(await kept()).toEqual([0, 1, 1, 0, 1, 1, 1]);
  expectRefusal(await read(running.id, by(running)), NOT_FOUND);
  await api.alterComputationOf(run.id, "status = 'failed', finished_at = now()");
  await purge();
  expect(await kept()).toEqual([0, 1, 0, 0, 1, 1, 1]);
});
