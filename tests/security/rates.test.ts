import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RouteOptions } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectRefusal, openApp, type TestApp } from "../support/app.ts";
import { withRoutes } from "../support/routes.ts";
import { testServices } from "../support/services.ts";

/** What may be asked for without end: a file of the build, and probes. */
const UNLIMITED = ["/app.js", "/health", "/ready"];
/** What browsers ask before a call from another origin; answered without any work. */
const PREFLIGHT = "*";
const MAX = 2;

describe("rates of every route", () => {
  const services = testServices("postgres");
  const webRoot = mkdtempSync(join(tmpdir(), "rates-"));
  let routes: RouteOptions[];
  let api: TestApp;
  beforeAll(async () => {
    writeFileSync(join(webRoot, "index.html"), "<html><head></head><body></body></html>");
    writeFileSync(join(webRoot, "app.js"), "");
    const settings = {
      RATE_LIMIT_PER_MINUTE: String(MAX),
      RATE_LIMIT_SIMULATIONS_PER_MINUTE: String(MAX),
      OPERATOR_PASSWORD: "correct horse battery staple",
      TRUST_PROXY: "1",
      CORS_ORIGINS: "https://other.example",
    };
    [api, routes] = await withRoutes(() => openApp(services, { settings, webRoot }));
    await api.app.ready();
  });
  afterAll(async () => {
    await api.close();
    rmSync(webRoot, { recursive: true });
  });

  let addresses = 0;
  const newAddress = () => ({ "x-forwarded-for": `203.0.113.${++addresses}` });
  const ask = (method: string, url: string, headers: Record<string, string>) =>
    api.call(method as "GET", url, { headers });

  test("no route is without a limit but probes, preflights and files of the build", () => {
    expect(routes.length).toBeGreaterThan(60);
    const unlimited = routes.filter(({ config }) => !config?.rateLimit).map(({ url }) => url);
    expect([...new Set(unlimited)].sort()).toEqual([PREFLIGHT, ...UNLIMITED]);
  });

  test("every route refuses past its limit, also callers it would refuse anyway", async () => {
    for (const { method, url, config } of routes) {
      if (!config?.rateLimit) continue;
      const { max } = config.rateLimit as { max: number };
      const from = { ...newAddress(), authorization: "Bearer nonsense" };
      const path = url.replace(/:id/g, randomUUID()).replace(/:\w+|\*/g, "any");
      for (const name of [method].flat()) {
        for (let count = 0; count < max; count++) await ask(name, path, from);
        const { status, headers } = await ask(name, path, from);
        expect({ status, limit: headers["x-ratelimit-limit"] }, `${name} ${url}`).toEqual({
          status: 429,
          limit: String(max),
        });
      }
    }
  });

  test("a call past the limit is refused with the time to come back, to its address and of that call alone", async () => {
    const from = newAddress();
    for (let count = 0; count < MAX; count++) expect((await ask("GET", "/api/docs/json", from)).status).toBe(200);
    const refused = await ask("GET", "/api/docs/json", from);
    expectRefusal(refused, { status: 429, code: "RATE_LIMITED", error: /^Ha hecho demasiadas peticiones/ });
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    expect((await ask("GET", "/robots.txt", from)).status).toBe(200);
    expect((await ask("GET", "/api/docs/json", newAddress())).status).toBe(200);
  });

  test.each(["/api/docs/json", "/api/ecotrim/analysis?demand_value=x"])("HEAD counts with GET: %s", async (url) => {
    const from = newAddress();
    for (let count = 0; count < MAX; count++) await ask("HEAD", url, from);
    expect((await ask("GET", url, from)).status).toBe(429);
  });

  test("wrong logins and unreadable bodies count", async () => {
    const { token } = await api.register();
    const from = { ...newAddress(), "content-type": "application/json" };
    for (const more of [{ authorization: "Bearer nonsense" }, {}])
      expect((await ask("PUT", "/api/auth/profile", { ...from, ...more })).status).toBe(401);
    expect((await ask("PUT", "/api/auth/profile", { ...from, authorization: `Bearer ${token}` })).status).toBe(429);
    const statuses = [];
    for (let count = 0; count <= MAX; count++)
      statuses.push((await api.call("POST", "/api/auth/login", { headers: from, body: "{" })).status);
    expect(statuses).toEqual([400, 400, 429]);
  });

  test.each(UNLIMITED)("%s is answered however often it is asked for", async (url) => {
    const from = newAddress();
    for (let count = 0; count < 3 * MAX; count++) expect((await ask("GET", url, from)).status).toBe(200);
  });
});
