import type { Financing } from "@ecotrim/contracts/simulations/financing";
import { readCase } from "@ecotrim/contracts/simulations/input";
import { fastSolve } from "@ecotrim/engine/dispatch/fast-solve.fixture";
import { runSimulation } from "@ecotrim/engine/simulate";
import { simulationOutput } from "@ecotrim/present/results/results";
import { asStored } from "@ecotrim/present/results/stored.fixture";
import { storeReport } from "@ecotrim/server/reports/reports";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectRefusal, openApp, type TestApp } from "../support/app.ts";
import { testServices } from "../support/services.ts";
import { newInput } from "../support/simulations.ts";

type Who = Awaited<ReturnType<TestApp["register"]>>;

const services = testServices("postgres");
let api: TestApp;
let results: string;
beforeAll(async () => {
  api = await openApp(services);
  const outcome = await runSimulation(
    { input: readCase({ demand_value: 500, pv_value: 2000, total_spending: 400_000, battery_capacity: 2000 }) },
    { solve: fastSolve },
  );
  results = JSON.stringify(asStored(simulationOutput(outcome).results));
});
afterAll(() => api.close());

async function completed(as?: Who): Promise<{ id: string; token: string }> {
  const body = { inputParameters: newInput() };
  const { id, accessToken } = (await api.call("POST", "/api/simulations", as ? { as, body } : { body })).json().data;
  await api.alterComputationOf(id, `status = 'completed', finished_at = now(), results = '${results}'`);
  return { id, token: accessToken };
}

const address = (id: string) => `/api/simulations/${id}/finance`;

describe("the terms of a simulation", () => {
  test("a visitor reads five ways on the default terms, and keeps terms of their own without a new run", async () => {
    const { id, token } = await completed();
    const before: Financing = (await api.call("GET", address(id), { token })).json().data;
    expect(before.given).toEqual({});
    expect(before.ways!.map(({ key }) => key)).toEqual(["purchase", "loan", "lease", "service", "sharing"]);

    const given = { loan: { share_fct: 1, rate: 0.04 }, tax: { applies: true } };
    const answer = await api.call("PUT", address(id), { token, body: given });
    expect(answer.status).toBe(200);
    const kept: Financing = answer.json().data;
    expect(kept).toMatchObject({ given, terms: { loan: { share_fct: 1, rate: 0.04, years: 7 } } });
    expect(kept.ways![1]!.customer.npvEur).not.toBeCloseTo(before.ways![1]!.customer.npvEur, 0);
    expect((await api.call("GET", address(id), { token })).json().data).toEqual(kept);
    const record = (await api.call("GET", `/api/simulations/${id}`, { token })).json().data;
    expect([record.status, record.financeTerms]).toEqual(["completed", given]);
  });

  test.each([
    [{ loan: { rate: 2 } }, "loan.rate"],
    [{ loan: { colour: 1 } }, "loan.colour"],
    [{ service: { fee_eur_month: 1, fee_eur_kw_month: 1 } }, "service.fee_eur_kw_month"],
    [{ incentives: [{ id: "unknown", value: 1 }] }, "incentives[0].id"],
  ])("terms %j are refused at %s, and those before stay", async (body, field) => {
    const { id, token } = await completed();
    expectRefusal(await api.call("PUT", address(id), { token, body }), { status: 400, code: "INVALID_INPUT", field });
    expect((await api.call("GET", address(id), { token })).json().data.given).toEqual({});
  });

  test("a simulation that is not completed keeps terms, and has no ways yet", async () => {
    const created = (await api.call("POST", "/api/simulations", { body: { inputParameters: newInput() } })).json().data;
    const answer = await api.call("PUT", address(created.id), {
      token: created.accessToken,
      body: { insurance_fct: 0.01 },
    });
    expect(answer.json().data).toMatchObject({ given: { insurance_fct: 0.01 }, ways: null });
  });

  test("who is invited reads the terms and may not change them, a link shows none, and nobody else knows them", async () => {
    const [ana, ben] = [await api.register(), await api.register()];
    const { id } = await completed(ana);
    const body = { sharing: { saving_fct: 0.3 } };
    expect((await api.call("PUT", address(id), { as: ana, body })).status).toBe(200);
    expectRefusal(await api.call("GET", address(id), { as: ben }), { status: 404, code: "SIMULATION_NOT_FOUND" });

    await api.call("POST", `/api/user-simulations/${id}/associate`, {
      as: ana,
      body: { associationType: "shared", metadata: { associationSource: "manual_share" }, email: ben.user.email },
    });
    expect((await api.call("GET", address(id), { as: ben })).json().data.given).toEqual(body);
    expectRefusal(await api.call("PUT", address(id), { as: ben, body: {} }), {
      status: 404,
      code: "SIMULATION_NOT_FOUND",
    });
    const { url } = (await api.call("POST", `/api/simulations/${id}/share-link`, { as: ana })).json().data;
    const shared = await api.call("GET", `/api/shared/${url.split("/").at(-1)}`);
    expect(shared.json().data.financeTerms).toBeNull();
  });

  test("a paid report is made anew once it is asked for under other terms, and a free one is not", async () => {
    const ana = await api.register();
    const { id } = await completed(ana);
    const order = (kind: "premium" | "basic") =>
      storeReport(api.dataSource.manager, { userId: ana.user.id, simulationId: id, kind });
    const made = [await order("premium"), await order("basic")].map((report) => report!.id);
    await api.dataSource.query("UPDATE reports SET status = 'completed', finished_at = now() WHERE id = ANY($1)", [
      made,
    ]);
    expect(await order("premium")).toMatchObject({ status: "completed", run: 1 });

    await api.call("PUT", address(id), { as: ana, body: { loan: { rate: 0.03 } } });
    expect(await order("premium")).toMatchObject({ status: "pending", run: 2 });
    expect(await order("premium")).toMatchObject({ status: "pending", run: 2 });
    expect(await order("basic")).toMatchObject({ status: "completed", run: 1 });
  });
});
