import { afterAll, beforeAll, expect, test } from "vitest";
import { openApp, type TestApp } from "../support/app.ts";
import { sampleOutput } from "../support/gated-pool.ts";
import { testServices } from "../support/services.ts";
import { eventually, newInput } from "../support/simulations.ts";

const services = testServices("postgres");
let api: TestApp;
let worker: Awaited<ReturnType<TestApp["startWorker"]>>;
beforeAll(async () => {
  api = await openApp(services);
  worker = await api.startWorker();
});
afterAll(async () => {
  await worker.close();
  await api.close();
});

test("the data of an account say what became of its simulations, on the platform or elsewhere", async () => {
  const as = await api.register();
  const create = async (): Promise<string> =>
    (await api.call("POST", "/api/simulations", { as, body: { inputParameters: newInput() } })).json().data.id;
  const simulations = async () => (await api.call("GET", "/api/auth/export", { as })).json().simulations;

  const computed = await create();
  const { finish, request } = await worker.pool.nextRun();
  finish(sampleOutput(request));
  await eventually(async () => (await simulations())[0].status === "completed");
  const elsewhere = await create();
  const body = { results: { saved: 5 }, executionTime: 1 };
  expect((await api.call("PUT", `/api/simulations/${elsewhere}/complete`, { as, body })).status).toBe(200);

  expect(await simulations()).toMatchObject([
    { id: computed, status: "completed", summary: { npv: 1000 }, externalResults: null },
    { id: elsewhere, status: "completed", summary: null, externalResults: { saved: 5 } },
  ]);
});

test("a request for a new password of an address without an account sends nothing", async () => {
  const email = "nobody@example.org";
  await api.call("POST", "/api/auth/forgot-password", { body: { email } });
  let outcome: string | null = null;
  await eventually(async () => {
    [{ outcome }] = await api.dataSource.query("SELECT outcome FROM mails WHERE kind = 'reset-password'");
    return outcome !== null;
  });
  expect(outcome).toBe("needless");
  expect(api.outbox.filter(({ to }) => to === email)).toEqual([]);
});
