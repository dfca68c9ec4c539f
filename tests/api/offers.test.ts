import { randomUUID } from "node:crypto";
import { oneLine } from "@ecotrim/contracts/line";
import { formatNumber } from "@ecotrim/contracts/numbers";
import { OFFER_CONSENT_VERSION, OFFER_CONSENTS } from "@ecotrim/contracts/offers/offer";
import { createApiMetrics } from "@ecotrim/server/observability/metrics";
import { readOffers } from "@ecotrim/server/operations/offers";
import { printOffers } from "@ecotrim/server/operations/print";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { refreshPlatform } from "../../api/src/plugins/metrics.ts";
import { expectRefusal, newPerson, openApp, type TestApp } from "../support/app.ts";
import { testServices } from "../support/services.ts";
import { eventually, newInput } from "../support/simulations.ts";

const services = testServices("postgres");
let api: TestApp;
let worker: Awaited<ReturnType<TestApp["startWorker"]>>;
beforeAll(async () => {
  // Each test asks from its own address, so that no test uses up another's rate limit.
  api = await openApp(services, { settings: { TRUST_PROXY: "1" } });
  worker = await api.startWorker();
});
afterAll(async () => {
  await worker.close();
  await api.close();
});

type Who = Awaited<ReturnType<TestApp["register"]>>;
interface Simulation {
  id: string;
  accessToken: string;
}

const query = (sql: string, parameters: unknown[] = []) => api.dataSource.query(sql, parameters);

async function waiting(as?: Who): Promise<Simulation> {
  const body = { inputParameters: { ...newInput(), pv_value: 2000, battery_capacity: 1500 } };
  return (await api.call("POST", "/api/simulations", { body, ...(as && { as }) })).json().data;
}
async function completed(as?: Who): Promise<Simulation> {
  const simulation = await waiting(as);
  (await worker.pool.nextRun()).finish();
  await eventually(async () => (await stateOf(simulation)) === "completed");
  await setResults(simulation, {});
  return simulation;
}
/** Writes results that can be offered, but for what is given. */
const setResults = ({ id }: Pick<Simulation, "id">, changed: object) =>
  api.alterComputationOf(
    id,
    `results = results || '${JSON.stringify({ engine_version: "2.0.0", warnings: [], null_reasons: {}, contract_range: [], ...changed })}'`,
  );
const stateOf = async ({ id, accessToken }: Simulation) =>
  (await api.call("GET", `/api/simulations/${id}`, { token: accessToken })).json().data.status;

const newRequest = ({ id }: Pick<Simulation, "id">) => ({
  simulationId: id,
  name: "Núria Pons",
  company: "Cerámicas del Turia, S.L.",
  email: newPerson().email,
  phone: "600 123 456",
  message: "Tenemos una segunda nave.\nLlámenme por la tarde.",
  consent: true,
});

let addresses = 0;
const newAddress = () => `10.2.0.${++addresses}`;
const ask = (body: object, { as, token, from = newAddress() }: { as?: Who; token?: string; from?: string } = {}) =>
  api.call("POST", "/api/offers", {
    body,
    headers: { "x-forwarded-for": from },
    ...(as && { as }),
    ...(token !== undefined && { token }),
  });
const rowsOf = ({ email }: { email: string }) => query("SELECT * FROM offers WHERE email = $1", [email]);
const mailsSent = async (offerId: string) => {
  await eventually(
    async () =>
      (await query("SELECT 1 FROM mails WHERE subject_id = $1 AND settled_at IS NULL", [offerId])).length === 0,
  );
  const ids = (await query("SELECT id FROM mails WHERE subject_id = $1", [offerId])).map(
    ({ id }: { id: string }) => id,
  );
  return api.outbox.filter(({ id }) => ids.includes(id));
};

describe("a request for a firm offer", () => {
  test("a visitor's request is stored with consent and case, mailed to the company with the simulation, and copied to the person", async () => {
    const simulation = await completed();
    const request = newRequest(simulation);
    const answer = (await ask(request, { token: simulation.accessToken })).json();
    expect(answer).toMatchObject({ success: true, message: expect.stringMatching(/copia/) });
    const [row] = await rowsOf(request);
    expect(answer.data).toEqual({ id: row.id, receivedAt: row.created_at.toISOString(), isNew: true });
    expect(row).toMatchObject({
      ...{ simulation_id: simulation.id, user_id: null, phone: request.phone, message: request.message },
      ...{ consent_version: OFFER_CONSENT_VERSION, consent_at: expect.any(Date) },
      sent: { figures: { npv: 1000 }, inputParameters: { pv_value: 2000 }, engineVersion: "2.0.0" },
    });

    const mails = await mailsSent(row.id);
    const toCompany = mails.find(({ to }) => to === api.env.CONTACT_EMAIL);
    const copy = mails.find(({ to }) => to === request.email);
    expect(mails).toHaveLength(2);
    const content = [request.name, request.phone, row.sent.line, formatNumber(1000, { unit: "€" })];
    for (const text of [...content, row.sent.verdict.sentence]) expect(toCompany?.text).toContain(text);
    expect(copy?.text).toContain(row.sent.verdict.sentence);
    expect(toCompany).toMatchObject({ kind: "offer", replyTo: request.email });
    for (const text of ["Tenemos una segunda nave.", OFFER_CONSENTS[OFFER_CONSENT_VERSION], OFFER_CONSENT_VERSION])
      expect(toCompany?.text).toContain(text);
    const [file] = toCompany?.attachments ?? [];
    expect(file).toMatchObject({ filename: "simulacion.json", contentType: "application/json" });
    expect(JSON.parse(file?.content ?? "")).toMatchObject({
      offerId: row.id,
      inputParameters: { pv_value: 2000, battery_capacity: 1500 },
      figures: { npv: 1000 },
      results: { engine_version: "2.0.0" },
    });
    expect(copy).toMatchObject({ kind: "offer-copy", replyTo: api.env.CONTACT_EMAIL });
    expect(copy?.attachments).toBeUndefined();
  });

  test("the company reads the simulation by the link it was mailed, and no longer once the simulation is deleted", async () => {
    const simulation = await completed();
    const request = newRequest(simulation);
    const { id } = (await ask(request, { token: simulation.accessToken })).json().data;
    const toCompany = (await mailsSent(id)).find(({ kind }) => kind === "offer");
    const [, token] = /compartido\/([\w-]+)/.exec(toCompany?.text ?? "") ?? [];
    const read = () => api.call("GET", `/api/shared/${token}`);
    expect((await read()).json().data).toMatchObject({ id: simulation.id, status: "completed" });
    await query("DELETE FROM simulations WHERE id = $1", [simulation.id]);
    expectRefusal(await read(), { status: 404, code: "SHARE_NOT_FOUND" });
    expect(await rowsOf(request)).toMatchObject([{ simulation_id: null, sent: { figures: { npv: 1000 } } }]);
  });

  test("asking twice, at once or later, is one request and one mail to each, and told to be had already", async () => {
    const simulation = await completed();
    const request = newRequest(simulation);
    const token = simulation.accessToken;
    const answers = await Promise.all([ask(request, { token }), ask(request, { token })]);
    answers.push(await ask({ ...request, email: request.email.toUpperCase(), message: "Otro" }, { token }));
    const told = answers.map((answer) => answer.json());
    expect(told.map(({ data }) => data.isNew).sort()).toEqual([false, false, true]);
    expect(new Set(told.map(({ data }) => data.id + data.receivedAt)).size).toBe(1);
    expect(told[2].message).toMatch(/^Ya teníamos su petición.*responda al correo/);
    expect(await rowsOf(request)).toMatchObject([{ message: request.message }]);
    expect((await mailsSent(answers[0]?.json().data.id)).map(({ kind }) => kind).sort()).toEqual([
      "offer",
      "offer-copy",
    ]);
  });

  test("a visitor's request is the account's once its confirmed owner asks again, and nobody else's", async () => {
    const [owner, other] = [await api.register(), await api.register()];
    const simulation = await completed();
    const request = { ...newRequest(simulation), email: owner.user.email };
    const holderAfter = async (as?: Who) => {
      expect((await ask(request, { token: simulation.accessToken, ...(as && { as }) })).status).toBe(200);
      return (await rowsOf(request))[0].user_id;
    };
    expect([await holderAfter(), await holderAfter(other), await holderAfter(owner)]).toEqual([
      null,
      null,
      owner.user.id,
    ]);
  });

  test("a request is taken only from whose simulation it is, not from whom it was shared with", async () => {
    const owner = await api.register();
    const simulation = await completed(owner);
    const request = newRequest(simulation);
    const invitee = await api.register();
    await api.call("POST", `/api/user-simulations/${simulation.id}/associate`, {
      as: owner,
      body: { associationType: "shared", email: invitee.user.email },
    });
    const isOwnOf = async (as: Who) =>
      (await api.call("GET", `/api/simulations/${simulation.id}`, { as })).json().data.isOwn;
    expect([await isOwnOf(owner), await isOwnOf(invitee)]).toEqual([true, false]);
    const nobodys = { ...request, simulationId: randomUUID() };
    for (const answer of [
      await ask(request),
      await ask(request, { token: "wrong" }),
      await ask(request, { as: await api.register() }),
      await ask(request, { as: invitee }),
      await ask(nobodys, { as: owner }),
    ])
      expectRefusal(answer, { status: 404, code: "SIMULATION_NOT_FOUND" });
    expect(await rowsOf(request)).toEqual([]);
    expect((await ask(request, { as: owner })).status).toBe(200);
    expect(await rowsOf(request)).toMatchObject([{ user_id: owner.user.id }]);
  });

  test("no offer is asked for on a simulation that is under way, or that another program calculated", async () => {
    const simulation = await waiting();
    await worker.pool.nextRun();
    const token = simulation.accessToken;
    const refusal = { status: 409, code: "NOT_OFFERABLE", error: /completada en la plataforma/ };
    expectRefusal(await ask(newRequest(simulation), { token }), refusal);
    const body = { results: { kpi_new_table: { economics: { savings: 1 } } }, executionTime: 1 };
    expect((await api.call("PUT", `/api/simulations/${simulation.id}/complete`, { token, body })).status).toBe(200);
    expectRefusal(await ask(newRequest(simulation), { token }), refusal);
  });

  test.each([
    ["an earlier model", { engine_version: "1.9.0" }],
    ["a replaced spending", { warnings: [{ code: "spending_out_of_range" }] }],
    ["no NPV", { summary: { savings: 100, npv: null } }],
  ])("no offer is asked for on results of %s, which screens withhold", async (_, changed) => {
    const simulation = await completed();
    await setResults(simulation, changed);
    const request = newRequest(simulation);
    expectRefusal(await ask(request, { token: simulation.accessToken }), { status: 409, code: "NOT_OFFERABLE" });
    expect(await rowsOf(request)).toEqual([]);
  });

  test.each(["simulationId", "name", "company", "email", "consent"])(
    "a request without %s is refused with its name",
    async (field) => {
      const request = newRequest({ id: randomUUID() });
      for (const value of [undefined, "  ", false])
        expectRefusal(await ask({ ...request, [field]: value }), {
          status: 400,
          code: "INVALID_INPUT",
          field,
          error: /^Por favor completa todos los campos obligatorios\.$/,
        });
    },
  );

  test.each([
    ["email", "nuria", /correo/],
    ["name", "Núria\nBcc: eva@example.org", /debe caber en una línea/],
    ["message", "x".repeat(2001), /mensaje/],
    ["consent", "sí", /consentimiento/],
  ])("a request whose %s is faulty is refused with a sentence about it", async (field, value, error) => {
    const request = newRequest({ id: randomUUID() });
    expectRefusal(await ask({ ...request, [field]: value }), { status: 400, code: "INVALID_INPUT", field, error });
  });

  test("a request by a program that fills in the hidden field is dropped, as if it had come", async () => {
    const simulation = await completed();
    const request = newRequest(simulation);
    const answer = await ask({ ...request, website: "spam" }, { token: simulation.accessToken });
    expect(answer.json()).toMatchObject({ success: true, data: { receivedAt: expect.any(String) } });
    expect(await rowsOf(request)).toEqual([]);
  });

  test("a request is mailed as text, never as markup", async () => {
    const person = await api.register();
    const simulation = await completed(person);
    const markup = "<img src=x onerror=alert(1)>";
    const { email } = person.user;
    const request = { ...newRequest(simulation), email, name: markup, company: "<b>C</b>", message: markup };
    const { id } = (await ask(request, { as: person })).json().data;
    for (const { html } of await mailsSent(id)) {
      expect(html).toContain("&lt;img src=x onerror=alert(1)&gt;");
      expect(html).not.toMatch(/<img|<b>/);
    }
  });

  test("with a revenue share the mails tell figures of who invests alone, and say so", async () => {
    const person = await api.register();
    const simulation = await completed(person);
    await setResults(simulation, { owner: { share_fct: 0.6, savings: 61_234, payback_years: 7.5, lcoe: null } });
    const request = { ...newRequest(simulation), email: person.user.email };
    const { id } = (await ask(request, { as: person })).json().data;
    const [{ sent }] = await rowsOf(request);
    for (const { text } of await mailsSent(id)) {
      const line = text.split("\n").find((paragraph) => paragraph.includes("Para quien invierte"));
      expect(line).toContain(formatNumber(61_234, { unit: "€" }));
      expect(text).not.toContain(formatNumber(sent.figures.savings, { unit: "€" }));
    }
  });

  test("what its sender wrote is repeated to the account whose confirmed address it is; any other is told date, size and verdict alone", async () => {
    const own = await api.register();
    const unconfirmed = await api.register({ confirmed: false });
    const [mine, theirs, stranger] = [await completed(own), await completed(unconfirmed), await completed()];
    const { message, ...person } = newRequest(mine);
    for (const { id } of [mine, theirs, stranger])
      await query("UPDATE simulations SET input_parameters = input_parameters || $2 WHERE id = $1", [
        id,
        { battery_type: "Gane dinero" },
      ]);
    const told = [person.name, person.company, person.phone, "Gane dinero", message];
    const copyOf = async (request: ReturnType<typeof newRequest>, by: { as?: Who; token?: string }) => {
      const { id } = (await ask(request, by)).json().data;
      return (await mailsSent(id)).find(({ kind }) => kind === "offer-copy")?.text;
    };
    const whole = await copyOf({ ...newRequest(mine), email: own.user.email }, { as: own });
    for (const text of told) expect(whole).toContain(text);
    for (const text of [
      await copyOf(newRequest(mine), { as: own }),
      await copyOf({ ...newRequest(theirs), email: unconfirmed.user.email }, { as: unconfirmed }),
      await copyOf(newRequest(stranger), { token: stranger.accessToken }),
    ]) {
      expect(text).toContain("petición de oferta");
      expect(text).toMatch(/Batería de 1\.?500\skWh/);
      for (const part of told) expect(text).not.toContain(part);
    }
  });

  test("requests are taken ten times an hour from one address", async () => {
    const from = newAddress();
    for (let count = 0; count < 10; count++) expect((await ask({}, { from })).status).toBe(400);
    expectRefusal(await ask({}, { from }), { status: 429, code: "RATE_LIMITED" });
  });

  test("one person is mailed five copies an hour by strangers, who do not keep them from asking", async () => {
    const person = await api.register();
    const { email } = person.user;
    for (let count = 0; count < 6; count++) {
      const simulation = await completed();
      const answer = await ask({ ...newRequest(simulation), email }, { token: simulation.accessToken });
      if (count < 5) expect(answer.status).toBe(200);
      else expectRefusal(answer, { status: 429, code: "RATE_LIMITED", error: /ya le hemos escrito varias veces/ });
    }
    expect(await rowsOf({ email })).toHaveLength(5);
    const own = await completed(person);
    expect((await ask({ ...newRequest(own), email }, { as: person })).status).toBe(200);
  });
});

test("operators see who asked for an offer, the newest first, and whether the mails were sent; metrics count those not", async () => {
  const [first, second] = [await completed(), await completed()];
  const unsent = async () => {
    const metrics = createApiMetrics();
    await refreshPlatform(metrics, api);
    const value = async (name: string) =>
      (await metrics.registry.getSingleMetric(name)?.get())?.values.map((sample) => sample.value)[0];
    return { stored: await value("ecotrim_offers_stored"), unsent: await value("ecotrim_offers_unsent") };
  };
  const before = await unsent();
  const requests = [newRequest(first), { ...newRequest(second), name: "Zo\u00eb\u2066" }];
  const ids: string[] = [];
  for (const [index, { accessToken: token }] of [first, second].entries())
    ids.push((await ask(requests[index] as object, { token })).json().data.id);
  for (const id of ids) await mailsSent(id);
  expect(await unsent()).toEqual({ stored: (before.stored ?? 0) + 2, unsent: before.unsent });
  await query("UPDATE mails SET outcome = 'failed' WHERE subject_id = $1 AND kind = 'offer'", [ids[0]]);
  await query("DELETE FROM mails WHERE subject_id = $1 AND kind = 'offer-copy'", [ids[0]]);
  expect((await unsent()).unsent).toBe((before.unsent ?? 0) + 1);

  const offers = await readOffers(api.dataSource);
  expect(offers.slice(0, 2)).toMatchObject([
    { id: ids[1], email: requests[1]?.email, mailToCompany: "sent", copyToPerson: "sent" },
    { id: ids[0], company: requests[0]?.company, mailToCompany: "failed", copyToPerson: "unknown" },
  ]);
  const printed = printOffers(offers.slice(0, 2));
  for (const text of [
    requests[0]?.email,
    "600 123 456",
    oneLine(formatNumber(2000, { unit: "kWp" })),
    first.id,
    "to the company failed, copy unknown",
  ])
    expect(printed).toContain(text);
  expect(JSON.stringify(offers)).not.toContain((await rowsOf(requests[0] as { email: string }))[0].token);
  expect(printOffers([])).toBe("Nobody has asked for a firm offer.");
});
