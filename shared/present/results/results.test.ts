import { type Case, readCase, type SimulationInput } from "@ecotrim/contracts/simulations/input";
import { type Plot, Results } from "@ecotrim/contracts/simulations/result";
import { fastSolve } from "@ecotrim/engine/dispatch/fast-solve.fixture";
import { HOURLY, QUARTER_HOURLY } from "@ecotrim/engine/quarter-hours.fixture";
import { runSimulation } from "@ecotrim/engine/simulate";
import type { GivenSeries } from "@ecotrim/engine/site/site";
import { ANCHOR_SITES } from "@ecotrim/engine/studies/uncertainty/centre";
import Value from "typebox/value";
import { describe, expect, test } from "vitest";
import { explained } from "../errors.ts";
import { spell } from "../phrase.ts";
import { type SimulationOutput, simulationOutput } from "./results.ts";

const factory = (changes: Partial<SimulationInput> = {}): Case =>
  readCase({ demand_value: 500, pv_value: 300, total_spending: 480_000, battery_capacity: 1000, ...changes });

const run = async (input: Case, series?: GivenSeries) =>
  simulationOutput(await runSimulation(series ? { input, series } : { input }, { solve: fastSolve }));

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

const plotsOf = ({ operative_analysis }: Results): Plot[] => {
  const { kpi_demand, kpi_battery, ...plots } = operative_analysis!;
  return Object.values(plots);
};

test.each(ANCHOR_SITES)("the parts of the saving of an anchor site add up to it to the cent: %o", async (site) => {
  const { results } = await run(readCase(site));
  const parts = results.savings_split.map(({ key, value_eur }) => [key, value_eur] as const);
  expect(parts.map(([key]) => key)).toEqual(["solar", "shifting", "operation", "auxiliaries", "extraPower"]);
  expect(sum(parts.map(([, value]) => value))).toBeCloseTo(results.summary.savings!, 2);
});

test("with a revenue share the results name the owner's figures beside the customer's", async () => {
  const { results } = await run(factory({ revenue_share_fct: 0.6, total_spending: 400_000, pv_value: 2000 }));
  const { results: whole } = await run(factory({ total_spending: 400_000, pv_value: 2000 }));
  expect([...Value.Errors(Results, results)]).toEqual([]);
  expect(results.summary.savings).toBeCloseTo(0.4 * whole.summary.savings!, 6);
  expect(results.owner!.savings).toBeCloseTo(0.6 * whole.summary.savings!, 6);
  expect(results.owner!.lcoe).toBeCloseTo(whole.summary.lcoe!, 9);
  expect(results.null_reasons.payback_years).toContain("usted no invierte");
  expect(sum(results.savings_split.map(({ value_eur }) => value_eur))).toBeCloseTo(results.summary.savings!, 6);
  const { message } = results.warnings.find(({ code }) => code === "revenue_share")!;
  expect(message).toContain("quien invierte, que recibe el 60");
  expect(whole.owner).toBeUndefined();
});

describe("a simulated year", async () => {
  const input = factory({ pv_value: 620, demand_value: 400, total_spending: 300_000 });
  const frozen = JSON.stringify(input);
  const { results, hourly } = await run(input);
  const { economics, energetics } = results.kpi_new_table;

  test("a simulated year fits the results schema and leaves its input as it was", () => {
    expect([...Value.Errors(Results, results)]).toEqual([]);
    expect(JSON.stringify(input)).toBe(frozen);
  });

  test("a simulated year closes the balances of PV and demand to 1e-6 MWh", () => {
    const { total_autoconsume, total_export, total_curtailed, total_generation } = energetics;
    expect(Math.abs(total_autoconsume + total_export + total_curtailed - total_generation)).toBeLessThan(1e-6);
    const supplied = energetics.total_import - energetics.total_charge + energetics.total_discharge;
    expect(Math.abs(supplied + total_autoconsume - energetics.total_demand)).toBeLessThan(1e-6);
  });

  test("a simulated year says the same in Sankey, table and KPIs", () => {
    const [sankey] = results.operative_analysis!.sankey_plot.data;
    const [node, link] = [sankey!.node!, sankey!.link!];
    const flow = (end: "source" | "target", label: string) =>
      sum(link.value.filter((_, index) => node.label[link[end][index]!] === label));
    const amount = (name: string) =>
      results.project_economics_table!.find(({ var_name }) => var_name === name)?.["amount_mwh-cb"];
    expect(flow("source", "Fotovoltaica")).toBeCloseTo(energetics.total_generation, 6);
    expect(flow("target", "Su consumo")).toBeCloseTo(energetics.total_demand, 6);
    expect(flow("source", "Red")).toBeCloseTo(energetics.total_import, 6);
    expect(flow("target", "Excedentes")).toBeCloseTo(energetics.total_export, 6);
    expect(flow("target", "Batería")).toBeCloseTo(energetics.total_charge, 6);
    expect(flow("source", "Batería")).toBeCloseTo(energetics.total_charge, 6);
    expect(amount("Compra a la red")).toBeCloseTo(energetics.total_import, 6);
    expect(amount("Excedentes vendidos")).toBeCloseTo(energetics.total_export, 6);
    expect(amount("Fotovoltaica autoconsumida")).toBeCloseTo(energetics.total_autoconsume, 6);
    expect(amount("Descarga de la batería")).toBeCloseTo(energetics.total_discharge, 6);
    expect(results.operation_data!.df[0]!.import_mwh).toBeCloseTo(energetics.total_import, 6);
  });

  test("a simulated year splits the saving into parts that add up to it", () => {
    expect(sum(results.savings_split.map(({ value_eur }) => value_eur))).toBeCloseTo(economics.savings!, 6);
  });

  test("a simulated year bills its months apart, which add up to its costs", () => {
    const months = results.bill_by_month!;
    expect(months.map(({ month }) => month).join()).toMatch(/^2024-01,2024-02,.*,2024-12$/);
    const total = (key: "without_battery_eur" | "with_battery_eur") => sum(months.map((month) => month[key]!));
    expect(total("without_battery_eur")).toBeCloseTo(results.costs.without_battery_eur!, 6);
    expect(total("with_battery_eur")).toBeCloseTo(results.costs.with_battery_eur, 6);
  });

  test("the fixed items stand once, as possible extras, and enter no figure", async () => {
    expect(results.possible_extras!.map(({ key, value_eur }) => [key, value_eur])).toEqual([
      ["ahorro_termino_potencia", 1000],
      ["garantia_suministro", 1000],
    ]);
    const { results: without } = await run(
      factory({
        ...{ pv_value: 620, demand_value: 400, total_spending: 300_000 },
        ...{ ahorro_termino_potencia: 0, garantia_suministro: 0 },
      }),
    );
    const figures = ({ possible_extras, assumptions, solver, ...others }: Results) => others;
    expect(without.possible_extras).toEqual([]);
    expect(figures(without)).toEqual(figures(results));
  });

  test("a simulated year shows a cash flow worth the net present value", () => {
    const flows = results.economic_model!.cashflow_df;
    expect(flows).toHaveLength(16);
    expect(sum(flows.map(({ discounted_eur }) => discounted_eur))).toBeCloseTo(economics.npv!, 5);
    expect(flows.at(-1)!.cumulative_eur).toBeCloseTo(sum(flows.map(({ net_eur }) => net_eur)), 5);
  });

  test("the table's total costs differ by the saving before availability", () => {
    const cost = (name: string, scenario: "sb" | "cb") =>
      results.project_economics_table!.find(({ var_name }) => var_name === name)![`cost_eur-${scenario}`]!;
    const difference = cost("Coste total", "sb") - cost("Coste total", "cb");
    expect(difference).toBeCloseTo(cost("Ahorro en energía, auxiliares y potencia", "cb"), 6);
    expect(cost("Ahorro total del primer año", "cb")).toBeCloseTo(economics.savings!, 6);
  });

  test("a simulated year shows one week of every season, hour by hour", () => {
    const { data, layout } = results.operative_analysis!.energy_plot;
    const weeks = layout.weeks!;
    expect(weeks.map(({ label }) => label.split(":")[0])).toEqual(["Invierno", "Primavera", "Verano", "Otoño"]);
    expect(weeks.at(-1)!.to).toBe(data[0]!.x!.length);
    for (const [index, { from, to }] of weeks.entries()) {
      expect(from).toBe(index === 0 ? 0 : weeks[index - 1]!.to);
      expect([167, 168, 169]).toContain(to - from);
      expect(data[0]!.x![from]).toMatch(/^lun .* 00:00$/);
    }
    for (const { x, y } of data) expect(y).toHaveLength(x!.length);
  });

  test("a simulated year has monthly and hourly charts that sum to the totals", () => {
    const { stackbar_plot, battery_cha, battery_dis } = results.operative_analysis!;
    for (const stack of ["sin batería", "con batería"]) {
      const bars = stackbar_plot.data.filter((trace) => trace.stack === stack);
      expect(sum(bars.flatMap(({ y }) => y as number[]))).toBeCloseTo(energetics.total_demand, 1);
    }
    const yearly = (plot: Plot) => (sum(plot.data.flatMap(({ y }) => y as number[])) * 366) / 1000;
    expect(yearly(battery_cha)).toBeCloseTo(energetics.total_charge, 1);
    expect(yearly(battery_dis)).toBeCloseTo(energetics.total_discharge, 1);
  });

  test("a simulated year describes every chart in one sentence with figures", () => {
    for (const { layout } of plotsOf(results)) {
      expect(layout.title).not.toBe("");
      expect(layout.description).toMatch(/\d.*\.$/);
    }
  });

  test("a simulated year charges cheap and discharges dear", () => {
    const [charge, discharge] = results.operative_analysis!.battery_spread.data;
    for (const [month, price] of charge!.y!.entries()) expect(discharge!.y![month]!).toBeGreaterThan(price!);
  });

  test("a simulated year gives the hourly dispatch behind the totals", () => {
    expect(hourly.import_kwh).toHaveLength(8784);
    expect(sum(hourly.import_kwh) / 1000).toBeCloseTo(energetics.total_import, 5);
  });

  test("a simulated year names every assumption once, with value and source", () => {
    const keys = results.assumptions.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    for (const { label, value, source } of results.assumptions) {
      expect(Math.min(label.length, value.length, source.length)).toBeGreaterThan(0);
      expect(value).not.toMatch(/NaN|undefined|No aplicable/);
    }
    expect(results.assumptions.filter(({ overridden }) => overridden)).toEqual([]);
    expect(results.assumptions.find(({ key }) => key === "realisable_fct")?.source).toContain("hora a hora");
  });
});

describe("overrides", async () => {
  const plain = await run(factory());
  const { results } = await run(factory({ capex_eur: 120_000, discount_rate: 0.05, efficiency_charge: 0.97 }));

  test("overrides are marked in the assumptions", () => {
    const overridden = results.assumptions.filter((assumption) => assumption.overridden).map(({ key }) => key);
    expect(overridden).toEqual(["capex_eur", "discount_rate", "efficiency_charge"]);
  });

  test("overrides change the figures they stand for", () => {
    expect(results.summary.capex_eur).toBe(120_000);
    expect(results.summary.npv!).toBeGreaterThan(plain.results.summary.npv!);
  });

  test("a battery that never pays says so, and from which investment it would", () => {
    const warning = plain.results.warnings.find(({ code }) => code === "negative_npv");
    expect(plain.results.summary.npv!).toBeLessThan(0);
    expect(warning?.message).toMatch(/VAN negativo: al 7,5\s% esta batería no recupera la inversión.*en lugar de/);
  });
});

test("a battery that saves no energy gets no advice on what to invest in it", async () => {
  const { results } = await run(factory({ pv_value: 0, demand_value: 0 }));
  const messages = results.warnings.map(({ message }) => message).join(" ");
  expect(messages).toContain("Sin consumo");
  expect(messages).toContain("VAN negativo");
  expect(messages).not.toContain("en lugar de");
});

test("the saving of the years after a life is stored as a longer life has it", async () => {
  const short = await run(factory({ life_years: 5, fade: 0.04 }));
  const long = await run(factory({ life_years: 40, fade: 0.04 }));
  const savingOf = ({ results }: SimulationOutput) => {
    const { operation, later_energy_saving_eur } = results.economic_case!;
    return [...operation.map(({ energy_saving_eur }) => energy_saving_eur), ...later_energy_saving_eur!];
  };
  expect(short.results.economic_case!.operation).toHaveLength(5);
  expect(long.results.economic_case!.later_energy_saving_eur).toEqual([]);
  expect(savingOf(short)).toEqual(savingOf(long));
  expect(savingOf(long).slice(25)).toEqual(new Array(15).fill(0));
});

test("hide_details leaves out plots and tables and keeps every figure", async () => {
  const { results } = await run(factory({ hide_details: true }));
  const shown = await run(factory());
  expect(results).not.toHaveProperty("operative_analysis");
  expect(results).not.toHaveProperty("project_economics_table");
  expect(results).not.toHaveProperty("operation_data");
  expect(results).not.toHaveProperty("economic_model");
  expect(results.kpi_new_table).toEqual(shown.results.kpi_new_table);
  expect([...Value.Errors(Results, results)]).toEqual([]);
});

describe("what does not exist is null with a reason", () => {
  const cases: [name: string, input: Case, nulls: string[]][] = [
    [
      "no battery",
      factory({ battery_capacity: 0 }),
      ["savings", "irr", "npv", "payback_years", "lcos", "cycles_per_year"],
    ],
    [
      "no power",
      factory({ max_charge_power: 0, max_discharge_power: 0 }),
      ["irr", "lcos", "first_year_income_by_power"],
    ],
    ["no demand", factory({ demand_value: 0, pv_value: 0 }), ["lcoe", "self_sufficiency_fct", "mean_buy_eur_mwh"]],
    ["no PV", factory({ pv_value: 0 }), ["self_consumption_fct"]],
    ["no spending", factory({ pv_value: 0, total_spending: 0 }), ["spending_to_savings", "ratio"]],
    ["one month", factory({ end_date: "2024-01-31" }), ["irr", "npv", "payback_years"]],
    [
      "nothing at all",
      factory({ demand_value: 0, pv_value: 0, total_spending: 0, battery_capacity: 0 }),
      ["savings", "lcoe", "self_consumption_fct"],
    ],
  ];

  test.each(cases)("a figure that does not exist with %s is null with a reason", async (_, input, nulls) => {
    const { results } = await run(input);
    expect([...Value.Errors(Results, results)]).toEqual([]);
    expect(Object.keys(results.null_reasons)).toEqual(expect.arrayContaining(nulls));
    for (const reason of Object.values(results.null_reasons)) expect(reason).toMatch(/^[A-Z].*\.$/);
    const { economics, energetics } = results.kpi_new_table;
    for (const [key, value] of Object.entries({ ...economics, ...energetics })) {
      expect(value === null).toBe(key in results.null_reasons);
    }
    expect(JSON.stringify(results)).not.toMatch(/NaN|Infinity|undefined/);
  });
});

const GIVEN = {
  conversion_efficiency: 1,
  wear_eur_mwh: 0.001,
  battery_min_soc: 0,
  initial_soc: 0,
  battery_capacity: 100,
};

test("a site that only the battery makes fit has a dispatch but no saving", async () => {
  const input = factory({ ...GIVEN, max_charge_power: 100, max_discharge_power: 100, limit: 60 });
  const { results } = await run(input, {
    pv_kwh: [0, 0],
    demand_kwh: [10, 100],
    buy_eur_mwh: [100, 100],
    sell_eur_mwh: [0, 0],
  });
  expect(results.summary.savings).toBeNull();
  expect(results.costs.without_battery_eur).toBeNull();
  expect(results.bill_by_month!.map(({ without_battery_eur }) => without_battery_eur)).toEqual([null]);
  expect(results.null_reasons.savings).toContain("sin batería no cabe en su potencia contratada");
  expect(results.costs.with_battery_eur).toBeCloseTo((10 + 60 + (40 / 0.975 / 0.975 - 0)) / 10, 6);
});

test("a site that not even the battery makes fit is an error with the first hour that fails", async () => {
  const input = factory({ ...GIVEN, max_charge_power: 1, max_discharge_power: 1, limit: 20 });
  const series = { pv_kwh: [0, 0], demand_kwh: [10, 50], buy_eur_mwh: [100, 100], sell_eur_mwh: [0, 0] };
  expect(await run(input, series).catch(explained)).toMatchObject({
    code: "INFEASIBLE",
    field: "limit",
    message: expect.stringMatching(/potencia contratada.*intervalo 2.*lun 1 ene 01:00/),
  });
});

test("a flat price without PV saves nothing and says why", async () => {
  const { results } = await run(factory({ ...GIVEN, ahorro_termino_potencia: 0, garantia_suministro: 0 }), {
    pv_kwh: new Array(48).fill(0),
    demand_kwh: new Array(48).fill(50),
    buy_eur_mwh: new Array(48).fill(120),
    sell_eur_mwh: new Array(48).fill(0),
  });
  expect(results.kpi_new_table.economics.energy_saving_eur!).toBeLessThanOrEqual(0);
  expect(results.warnings.map(({ message }) => message).join()).toContain(
    "con un precio plano y sin excedentes solares, una batería no tiene de dónde ahorrar",
  );
});

test("the hours of the operation chart balance in kWh: what comes less what leaves is the consumption", async () => {
  const byHour = (value: (hour: number) => number) => Array.from({ length: 48 }, (_, t) => value(t % 24));
  const { results } = await run(factory({ ...GIVEN, limit_output: 30 }), {
    pv_kwh: byHour((hour) => (hour > 8 && hour < 18 ? 200 : 0)),
    demand_kwh: byHour(() => 50),
    buy_eur_mwh: byHour((hour) => (hour < 12 ? 60 : 160)),
    sell_eur_mwh: byHour(() => 20),
  });
  const { data, layout } = results.operative_analysis!.energy_plot;
  expect(layout.yaxis).toEqual({ title: "kWh" });
  const named: Record<string, number[]> = Object.fromEntries(data.map(({ name, y }) => [name, y as number[]]));
  const { "Su consumo": demand, "Energía almacenada": _, "Precio de compra": __, ...flows } = named;
  for (const leaving of ["Carga de la batería", "Excedentes", "Fotovoltaica no aprovechada"])
    expect(sum(flows[leaving]!), leaving).toBeLessThan(0);
  for (const [hour, consumed] of demand!.entries())
    expect(sum(Object.values(flows).map((values) => values[hour]!)), `hour ${hour}`).toBeCloseTo(consumed, 2);
});

test("quarter hours that repeat the hour are drawn as the hours are", async () => {
  const input = { ...GIVEN, max_charge_power: 40, max_discharge_power: 40 };
  const whole = await run(factory(input), HOURLY);
  const split = await run(factory({ ...input, time_step_duration: 0.25 }), QUARTER_HOURLY);
  expect(split.results.operative_analysis!.energy_plot.data[0]!.y).toEqual(
    whole.results.operative_analysis!.energy_plot.data[0]!.y,
  );
});

test("sentences with figures have parts that spell the same, sentences without have none", async () => {
  const { results } = await run(factory());
  for (const { message, message_parts } of results.warnings) {
    expect(message_parts === undefined).toBe(!/\d/.test(message));
    if (message_parts) expect(spell(message_parts)).toBe(message);
  }
  for (const { layout } of plotsOf(results)) expect(spell(layout.description_parts!)).toBe(layout.description);
  for (const { value, value_parts } of results.assumptions) if (value_parts) expect(spell(value_parts)).toBe(value);
});
