import { afterAll, beforeAll, expect, test } from "vitest";
import { openApp, type TestApp } from "../support/app.ts";
import { hoursOf2025 } from "../support/curves.ts";
import { testServices } from "../support/services.ts";
import { eventually } from "../support/simulations.ts";

const services = testServices("postgres");
let api: TestApp;
beforeAll(async () => {
  api = await openApp(services);
});
afterAll(() => api.close());

test("a run computes with the numbers of its curve; once that is deleted it fails with a sentence, and so do its retries", async () => {
  const as = await api.register();
  const curve = (await api.call("POST", "/api/curves", { as, body: hoursOf2025() })).json().data;
  const simulate = async (pv_value: number): Promise<string> => {
    const body = { inputParameters: { curve_id: curve.id, pv_value } };
    return (await api.call("POST", "/api/simulations", { as, body })).json().data.id;
  };
  const recordOf = async (id: string) => (await api.call("GET", `/api/simulations/${id}`, { as })).json().data;
  const ended = async (id: string, status: string) => {
    await eventually(async () => (await recordOf(id)).status === status);
    return recordOf(id);
  };

  const worker = await api.startWorker();
  const computed = await simulate(0);
  const { request, finish } = await worker.pool.nextRun();
  const { demand_kwh = [] } = request.series ?? {};
  expect(demand_kwh).toHaveLength(8760);
  expect(demand_kwh.reduce((sum, kwh) => sum + kwh, 0)).toBeCloseTo(curve.summary.annual_kwh, 3);
  finish();
  await ended(computed, "completed");
  await worker.close();

  const waiting = await simulate(1);
  expect((await api.call("DELETE", `/api/curves/${curve.id}`, { as })).status).toBe(200);
  const next = await api.startWorker();
  const error = { code: "CURVE_GONE", message: expect.stringMatching(/^La curva de esta simulación se ha borrado/) };
  expect(await ended(waiting, "failed")).toMatchObject({ error });
  expect((await api.call("POST", `/api/simulations/${waiting}/retry`, { as })).status).toBe(200);
  expect(await ended(waiting, "failed")).toMatchObject({ error });
  expect((await ended(computed, "completed")).results).not.toBeNull();
  await next.close();
});
