import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { expectRefusal, openApp, type TestApp } from "../support/app.ts";
import { testServices } from "../support/services.ts";
import { eventually } from "../support/simulations.ts";
import { testLogger } from "../support/test-log.ts";

const services = testServices("postgres");
let api: TestApp;
let webRoot: string;
beforeAll(async () => {
  webRoot = mkdtempSync(join(tmpdir(), "ecotrim-web-"));
  mkdirSync(join(webRoot, "assets"));
  writeFileSync(join(webRoot, "index.html"), '<!doctype html><div id="root"></div>');
  writeFileSync(join(webRoot, "assets", "index-abc123.js"), "export {};");
  writeFileSync(join(webRoot, "assets", "index-abc123.js.br"), "compressed ahead of time");
  writeFileSync(join(webRoot, "favicon.svg"), "<svg/>");
  api = await openApp(services, { webRoot });
});
afterAll(async () => {
  await api.close();
  rmSync(webRoot, { recursive: true });
});

const NOT_FOUND = { status: 404, code: "NOT_FOUND", error: /^No se ha encontrado lo que busca\.$/ };

describe("state of the platform", () => {
  test("health tells that the process answers, ready that database and schema are there and whether the queue is", async () => {
    expect((await api.call("GET", "/health")).json()).toEqual({ success: true, data: { status: "ok" } });
    const ready = await api.call("GET", "/ready");
    expect([ready.status, ready.json()]).toEqual([200, { success: true, data: { status: "ready", queue: "up" } }]);
  });
});

describe("addresses", () => {
  test("/api/backend is the same as /api", async () => {
    const query = "pv_generation=340&demand_load=500";
    const plain = await api.call("GET", `/api/ecotrim/battery_selection?${query}`);
    const alias = await api.call("GET", `/api/backend/ecotrim/battery_selection?${query}`);
    expect(alias.text).toBe(plain.text);
    const body = { inputParameters: { demand_value: 5 } };
    const { data } = (await api.call("POST", "/api/backend/simulations", { body })).json();
    expect((await api.call("GET", `/api/backend/simulations/${data.id}`, { token: data.accessToken })).status).toBe(
      200,
    );
  });

  test.each([
    "/api",
    "/api/",
    "/api/nope",
    "/api/backend/nope",
    "/api/simulations/a/b/c",
    "/assets/gone.js",
    "/api?x=1",
  ])("%s is not found, said in JSON", async (path) => {
    expectRefusal(await api.call("GET", path), NOT_FOUND);
  });

  test.each(["POST", "PUT", "DELETE"] as const)("%s to a screen's address is not found", async (method) => {
    expectRefusal(await api.call(method, "/calculadora"), NOT_FOUND);
  });

  test("a known address with another method is not found", async () => {
    expectRefusal(await api.call("DELETE", "/api/simulations"), NOT_FOUND);
  });

  test("an address that is no text is refused", async () => {
    expectRefusal(await api.call("GET", "/api/%zz"), { status: 400, code: "INVALID_INPUT" });
    expect(await api.call("GET", "/%E0%A4%A")).toMatchObject({ status: 302, headers: { location: "/" } });
    expectRefusal(await api.call("GET", `/api/simulations/${"a".repeat(500)}`), { status: 400, code: "INVALID_INPUT" });
  });
});

describe("the web", () => {
  test.each(["/", "/calculadora", "/calculadora/paso/3", "/mi-area?x=1", "/index.html", "/apicultura"])(
    "%s is the page, checked each time",
    async (path) => {
      const answer = await api.call("GET", path);
      expect(answer.status).toBe(200);
      expect(answer.headers["content-type"]).toBe("text/html; charset=utf-8");
      expect(answer.headers["cache-control"]).toBe("no-cache");
      expect(answer.text).toContain('<div id="root">');
    },
  );

  test("hashed files are kept for ever, others are checked each time", async () => {
    const hashed = await api.call("GET", "/assets/index-abc123.js");
    expect([hashed.status, hashed.headers["cache-control"]]).toEqual([200, "public, max-age=31536000, immutable"]);
    const plain = await api.call("GET", "/favicon.svg");
    expect([plain.status, plain.headers["cache-control"]]).toEqual([200, "no-cache"]);
  });

  test("text a browser can take compressed is sent so: files as the build made them, answers as they are made", async () => {
    const headers = { "accept-encoding": "br, gzip" };
    const file = await api.call("GET", "/assets/index-abc123.js", { headers });
    expect([file.headers["content-encoding"], file.text]).toEqual(["br", "compressed ahead of time"]);
    expect(file.headers["content-type"]).toMatch(/javascript/);
    for (const path of ["/api/docs/json", "/api/ecotrim/battery_selection?pv_generation=340&demand_load=500"]) {
      expect((await api.call("GET", path, { headers })).headers["content-encoding"], path).toBe("br");
      expect((await api.call("GET", path)).headers["content-encoding"], path).toBeUndefined();
    }
  });

  test.each(["/../package.json", "/%2e%2e/package.json", "/assets/..%2f..%2fpackage.json", "/.env"])(
    "%s shows no file from outside",
    async (path) => {
      expect((await api.call("GET", path)).text).not.toMatch(/workspaces|DATABASE_URL/);
    },
  );
});

describe("headers", () => {
  test("the content security policy admits our own origin only, and nothing inline", async () => {
    const policy = String((await api.call("GET", "/health")).headers["content-security-policy"]);
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|nonce|https:|\*|upgrade-insecure-requests/);
  });

  test("plain HTTP is told nothing of HTTPS; with an https address it is required", async () => {
    expect((await api.call("GET", "/health")).headers["strict-transport-security"]).toBeUndefined();
    const secure = await openApp(services, { settings: { PUBLIC_URL: "https://ecotrim.example" } });
    try {
      const { headers } = await secure.call("GET", "/health");
      expect(headers["strict-transport-security"]).toMatch(/^max-age=\d{7,}/);
      expect(headers["content-security-policy"]).toContain("upgrade-insecure-requests");
      expect(headers["content-security-policy"]).toContain("connect-src 'self' wss://ecotrim.example");
    } finally {
      await secure.close();
    }
  });

  test("other origins are not admitted unless they are listed", async () => {
    const headers = { origin: "https://other.example" };
    expect((await api.call("GET", "/health", { headers })).headers["access-control-allow-origin"]).toBeUndefined();
    const settings = { CORS_ORIGINS: "https://other.example,https://third.example" };
    const open = await openApp(services, { settings });
    try {
      const admitted = async (origin: string) =>
        (await open.call("GET", "/health", { headers: { origin } })).headers["access-control-allow-origin"];
      expect(await admitted("https://other.example")).toBe("https://other.example");
      expect(await admitted("https://evil.example")).toBeUndefined();
      const asked = { origin: "https://other.example", "access-control-request-method": "PATCH" };
      const { headers } = await open.call("OPTIONS", "/api/simulations", { headers: asked });
      expect(headers["access-control-allow-methods"]).toBe("GET, POST, PUT, PATCH, DELETE");
    } finally {
      await open.close();
    }
  });

  test("answers of the API are never cached", async () => {
    expect((await api.call("GET", "/api/nope")).headers["cache-control"]).toBe("no-store");
  });
});

describe("rates", () => {
  test("too many simulations from one address are refused with the time to come back", async () => {
    const settings = { RATE_LIMIT_SIMULATIONS_PER_MINUTE: "2", TRUST_PROXY: "1", SYNC_TIMEOUT_S: "1" };
    const strict = await openApp(services, { settings });
    const from = (address: string) => ({ headers: { "x-forwarded-for": address } });
    const body = { inputParameters: { demand_value: 5 } };
    const post = (address: string) => strict.call("POST", "/api/simulations", { body, ...from(address) });
    const unknown = `/api/simulations/${randomUUID()}`;
    const limited: Record<string, () => Promise<{ status: number }>> = {
      wait: () => strict.call("GET", "/api/ecotrim/analysis?demand_value=x", from("10.0.0.3")),
      size: () => strict.call("GET", "/api/ecotrim/battery_selection", from("10.0.0.3")),
      complete: () => strict.call("PUT", `${unknown}/complete`, { body: {}, ...from("10.0.0.3") }),
      fail: () => strict.call("PUT", `${unknown}/fail`, { body: {}, ...from("10.0.0.3") }),
    };
    try {
      expect([(await post("10.0.0.1")).status, (await post("10.0.0.1")).status]).toEqual([201, 201]);
      const refused = await post("10.0.0.1");
      expectRefusal(refused, { status: 429, code: "RATE_LIMITED", error: /^Ha hecho demasiadas peticiones/ });
      expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
      expect((await post("10.0.0.2")).status).toBe(201);
      expect((await post("10.9.9.9, 10.0.0.1")).status).toBe(429);
      for (const [name, ask] of Object.entries(limited))
        expect([(await ask()).status, (await ask()).status, (await ask()).status], name).toEqual([400, 400, 429]);
    } finally {
      await strict.close();
    }
  });

  test("without a proxy in front, a forwarded address is not believed", async () => {
    const strict = await openApp(services, { settings: { RATE_LIMIT_SIMULATIONS_PER_MINUTE: "1" } });
    const body = { inputParameters: { demand_value: 5 } };
    const post = (address: string) =>
      strict.call("POST", "/api/simulations", { body, headers: { "x-forwarded-for": address } });
    // Drops the rate counts that other processes stored for this machine's address.
    await api.dataSource.query("DELETE FROM rate_counts");
    try {
      expect([(await post("10.0.0.1")).status, (await post("10.0.0.2")).status]).toEqual([201, 429]);
    } finally {
      await strict.close();
    }
  });
});

describe("the documentation", () => {
  interface Operation {
    summary?: string;
    tags?: string[];
    responses: Record<string, unknown>;
  }
  const document = async () => (await api.call("GET", "/api/docs/json")).json();

  test("the documentation is an OpenAPI document in which every operation is described, with its failure", async () => {
    const { openapi, info, paths } = await document();
    expect(openapi).toBe("3.1.0");
    expect(info).toMatchObject({ title: expect.any(String), version: expect.any(String) });
    for (const path of Object.values<Record<string, Operation>>(paths))
      for (const operation of Object.values(path)) {
        expect(operation.summary).toBeTruthy();
        expect(operation.tags).toHaveLength(1);
        const statuses = Object.keys(operation.responses).filter((status) => status !== "304");
        expect(statuses).toEqual([expect.stringMatching(/^20[0124]$/), "default"]);
      }
  });

  test("the documentation lists every route of the API", async () => {
    const { paths } = await document();
    const listed = Object.entries<object>(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(listed.sort()).toEqual(
      [
        "GET /health",
        "GET /ready",
        "GET /api/ecotrim/battery_selection",
        "POST /api/simulations/find-by-context",
        "POST /api/simulations",
        "GET /api/simulations/{id}",
        "PUT /api/simulations/{id}/complete",
        "PUT /api/simulations/{id}/fail",
        "POST /api/simulations/{id}/cancel",
        "POST /api/simulations/{id}/retry",
        "GET /api/simulations/{id}/finance",
        "PUT /api/simulations/{id}/finance",
        "POST /api/curves",
        "GET /api/curves/{id}",
        "GET /api/curves/{id}/series",
        "DELETE /api/curves/{id}",
        "GET /api/installations",
        "POST /api/installations",
        "GET /api/installations/{id}",
        "PATCH /api/installations/{id}",
        "DELETE /api/installations/{id}",
        "POST /api/installations/{id}/copy",
        "GET /api/brand",
        "PUT /api/brand",
        "POST /api/simulations/{id}/proposal",
        "GET /api/milp/custom_optimization_process",
        "GET /api/milp/optimization",
        "GET /api/ecotrim/custom_optimization_process",
        "GET /api/ecotrim/optimization",
        "GET /api/ecotrim/analysis",
        "POST /api/auth/register",
        "POST /api/auth/login",
        "POST /api/auth/logout",
        "GET /api/auth/verify-token",
        "GET /api/auth/profile",
        "PUT /api/auth/profile",
        "POST /api/auth/change-password",
        "POST /api/auth/forgot-password",
        "POST /api/auth/reset-password",
        "POST /api/auth/confirm-email",
        "POST /api/auth/resend-confirmation",
        "GET /api/auth/export",
        "DELETE /api/auth/account",
        "POST /api/auth/message",
        "POST /api/withdrawals",
        "POST /api/offers",
        "GET /api/simulations",
        "GET /api/simulations/stats/overview",
        "GET /api/simulations/{id}/hourly.csv",
        "GET /api/simulations/{id}/sharing",
        "DELETE /api/simulations/{id}/shares/{email}",
        "POST /api/simulations/{id}/share-link",
        "DELETE /api/simulations/{id}/share-link",
        "GET /api/shared/{token}",
        "GET /api/user-simulations/user/simulations",
        "POST /api/user-simulations/{id}/associate",
        "POST /api/user-simulations/{id}/favorite",
        "DELETE /api/user-simulations/simulation/{id}",
        "PATCH /api/user-simulations/simulation/{id}",
        "GET /api/notifications",
        "POST /api/notifications/{id}/read",
        "POST /api/notifications/read-all",
        "GET /api/notifications/preferences",
        "PUT /api/notifications/preferences",
        "GET /api/payments/mode",
        "POST /api/payments/create-payment-link",
        "POST /api/payments/verify",
        "GET /api/payments/history",
        "GET /api/payments/stats",
        "GET /api/payments/subscriptions",
        "GET /api/payments/subscriptions/{productSlug}/access",
        "POST /api/payments/subscriptions/create",
        "POST /api/payments/subscriptions/verify",
        "POST /api/payments/subscriptions/cancel",
        "POST /api/payments/portal",
        "POST /api/stripe/webhook",
        "POST /api/simulations/{id}/reports",
        "GET /api/reports/{id}",
        "GET /api/reports/{id}/download",
      ].sort(),
    );
  });

  test("the documentation names limits and units of the inputs, and has no loose references", async () => {
    const text = JSON.stringify(await document());
    expect(text).not.toContain("$ref");
    const { paths } = JSON.parse(text);
    const parameters: { name: string; required: boolean; schema: object }[] =
      paths["/api/ecotrim/battery_selection"].get.parameters;
    expect(parameters.find(({ name }) => name === "demand_load")).toMatchObject({
      required: true,
      schema: { title: "El consumo medio", unit: "kWh/h", minimum: 0, maximum: 500_000 },
    });
  });

  test.each(["json", "yaml"])("the document as %s is written once, and not sent again to whom has it", async (form) => {
    const path = `/api/docs/${form}`;
    const first = await api.call("GET", path);
    const write = vi.spyOn(api.app, "swagger");
    onTestFinished(() => write.mockRestore());
    const second = await api.call("GET", path);
    expect([second.status, second.text]).toEqual([200, first.text]);
    const headers = { "if-none-match": String(first.headers.etag) };
    expect((await api.call("GET", path, { headers })).status).toBe(304);
    expect(write).not.toHaveBeenCalled();
  });

  test("the documentation lists place, contract, tariff and conversion with what each may be", async () => {
    const { paths } = await document();
    const { schema } = paths["/api/simulations"].post.requestBody.content["application/json"];
    const { properties } = schema.properties.inputParameters;
    expect(properties.contract_kind.enum).toEqual(["indexed", "fixed_margin", "fixed_by_period", "fixed", "unknown"]);
    expect(properties.tariff.enum).toEqual(["3.0TD", "6.1TD", "6.2TD", "6.3TD", "6.4TD"]);
    expect(schema.properties.contract.required).toEqual(["tariff", "contracted_kw"]);
    expect(schema.properties.contract.properties.contracted_kw).toMatchObject({ minItems: 6, maxItems: 6 });
    expect(properties.tariff_year.enum).toEqual([2024, 2025, 2026]);
    expect(properties.shifts.enum).toEqual([1, 2, 3]);
    expect(properties.province.type).toBe("string");
    expect(properties.pv_tilt_deg).toMatchObject({ minimum: 0, maximum: 90 });
    expect(properties.pv_azimuth_deg).toMatchObject({ minimum: -180, maximum: 180 });
    expect(properties.conversion_efficiency).toMatchObject({ minimum: 0.5, maximum: 1 });
  });

  test("the page of the documentation takes everything from our own origin", async () => {
    const page = await api.call("GET", "/api/docs/");
    expect(page.status).toBe(200);
    expect(page.text).not.toMatch(/https?:\/\//);
    expect(page.text).not.toMatch(/<script>|<style|style=|onclick/);
  });
});

describe("the log", () => {
  test("the log holds one line an answer, without token, address or query of the caller", async () => {
    const lines: string[] = [];
    const logged = await openApp(services, { logger: testLogger("api", (line) => lines.push(line)) });
    try {
      const body = { inputParameters: { demand_value: 5 } };
      const { data } = (await logged.call("POST", "/api/simulations", { body })).json();
      await logged.call("GET", `/api/simulations/${data.id}?color=secreto`, { token: data.accessToken });
      await logged.call("GET", "/api/ecotrim/battery_selection?pv_generation=secreto");
      const text = lines.join("");
      expect(text).not.toContain(data.accessToken);
      expect(text).not.toMatch(/secreto|127\.0\.0\.1/);
      expect(lines.filter((line) => line.includes("request answered"))).toHaveLength(3);
      expect(text).toContain('"route":"/api/simulations/:id"');
    } finally {
      await logged.close();
    }
  });

  test("a client that leaves in the middle of its body is no failure of ours in log and metrics", async () => {
    const lines: string[] = [];
    const logged = await openApp(services, { logger: testLogger("api", (line) => lines.push(line)) });
    onTestFinished(() => logged.close());
    const client = connect(Number(new URL(await logged.listen()).port), "127.0.0.1");
    const taken = once(logged.app.server, "request");
    client.write(
      "POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{",
    );
    const [request] = (await taken) as [IncomingMessage];
    await eventually(() => request.listenerCount("data") > 0);
    const left = new Promise((resolve) => request.once("close", resolve));
    client.destroy();
    await left;
    await logged.call("GET", "/health");
    expect(lines.join("")).not.toMatch(/request failed|stack/);
    expect(await logged.app.metrics.registry.metrics()).not.toMatch(/status="5/);
  });
});
