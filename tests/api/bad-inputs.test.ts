import { randomUUID } from "node:crypto";
import type { RouteOptions } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectRefusal, openApp, type TestApp } from "../support/app.ts";
import { withRoutes } from "../support/routes.ts";
import { testServices } from "../support/services.ts";

const services = testServices("postgres");
let api: TestApp;
let routes: RouteOptions[];
beforeAll(async () => {
  [api, routes] = await withRoutes(() => openApp(services));
});
afterAll(() => api.close());

/** What may be wrong with one input: the input, its value, the sentence. */
const WRONG: [string, unknown, RegExp][] = [
  ["demand_value", -1, /^El consumo medio debe estar entre 0 y 500\.000\skWh\/h\.$/],
  ["demand_value", 500_001, /^El consumo medio debe estar entre 0 y 500\.000\skWh\/h\.$/],
  ["demand_value", "1,2,3", /^El consumo medio debe estar entre 0 y 500\.000\skWh\/h\.$/],
  ["demand_value", "1e5", /^El consumo medio debe estar/],
  ["demand_value", "quinientos", /^El consumo medio debe estar/],
  ["demand_value", "", /^El consumo medio debe estar/],
  ["pv_value", 200_001, /^La potencia fotovoltaica debe estar entre 0 y 200\.000\skWp\.$/],
  ["total_spending", 100_000_001, /^El gasto anual en energía debe estar entre 0 y 100\.000\.000\s€ al año\.$/],
  ["battery_capacity", 2_000_001, /^La capacidad de la batería debe estar entre 0 y 2\.000\.000\skWh\.$/],
  ["max_charge_power", -5, /^La potencia de carga debe estar entre 0 y 2\.000\.000\skW\.$/],
  ["max_discharge_power", "mucha", /^La potencia de descarga debe estar entre 0 y 2\.000\.000\skW\.$/],
  ["efficiency_charge", 1.01, /^El rendimiento de carga debe estar entre 0,5 y 1\.$/],
  ["efficiency_discharge", 0, /^El rendimiento de descarga debe estar entre 0,5 y 1\.$/],
  ["battery_min_soc", 2, /^El estado de carga mínimo debe estar entre 0 y 1\.$/],
  ["initial_soc", 0.05, /^El estado de carga inicial no puede ser menor que el estado de carga mínimo\.$/],
  ["time_step_duration", 0.3, /^La duración del paso debe ser uno de estos valores: 1, 0\.5, 0\.25\.$/],
  ["start_date", "2024-02-30", /^La fecha de inicio debe ser una fecha válida con el formato AAAA-MM-DD\.$/],
  ["start_date", "1999-01-01", /^La fecha de inicio debe estar entre los años 2000 y 2100\.$/],
  ["end_date", "2023-12-31", /^La fecha de fin debe ser igual o posterior a la de inicio\.$/],
  ["end_date", "2026-01-01", /^El periodo debe durar entre un día y dos años\.$/],
  ["two_turnes", "tal vez", /^El consumo a dos turnos debe ser «true» o «false»\.$/],
  ["limit", -1, /^La potencia contratada debe estar entre 0 y 2\.000\.000\skW\.$/],
  ["life_years", 2.5, /^La vida útil debe estar entre 1 y 40\saños\.$/],
  ["market_year", 2022, /^El año de mercado debe ser uno de estos valores: 2023, 2024, 2025\.$/],
  ["business_type", "x".repeat(161), /^El tipo de negocio no puede superar los 160 caracteres\.$/],
  ["unknown_field", 1, /^El campo «(inputParameters\.)?unknown_field» no se admite\.$/],
];

describe("inputs of a simulation", () => {
  test.each(WRONG)("an input sent as JSON, %s = %j, is refused", async (field, value, error) => {
    const body = { inputParameters: { demand_value: 500, [field]: value } };
    expectRefusal(await api.call("POST", "/api/simulations", { body }), {
      status: 400,
      code: "INVALID_INPUT",
      field: `inputParameters.${field}`,
      error,
    });
  });

  test.each(WRONG)("an input sent as a query, %s = %j, is refused", async (field, value, error) => {
    const query = new URLSearchParams({ demand_value: "500", [field]: String(value).replace(".", ",") });
    expectRefusal(await api.call("GET", `/api/milp/custom_optimization_process?${query}`), {
      status: 400,
      code: "INVALID_INPUT",
      field,
      error,
    });
  });

  test("the demand is required", async () => {
    expectRefusal(await api.call("POST", "/api/simulations", { body: { inputParameters: {} } }), {
      status: 400,
      code: "INVALID_INPUT",
      field: "inputParameters.demand_value",
      error: /^Falta un dato obligatorio: el consumo medio\.$/,
    });
  });

  test.each([
    [{}, "inputParameters"],
    [{ inputParameters: null }, "inputParameters"],
    [{ inputParameters: [] }, "inputParameters"],
    [{ inputParameters: { demand_value: 1 }, owner: "x" }, "owner"],
    [{ inputParameters: { demand_value: 1 }, calculatorContext: 5 }, "calculatorContext"],
    [{ inputParameters: { demand_value: { $gt: 0 } } }, "inputParameters.demand_value"],
    [{ inputParameters: { demand_value: [1] } }, "inputParameters.demand_value"],
    [{ inputParameters: { demand_value: true } }, "inputParameters.demand_value"],
    [{ inputParameters: { demand_value: null } }, "inputParameters.demand_value"],
    [[], ""],
  ])("the body %j is refused", async (body, field) => {
    expectRefusal(await api.call("POST", "/api/simulations", { body }), {
      status: 400,
      code: "INVALID_INPUT",
      ...(field && { field }),
    });
  });
});

describe("the calculator's context", () => {
  const context = {
    generation: 2000,
    demand: { type: "constante", weekend: true, average: 500 },
    total_spendings: 400_000,
    selectedBattery: { capacity_kwh: 2000, power_kw: 1000 },
  };

  test.each([
    ["generation", { ...context, generation: -1 }, /entre 0 y 200\.000\skWp\.$/],
    ["total_spendings", { ...context, total_spendings: "mucho" }, /entre 0 y 100\.000\.000\s€ al año\.$/],
    ["demand", { ...context, demand: undefined }, /^Falta un dato obligatorio: el consumo\.$/],
    ["demand.type", { ...context, demand: { ...context.demand, type: "24x7" } }, /constante, 2turnos/],
    ["demand.weekend", { ...context, demand: { ...context.demand, weekend: "a veces" } }, /«true» o «false»/],
    ["demand.average", { ...context, demand: { ...context.demand, average: "" } }, /^El consumo medio/],
    ["demand.extra", { ...context, demand: { ...context.demand, extra: 1 } }, /no se admite/],
    ["selectedBattery.power_kw", { ...context, selectedBattery: { capacity_kwh: 1 } }, /^Falta un dato obligatorio/],
    [
      "selectedBattery.name",
      { ...context, selectedBattery: { ...context.selectedBattery, name: "x".repeat(161) } },
      /160/,
    ],
  ])("a calculator context with a wrong %s is refused", async (field, body, error) => {
    expectRefusal(await api.call("POST", "/api/simulations/find-by-context", { body }), {
      status: 400,
      code: "INVALID_INPUT",
      field,
      error,
    });
  });
});

describe("hostile requests", () => {
  const post = (payload: string, type = "application/json") =>
    api.call("POST", "/api/simulations", { body: payload, headers: { "content-type": type } });

  test.each(["{", "undefined", '{"inputParameters":{"demand_value":NaN}}', '{"a":1}{"b":2}'])(
    "the text %j is refused as no JSON",
    async (payload) => {
      expectRefusal(await post(payload), { status: 400, code: "INVALID_JSON", error: /JSON/ });
    },
  );

  test.each([
    '{"__proto__":{"polluted":true},"inputParameters":{"demand_value":5}}',
    '{"inputParameters":{"demand_value":5,"__proto__":{"polluted":true}}}',
    '{"constructor":{"prototype":{"polluted":true}},"inputParameters":{"demand_value":5}}',
  ])("the body %s pollutes no prototype", async (payload) => {
    expect((await post(payload)).status).toBe(400);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test("every route refuses a body longer than it needs: 1 kB without a body, else 16 kB, but for five", async () => {
    const as = await api.register();
    const headers = { "content-type": "application/json" };
    const larger: Record<string, number> = {};
    for (const { method, url, schema, bodyLimit = 0 } of routes) {
      if (!["POST", "PUT", "PATCH", "DELETE"].includes(String(method))) continue;
      if (bodyLimit !== (schema?.body ? 16 : 1) * 1024) larger[`${method} ${url}`] = bodyLimit / 1024;
      const path = url.replace(/:id/g, randomUUID()).replace(/:\w+/g, "any");
      const send = (body: string) => api.call(method as "POST", path, { as, headers, body });
      expectRefusal(await send("x".repeat(bodyLimit + 1)), {
        status: 413,
        code: "PAYLOAD_TOO_LARGE",
        error: /^La petición es demasiado grande\.$/,
      });
      expect((await send("x".repeat(bodyLimit))).status, path).toBe(400);
    }
    expect(larger).toEqual({
      "POST /api/auth/message": 32,
      "POST /api/curves": 384,
      "PUT /api/brand": 224,
      "PUT /api/simulations/:id/complete": 256,
      "POST /api/stripe/webhook": 256,
    });
  });

  test.each(["text/plain", "application/xml", "multipart/form-data; boundary=x", "application/x-www-form-urlencoded"])(
    "a body of type %s is refused",
    async (type) => {
      expectRefusal(await post("demand_value=5", type), { status: 415, code: "UNSUPPORTED_MEDIA_TYPE" });
    },
  );

  test.each([
    "'; DROP TABLE simulations; --",
    "1 OR 1=1",
    "{{7*7}} %s %n",
    "<script>alert(1)</script>",
    "\u0000",
    "\ud800",
    "💥".repeat(40),
  ])("the text %j is stored or refused, never run", async (text) => {
    const body = { inputParameters: { demand_value: 5, business_type: text } };
    const answer = await api.call("POST", "/api/simulations", { body });
    expect([201, 400]).toContain(answer.status);
    if (answer.status === 201) {
      const { id, accessToken } = answer.json().data;
      const record = (await api.call("GET", `/api/simulations/${id}`, { token: accessToken })).json().data;
      expect(record.inputParameters.business_type).toBe(text);
    }
    expectRefusal(await api.call("POST", "/api/simulations", { body: { inputParameters: { demand_value: text } } }), {
      status: 400,
      code: "INVALID_INPUT",
      // An unpaired surrogate is refused before anything is validated.
      ...(text === "\ud800" ? {} : { field: "inputParameters.demand_value" }),
    });
  });

  test.each(["\u0000", "\ud800"])("text the database cannot hold (%j) is refused, wherever it stands", async (text) => {
    const body = { inputParameters: { demand_value: 5 } };
    const { id, accessToken } = (await api.call("POST", "/api/simulations", { body })).json().data;
    const put = (action: string, body: object) =>
      api.call("PUT", `/api/simulations/${id}/${action}`, { body, token: accessToken });
    const refused = {
      status: 400,
      code: "INVALID_INPUT",
      error: /^Los datos contienen caracteres que no se admiten\.$/,
    };
    expectRefusal(await put("complete", { results: { [`a${text}`]: 1 }, executionTime: 1 }), refused);
    expectRefusal(await put("complete", { results: { a: [text] }, executionTime: 1 }), refused);
    expectRefusal(await put("fail", { errorMessage: text }), refused);
  });

  test("text that only spells an escape out, or pairs its surrogates, is stored as it came", async () => {
    for (const text of ["C:\\\\ud800", "\\ud83d", "\ud83d\udca5"]) {
      const body = { inputParameters: { demand_value: 5, business_type: text } };
      const { id, accessToken } = (await api.call("POST", "/api/simulations", { body })).json().data;
      const record = (await api.call("GET", `/api/simulations/${id}`, { token: accessToken })).json().data;
      expect(record.inputParameters.business_type).toBe(text);
    }
  });

  test("a deeply nested body is refused without harm", async () => {
    const depth = 2500;
    const payload = `{"inputParameters":${'{"a":'.repeat(depth)}1${"}".repeat(depth)}}`;
    expect((await post(payload)).status).toBe(400);
  });
});
