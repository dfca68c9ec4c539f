import { AppError } from "@ecotrim/contracts/errors";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectRefusal, openApp, type TestApp } from "../support/app.ts";
import { backends, testServices } from "../support/services.ts";
import { eventually, newInput } from "../support/simulations.ts";

const PASSWORD = "una clave de operadores";
const login = (password: string) => ({ authorization: `Basic ${Buffer.from(`ops:${password}`).toString("base64")}` });

describe.each(backends("redis"))("the page of the queues on %s", (backend) => {
  const services = testServices(backend, "own");
  let api: TestApp;

  beforeAll(async () => {
    api = await openApp(services, { settings: { OPERATOR_PASSWORD: PASSWORD } });
  });
  afterAll(() => api.close());

  const page = (query = "") => api.call("GET", `/ops/queues${query}`, { headers: login(PASSWORD) });

  test("the page of the queues opens only with its password, whatever else a caller presents", async () => {
    for (const headers of [{}, login("una clave de operadore"), login(""), { authorization: "Basic ***" }]) {
      const answer = await api.call("GET", "/ops/queues", { headers });
      expectRefusal(answer, { status: 401, code: "UNAUTHENTICATED" });
      expect(answer.headers["www-authenticate"]).toMatch(/^Basic /);
    }
    const somebody = await api.register();
    expect((await api.call("GET", "/ops/queues", { as: somebody })).status).toBe(401);
    expect((await api.call("GET", "/ops/queues/style.css")).status).toBe(401);
  });

  test("the page of the queues shows every job in every state, and the jobs of one with ids only", async () => {
    const body = { inputParameters: newInput() };
    const { id } = (await api.call("POST", "/api/simulations", { body })).json().data;
    const [{ computation_id }] = await api.dataSource.query("SELECT computation_id FROM simulations WHERE id = $1", [
      id,
    ]);
    const overview = await page();
    expect(overview.status).toBe(200);
    expect(overview.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(overview.headers["cache-control"]).toBe("no-store");
    expect(overview.text).toContain('<a href="/ops/queues?queue=simulation.run&amp;state=prioritized">1</a>');
    expect(overview.text).toContain("Procesos de cálculo conectados: ninguno");
    const waiting = await page("?queue=simulation.run&state=prioritized");
    expect(waiting.text).toContain(computation_id);
    expect(waiting.text).not.toContain("demand_value");
  });

  test("the page of the queues shows why a job failed, as text", async () => {
    const worker = await api.startWorker();
    const run = await worker.pool.nextRun();
    run.fail(new AppError("INFEASIBLE", { message: "<img src=x> & no" }));
    await eventually(async () => (await page()).text.includes("queue=simulation.run&amp;state=failed"));
    const failed = await page("?queue=simulation.run&state=failed");
    expect(failed.text).toContain("INFEASIBLE: &lt;img src=x&gt; &amp; no");
    expect(failed.text).not.toContain("<img");
    expect(failed.text).not.toContain("Procesos de cálculo conectados: ninguno");
    await worker.close();
  });

  test("the page of the queues keeps to the content security policy: its style is a file, and there is no script", async () => {
    const { text, headers } = await page();
    expect(headers["content-security-policy"]).toContain("default-src 'self'");
    expect(text).not.toMatch(/<script|<style|style=|https?:\/\//);
    const style = await api.call("GET", "/ops/queues/style.css", { headers: login(PASSWORD) });
    expect(style.headers["content-type"]).toBe("text/css; charset=utf-8");
  });

  test("the page of the queues refuses an unknown queue or state", async () => {
    expectRefusal(await page("?queue=secrets&state=waiting"), { status: 400, code: "INVALID_INPUT", field: "queue" });
    expectRefusal(await page("?queue=mail.send&state=x"), { status: 400, code: "INVALID_INPUT", field: "state" });
  });

  test("the page of the queues limits tries at the password", async () => {
    const statuses = new Set<number>();
    for (let tries = 0; tries < 70; tries++)
      statuses.add((await api.call("GET", "/ops/queues", { headers: login(`guess ${tries}`) })).status);
    expect(statuses).toEqual(new Set([401, 429]));
  });
});

describe("without OPERATOR_PASSWORD", () => {
  const services = testServices("postgres");

  test("the page of the queues does not exist without OPERATOR_PASSWORD, nor a screen in its place", async () => {
    const api = await openApp(services);
    try {
      const answer = await api.call("GET", "/ops/queues", { headers: login("undefined") });
      expectRefusal(answer, { status: 404, code: "NOT_FOUND" });
    } finally {
      await api.close();
    }
  });
});
