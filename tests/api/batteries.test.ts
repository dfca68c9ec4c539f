import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectRefusal, openApp, type TestApp } from "../support/app.ts";
import { testServices } from "../support/services.ts";

describe("GET /api/ecotrim/battery_selection", () => {
  const services = testServices("postgres");
  let api: TestApp;
  beforeAll(async () => {
    api = await openApp(services);
  });
  afterAll(() => api.close());

  const select = (query: string) => api.call("GET", `/api/ecotrim/battery_selection?${query}`);

  test("answers the three cards at the top and in data", async () => {
    const answer = await select("pv_generation=340&demand_load=500&autonomy_hours=4");
    expect(answer.status).toBe(200);
    const { success, configurations, data } = answer.json();
    expect(success).toBe(true);
    expect(data).toEqual({ configurations });
    expect(configurations.balanced).toEqual({
      capacity_kwh: 1250,
      power_kw: 625,
      c_rating: 0.5,
      discharge_duration_hours: 2,
      is_recommended: true,
      investment_level: "Media",
      description: expect.any(String),
      use_case: expect.any(String),
    });
    expect(configurations.aggressive.description).toMatch(/mayor potencia, normalmente menos rentable/i);
  });

  test("autonomy is 4 hours where it is not given", async () => {
    const four = await select("pv_generation=340&demand_load=500&autonomy_hours=4");
    const none = await select("pv_generation=340&demand_load=500");
    expect(none.text).toBe(four.text);
  });

  test("numbers may be written as in Spain, and the answers for sized cards are accepted", async () => {
    const spanish = "pv_kwp=2.000,5&type=2turnos&weekend=false&total_spendings=400.000,00";
    const answer = await select(`pv_generation=340,0&demand_load=500&${spanish}`);
    expect(answer.json().configurations.balanced.capacity_kwh).toBe(1250);
  });

  test.each([
    ["demand_load=500", "pv_generation", /^Falta un dato obligatorio: la generación fotovoltaica media\.$/],
    ["pv_generation=1&demand_load=", "demand_load", /^El consumo medio debe estar entre 0 y 500\.000\skWh\/h\.$/],
    ["pv_generation=-1&demand_load=5", "pv_generation", /entre 0 y 34\.000\skW\.$/],
    ["pv_generation=1e5&demand_load=5", "pv_generation", /entre 0 y 34\.000\skW\.$/],
    [
      "pv_generation=1&demand_load=5&autonomy_hours=25",
      "autonomy_hours",
      /^La autonomía debe estar entre 0,25 y 24\sh/,
    ],
    ["pv_generation=1&demand_load=5&type=24x7", "type", /constante, 2turnos/],
    ["pv_generation=1&demand_load=5&weekend=si", "weekend", /«true» o «false»/],
    ["pv_generation=1&demand_load=5&color=rojo", "color", /^El campo «color» no se admite\.$/],
    ["pv_generation=1&pv_generation=2&demand_load=5", "pv_generation", /La generación fotovoltaica media/],
    ["pv_generation=1&demand_load=5&__proto__=x", "__proto__", /no se admite/],
  ])("refuses %s naming the field and the rule", async (query, field, error) => {
    expectRefusal(await select(query), { status: 400, code: "INVALID_INPUT", field, error });
  });
});
