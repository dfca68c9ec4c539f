import { randomUUID } from "node:crypto";
import type { Installation } from "@ecotrim/contracts/installations/installation";
import { inputFromContext, type SiteAnswers } from "@ecotrim/contracts/simulations/context";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Call, expectRefusal, newPerson, openApp, type TestApp } from "../support/app.ts";
import { hoursOf2025 } from "../support/curves.ts";
import { testServices } from "../support/services.ts";
import { eventually } from "../support/simulations.ts";
import { ANSWERS } from "../support/sites.ts";

type Who = Awaited<ReturnType<TestApp["register"]>>;

const services = testServices("postgres");
let api: TestApp;
beforeAll(async () => {
  api = await openApp(services);
});
afterAll(() => api.close());

const SITES = "/api/installations";
const GONE = { status: 404, code: "INSTALLATION_NOT_FOUND" };
let spending = 400_000;
/** Answers that no other test has, so that no result is found by chance. */
const answers = (more: Partial<SiteAnswers> = {}): SiteAnswers => ({
  ...ANSWERS,
  total_spendings: spending++,
  ...more,
});

const query = (sql: string, parameters: unknown[] = []) => api.dataSource.query(sql, parameters);
async function made(as: Who, body: object, call: Call = {}): Promise<Installation> {
  const answer = await api.call("POST", SITES, { as, body, ...call });
  expect(answer.status, answer.text).toBe(201);
  return answer.json().data;
}
const list = async (as: Who): Promise<Installation[]> => (await api.call("GET", SITES, { as })).json().data;
const read = async (as: Who, id: string): Promise<Installation> =>
  (await api.call("GET", `${SITES}/${id}`, { as })).json().data;
const change = (as: Who, id: string, body: object) => api.call("PATCH", `${SITES}/${id}`, { as, body });
const remove = (as: Who, id: string) => api.call("DELETE", `${SITES}/${id}`, { as });

const COMPLETED = `status = 'completed', results = '${JSON.stringify({
  ...{ summary: { npv: 1 }, engine_version: "2.0.0", tariff_version: "1" },
  ...{ warnings: [], null_reasons: {}, contract_range: [] },
})}'`;
const BATTERY = { capacity_kwh: 1000, power_kw: 500 };
function simulationOf(site: SiteAnswers, more: object = {}) {
  const calculatorContext = { ...site, selectedBattery: BATTERY };
  return { inputParameters: inputFromContext(calculatorContext), calculatorContext, ...more };
}
async function simulate(body: object, call: Call = {}) {
  const answer = await api.call("POST", "/api/simulations", { body, ...call });
  expect(answer.status, answer.text).toBe(201);
  return answer.json().data as { id: string; accessToken: string };
}
const record = async (as: Who, id: string) => (await api.call("GET", `/api/simulations/${id}`, { as })).json().data;
const listed = async (as: Who) =>
  (await api.call("GET", "/api/user-simulations/user/simulations", { as })).json().data as {
    id: string;
    site: string;
  }[];
const claim = (as: Who, { id, accessToken }: { id: string; accessToken: string }) =>
  api.call("POST", `/api/user-simulations/${id}/associate`, {
    as,
    token: accessToken,
    body: { associationType: "creator", metadata: { associationSource: "registration_link" } },
  });

describe("a site", () => {
  test("a site is stored, listed by name, renamed, changed, copied and deleted by its owner", async () => {
    const ana = await api.register();
    const key = { headers: { "idempotency-key": randomUUID() } };
    const body = { name: " Nave 10 ", answers: answers() };
    const [site, again] = await Promise.all([made(ana, body, key), made(ana, body, key)]);
    expect(again).toEqual(site);
    expect(site).toMatchObject({
      ...{ name: "Nave 10", answers: body.answers, goneCurves: [], curve: null, simulations: 0, latest: null },
    });
    expectRefusal(await api.call("POST", SITES, { as: ana, body: { ...body, name: "Otra" }, ...key }), {
      ...{ status: 409, code: "IDEMPOTENCY_CONFLICT" },
    });
    await made(ana, { name: "Nave 9", answers: answers() });
    expect((await list(ana)).map(({ name }) => name)).toEqual(["Nave 9", "Nave 10"]);

    const twice = { as: ana, headers: { "idempotency-key": randomUUID() } };
    const copies = await Promise.all([1, 2].map(() => api.call("POST", `${SITES}/${site.id}/copy`, twice)));
    const [copy, same] = copies.map((answer) => answer.json().data);
    expect(same).toEqual(copy);
    expect(copy).toMatchObject({ name: "Nave 10 (copia)", answers: site.answers });

    const moved = answers({ province: "28" });
    const changed = await change(ana, site.id, { name: "Fundición", answers: moved });
    expect(changed.json().data).toMatchObject({ id: site.id, name: "Fundición", answers: moved });
    expect((await change(ana, site.id, {})).json().data.name).toBe("Fundición");
    expect((await read(ana, copy.id)).answers).toEqual(site.answers);

    expect((await remove(ana, site.id)).status).toBe(200);
    expectRefusal(await remove(ana, site.id), GONE);
    expect((await list(ana)).map(({ name }) => name)).toEqual(["Nave 9", "Nave 10 (copia)"]);
  });

  test.each<[object, string]>([
    [{ name: " " }, "name"],
    [{ name: "x".repeat(121) }, "name"],
    [{ name: "Nave\u0000" }, "name"],
    [{ answers: { ...ANSWERS, generation: -1 } }, "answers.generation"],
    [{ answers: { ...ANSWERS, selectedBattery: BATTERY } }, "answers.selectedBattery"],
    [{ answers: { ...ANSWERS, demand: { total: 5 } } }, "answers.demand.total"],
    [{ simulation_id: "1" }, "simulation_id"],
  ])("a site with %j is refused at its field", async (wrong, field) => {
    const ana = await api.register();
    const answer = await api.call("POST", SITES, { as: ana, body: { name: "Nave", answers: ANSWERS, ...wrong } });
    expectRefusal(answer, { status: 400, code: "INVALID_INPUT", field });
    expect(await list(ana)).toEqual([]);
  });

  test("an account holds a hundred sites, and no more however they are asked for", async () => {
    const ana = await api.register();
    await query(
      `INSERT INTO installations (id, user_id, name, answers)
       SELECT gen_random_uuid(), $1, 'Nave ' || n, $2 FROM generate_series(1, 98) n`,
      [ana.user.id, ANSWERS],
    );
    const body = { name: "Nave", answers: ANSWERS };
    const asked = await Promise.all(Array.from({ length: 4 }, () => api.call("POST", SITES, { as: ana, body })));
    expect(asked.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409]);
    const [{ id } = { id: "" }] = await list(ana);
    expectRefusal(await api.call("POST", `${SITES}/${id}/copy`, { as: ana }), {
      ...{ status: 409, code: "TOO_MANY_INSTALLATIONS" },
    });
  });

  test("a site with a curve shows its figures, and keeps its average once the curve is gone", async () => {
    const [ana, ben] = [await api.register(), await api.register()];
    const curve = async (as?: Who) =>
      (await api.call("POST", "/api/curves", { ...(as && { as }), body: hoursOf2025() })).json().data;
    const [own, others] = [await curve(ana), await curve(ben)];
    const refused = await api.call("POST", SITES, {
      as: ana,
      body: { name: "Nave", answers: answers({ curve_id: others.id }) },
    });
    expectRefusal(refused, { status: 404, code: "CURVE_NOT_FOUND", field: "answers.curve_id" });

    // Who sent a curve before they logged in shows its token, and has it from then on.
    const [first, second] = [await curve(), await curve()];
    const by = ({ accessToken }: { accessToken: string }) => ({ headers: { "x-curve-token": accessToken } });
    const early = await made(ana, { name: "Antes", answers: answers({ curve_id: first.id }) }, by(first));
    expect(early.goneCurves).toEqual([]);
    const patch = { as: ana, body: { answers: answers({ curve_id: second.id }) } };
    expect((await api.call("PATCH", `${SITES}/${early.id}`, patch)).status).toBe(404);
    const patched = await api.call("PATCH", `${SITES}/${early.id}`, { ...patch, ...by(second) });
    expect(patched.json().data).toMatchObject({ answers: { curve_id: second.id }, goneCurves: [] });

    const given = answers({ curve_id: own.id });
    const site = await made(ana, { name: "Nave", answers: given });
    expect(site).toMatchObject({ answers: { curve_id: own.id }, curve: { peak_kw: own.summary.peak_kw, trust: "B" } });

    // The last simulation made with it goes; the site still has it.
    const { id } = await simulate(simulationOf(given, { installation_id: site.id }), { as: ana });
    expect((await api.call("DELETE", `/api/user-simulations/simulation/${id}`, { as: ana })).status).toBe(200);
    expect((await read(ana, site.id)).goneCurves).toEqual([]);

    await api.call("DELETE", `/api/curves/${own.id}`, { as: ana });
    const { curve_id, ...average } = given;
    expect(await read(ana, site.id)).toMatchObject({ answers: average, goneCurves: ["curve_id"], curve: null });
    expect((await read(ana, site.id)).answers).not.toHaveProperty("curve_id");

    // A curve goes with the last site that has it.
    const last = await curve(ana);
    const other = await made(ana, { name: "Otra", answers: answers({ curve_id: last.id }) });
    const copied = (await api.call("POST", `${SITES}/${other.id}/copy`, { as: ana })).json().data;
    await remove(ana, other.id);
    expect((await api.call("GET", `/api/curves/${last.id}`, { as: ana })).status).toBe(200);
    const next = await curve(ana);
    await change(ana, copied.id, { answers: answers({ curve_id: next.id }) });
    const gone = { status: 404, code: "CURVE_NOT_FOUND" };
    expectRefusal(await api.call("GET", `/api/curves/${last.id}`, { as: ana }), gone);
    expect((await api.call("GET", `/api/curves/${next.id}`, { as: ana })).status).toBe(200);
    await remove(ana, copied.id);
    expectRefusal(await api.call("GET", `/api/curves/${next.id}`, { as: ana }), gone);
  });
});

describe("a site deleted at the moment its curve goes", () => {
  /** Starts calls in turn while somebody sends the curve's content, so that each holds its rows and waits for it. */
  async function whileSending(hash: string, calls: (() => ReturnType<TestApp["call"]>)[]): Promise<number[]> {
    const sender = api.dataSource.createQueryRunner();
    await sender.startTransaction();
    await sender.query("SELECT 1 FROM curve_contents WHERE hash = $1 FOR UPDATE", [hash]);
    const answers = [];
    for (const call of calls) {
      answers.push(call());
      const waiting = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
      await eventually(async () => (await query(waiting)).length === answers.length);
    }
    await sender.commitTransaction();
    await sender.release();
    return (await Promise.all(answers)).map(({ status }) => status);
  }

  test("a simulation or an account deleted at the same time is, and neither call fails", async () => {
    const person = newPerson();
    const ana = await api.register(person);
    // A visitor who sends a content twice has two curves of it.
    const sent = hoursOf2025();
    const curve = async () => (await api.call("POST", "/api/curves", { body: sent })).json().data;
    const [first, second, third] = [await curve(), await curve(), await curve()];
    const by = ({ accessToken }: { accessToken: string }) => ({ headers: { "x-curve-token": accessToken } });
    const site = (name: string, { id, ...more }: { id: string; accessToken: string }) =>
      made(ana, { name, answers: answers({ curve_id: id }) }, by(more));
    const [nave, taller] = [await site("Nave", first), await site("Taller", second)];
    const asked = simulationOf(answers({ curve_id: third.id }), { installation_id: nave.id });
    const { id } = await simulate(asked, { as: ana, ...by(third) });

    const dropped = () => api.call("DELETE", `/api/user-simulations/simulation/${id}`, { as: ana });
    const body = { password: person.password };
    const closed = () => api.call("DELETE", "/api/auth/account", { as: ana, body });
    expect(await whileSending(first.hash, [dropped, () => remove(ana, nave.id)])).toEqual([200, 200]);
    expect(await whileSending(first.hash, [closed, () => remove(ana, taller.id)])).toEqual([200, 404]);
  });
});

describe("a simulation of a site", () => {
  test("a simulation bears its site's name, old or new, in record, list and shares, and is computed as any other", async () => {
    const [ana, ben] = [await api.register(), await api.register()];
    const given = answers();
    const site = await made(ana, { name: "Nave", answers: given });
    const [of, without] = [
      await simulate(simulationOf(given, { installation_id: site.id }), { as: ana }),
      await simulate(simulationOf(given), { as: ben }),
    ];
    const computations = await query("SELECT DISTINCT computation_id FROM simulations WHERE id = ANY($1)", [
      [of.id, without.id],
    ]);
    expect(computations).toHaveLength(1);
    const before = await record(ana, of.id);
    expect(before).toMatchObject({ site: "Nave", installationId: site.id });
    expect(await record(ben, without.id)).toMatchObject({ site: null, installationId: null });
    // Its answers tell the site where nobody names it.
    const told = await simulate(simulationOf(given), { as: ana });
    expect(await record(ana, told.id)).toMatchObject({ site: "Nave", installationId: site.id });
    await api.call("DELETE", `/api/user-simulations/simulation/${told.id}`, { as: ana });

    await api.call("POST", `/api/user-simulations/${of.id}/associate`, {
      as: ana,
      body: { associationType: "shared", email: ben.user.email },
    });
    const link = (await api.call("POST", `/api/simulations/${of.id}/share-link`, { as: ana })).json().data;
    expect(await record(ben, of.id)).toMatchObject({ site: "Nave", installationId: null });

    await change(ana, site.id, { name: "Fundición" });
    const after = await record(ana, of.id);
    expect(after.site).toBe("Fundición");
    expect(after.version).not.toBe(before.version);
    expect((await listed(ana)).find(({ id }) => id === of.id)?.site).toBe("Fundición");
    // A link shows no name of its owner's.
    const token = link.url.split("/").at(-1);
    expect((await api.call("GET", `/api/shared/${token}`)).json().data).toMatchObject({
      site: null,
      installationId: null,
    });

    // The words of a simulation go before its site's name, which given again is none.
    const name = (siteName: string) =>
      api.call("PATCH", `/api/user-simulations/simulation/${of.id}`, { as: ana, body: { site: siteName } });
    expect((await name("Línea 2")).json().data.site).toBe("Línea 2");
    expect((await name("Fundición")).json().data.site).toBe("Fundición");
    await change(ana, site.id, { name: "Nave 3" });
    expect((await record(ana, of.id)).site).toBe("Nave 3");

    await api.alterComputationOf(of.id, COMPLETED);
    expect(await read(ana, site.id)).toMatchObject({ simulations: 1, latest: { id: of.id, site: "Nave 3" } });
    await remove(ana, site.id);
    expect(await record(ana, of.id)).toMatchObject({ site: "Nave 3", installationId: null });
  });

  test("a simulation is of a site of its caller's alone, and of none without a session", async () => {
    const [ana, ben] = [await api.register(), await api.register()];
    const given = answers();
    const { id } = await made(ana, { name: "Nave", answers: given });
    const body = simulationOf(given, { installation_id: id });
    const refusal = { ...GONE, field: "installation_id" };
    expectRefusal(await api.call("POST", "/api/simulations", { as: ben, body }), refusal);
    const found = (as?: Who) =>
      api.call("POST", `/api/simulations/find-by-context?installation_id=${id}`, {
        ...(as && { as }),
        body: body.calculatorContext,
      });
    expectRefusal(await found(ben), refusal);
    const visitors = await simulate(body);
    await api.alterComputationOf(visitors.id, COMPLETED);
    const again = (await found(ana)).json().data;
    expect(await record(ana, again.id)).toMatchObject({ site: "Nave", installationId: id });
  });

  test("a site is stored of a result, which is of it from then on", async () => {
    const [ana, ben] = [await api.register(), await api.register()];
    const given = answers();
    const { id } = await simulate(simulationOf(given), { as: ana });
    const site = await made(ana, { name: "Nave", answers: given, simulation_id: id });
    expect(site.simulations).toBe(1);
    expect(await record(ana, id)).toMatchObject({ site: "Nave", installationId: site.id });
    expectRefusal(
      await api.call("POST", SITES, { as: ben, body: { name: "Mía", answers: given, simulation_id: id } }),
      { status: 404, code: "SIMULATION_NOT_FOUND", field: "simulation_id" },
    );
    expect(await list(ben)).toEqual([]);
  });
});

describe("a visitor's answers", () => {
  test("a visitor's answers are the first site of the account that takes their simulation, once", async () => {
    const ana = await api.register({ ...newPerson(), company: "Cerámicas del Turia, S.L." });
    const given = answers();
    const [first, same, other] = [
      await simulate(simulationOf(given)),
      await simulate(simulationOf(given)),
      await simulate(simulationOf(answers())),
    ];
    await Promise.all([claim(ana, first), claim(ana, first)]);
    await claim(ana, same);
    await claim(ana, other);
    const sites = await list(ana);
    expect(sites).toMatchObject([{ name: "Cerámicas del Turia, S.L.", answers: given, simulations: 2 }]);
    expect(await record(ana, same.id)).toMatchObject({ installationId: sites[0]?.id });
    expect(await record(ana, other.id)).toMatchObject({ installationId: null });
    // Deleted, it does not come back with a repeated claim.
    await remove(ana, sites[0]?.id as string);
    await claim(ana, first);
    expect(await list(ana)).toEqual([]);
  });

  test("the first site of a person without a company is called «Mi instalación»", async () => {
    const ben = await api.register({ ...newPerson(), company: "" });
    const { calculatorContext, ...inputs } = simulationOf(answers());
    await claim(ben, await simulate(inputs));
    const { selectedBattery, ...given } = calculatorContext;
    expect(await list(ben)).toMatchObject([{ name: "Mi instalación", answers: given }]);
    // Inputs that the wizard cannot ask for make no site.
    const eva = await api.register();
    await claim(eva, await simulate({ inputParameters: { ...inputs.inputParameters, price_level_fct: 1.2 } }));
    expect(await list(eva)).toEqual([]);
  });
});
