import type { BatteryConfigurations } from "@ecotrim/contracts/simulations/battery-options";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { batteryQuery, INITIAL_STATE } from "../../web/src/features/calculator/state.ts";
import { queryString } from "../../web/src/lib/query-string.ts";
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

  test("battery selection answers the three cards at the top and in data", async () => {
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

  test("cards are of what was paid before the whole plant stood, whose part cannot exceed it", async () => {
    const known = "pv_generation=340&demand_load=500&pv_kwp=2000&type=constante&weekend=true&total_spendings=300000";
    const [whole, before] = [await select(known), await select(`${known}&pv_installed=0`)];
    expect(before.json().configurations.balanced.saving_eur).toBeLessThan(
      whole.json().configurations.balanced.saving_eur,
    );
    const refused = await select(`${known}&pv_installed=2001`);
    expectRefusal(refused, { status: 400, code: "INVALID_INPUT", field: "pv_installed" });
  });

  test("the autonomy of a battery selection is 4 hours where it is not given", async () => {
    const four = await select("pv_generation=340&demand_load=500&autonomy_hours=4");
    const none = await select("pv_generation=340&demand_load=500");
    expect(none.text).toBe(four.text);
  });

  test("numbers of a battery selection may be written as in Spain", async () => {
    const answer = await select("pv_generation=340,0&demand_load=500");
    expect(answer.json().configurations.balanced.capacity_kwh).toBe(1250);
  });

  test("the wizard's query for 50.5 kWp and 500 kWh per hour is read as meant, and gets the rule's sizes", async () => {
    const demand = { ...INITIAL_STATE.demand, average: 500 };
    const query = batteryQuery({ ...INITIAL_STATE, generation: 50.5, demand })!;
    // 0.17 x 50.5: three decimals, which with a point would be read as thousands.
    expect(query.pv_generation).toBe(8.585);
    const { configurations } = (await select(queryString(query))).json();
    expect(Object.values(configurations as BatteryConfigurations).map(({ capacity_kwh }) => capacity_kwh)).toEqual([
      100, 125, 150,
    ]);
  });

  test("a contract comes as JSON, and its maximeters put the power term into the cards", async () => {
    const demand = { ...INITIAL_STATE.demand, type: "2turnos", weekend: false, average: 60 } as const;
    const state = { ...INITIAL_STATE, generation: 0, demand };
    const contract = {
      tariff: "6.1TD",
      contracted_kw: new Array<number>(6).fill(220),
      pricing: { kind: "fixed", price_eur_kwh: 0.12 },
      maximeters: new Array<number[]>(12).fill(new Array<number>(6).fill(210)),
    } as const;
    const query = { ...batteryQuery({ ...state, total_spendings: 65_000, contract_kind: "fixed" })!, contract };
    const { balanced } = (await select(queryString(query))).json().configurations;
    const { contract: _, ...ofEnergy } = query;
    const { balanced: plain } = (await select(queryString(ofEnergy))).json().configurations;
    expect(balanced.saving_eur).toBeGreaterThan(plain.saving_eur + 1000);
    const refused = await select(`${queryString(ofEnergy)}&contract=%7B`);
    expectRefusal(refused, { status: 400, code: "INVALID_INPUT", field: "contract" });
  }, 60_000);

  const SITE = "pv_generation=340&demand_load=500&pv_kwp=2.000&type=constante&weekend=true";
  const cardsOf = (answer: Awaited<ReturnType<typeof select>>) =>
    Object.values(answer.json().configurations as BatteryConfigurations);

  test("where the site is known the cards are sized by value, which each tells", async () => {
    const cards = cardsOf(await select(`${SITE}&total_spendings=400.000,00`));
    for (const { npv_eur, verdict } of cards) expect(verdict).toContain(npv_eur! > 0 ? "VAN positivo" : "VAN negativo");
    const [recommended] = cards.filter(({ is_recommended }) => is_recommended);
    expect(recommended).toMatchObject({ pays: true });
    expect(recommended!.npv_eur).toBeGreaterThanOrEqual(0.95 * Math.max(...cards.map(({ npv_eur }) => npv_eur!)));
    expect(recommended!.saving_eur).toBeGreaterThan(0);
  });

  test("where nothing pays the rule's cards are offered and say so", async () => {
    const rule = (await select("pv_generation=340&demand_load=500")).json();
    const answer = await select(`${SITE}&total_spendings=250.000`);
    const { balanced, ...others } = rule.configurations;
    expect(answer.json().configurations).toMatchObject({ ...others, balanced: { ...balanced, is_recommended: false } });
    for (const card of cardsOf(answer)) expect(card).toMatchObject({ pays: false, is_recommended: false });
  });

  test("sizing does not hold up other calls", async () => {
    const order: string[] = [];
    await Promise.all([
      select(`${SITE}&total_spendings=390.000`).then(() => order.push("sized")),
      select("pv_generation=340&demand_load=500").then(() => order.push("by rule")),
    ]);
    expect(order).toEqual(["by rule", "sized"]);
  });

  test("more queries than can be sized are given the rule's cards", async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => select(`${SITE}&total_spendings=${390_000 + index}`)),
    );
    const sized = answers.filter((answer) => cardsOf(answer)[0]!.npv_eur !== undefined);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(sized.length).toBeGreaterThan(5);
    expect(sized.length).toBeLessThan(30);
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
  ])("battery selection refuses %s naming the field and the rule", async (query, field, error) => {
    expectRefusal(await select(query), { status: 400, code: "INVALID_INPUT", field, error });
  });
});
