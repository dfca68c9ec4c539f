import { completeTerms } from "@ecotrim/contracts/simulations/finance-terms";
import { readCase, type SimulationInput } from "@ecotrim/contracts/simulations/input";
import { type EngineProgress, stageLabel } from "@ecotrim/contracts/simulations/progress";
import { Results } from "@ecotrim/contracts/simulations/result";
import { fastSolve } from "@ecotrim/engine/dispatch/fast-solve.fixture";
import { financingWays } from "@ecotrim/engine/economics/ways";
import { steelYear } from "@ecotrim/engine/power-contract/steel-year.fixture";
import { runSimulation } from "@ecotrim/engine/simulate";
import type { GivenSeries } from "@ecotrim/engine/site/site";
import Value from "typebox/value";
import { beforeAll, describe, expect, test } from "vitest";
import { FULL } from "../../../tests/support/full.ts";
import { exploredCase } from "../studies/explored-case.ts";
import { simulationOutput } from "./results.ts";

const six = (value: number) => new Array(6).fill(value);
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

const run = async (fields: SimulationInput, series: GivenSeries = {}) => {
  const told: number[] = [];
  const labels = new Set<string>();
  const onProgress = ({ stage, fraction, detail = {} }: EngineProgress) => {
    if (stage !== "solving") return;
    told.push(fraction);
    labels.add(stageLabel(stage, detail));
  };
  const outcome = await runSimulation(
    { input: readCase({ pv_value: 0, demand_value: 0, ...fields }), series },
    { solve: fastSolve, onProgress },
  );
  return { ...simulationOutput(outcome), told, labels };
};

const STEEL: SimulationInput = {
  time_step_duration: 0.25,
  ...{ battery_capacity: 500, max_charge_power: 250, max_discharge_power: 250 },
  ...{ efficiency_charge: 0.95, efficiency_discharge: 0.95, battery_min_soc: 0.1, initial_soc: 0.5, wear_eur_mwh: 20 },
  contract: { tariff: "6.1TD", contracted_kw: six(629), pricing: { kind: "indexed" } },
};

function steelSeries(lastDay?: string): GivenSeries {
  const { problem } = steelYear(250, 500, lastDay);
  const { demandKwh, buyEurMwh, sellEurMwh } = problem;
  return { demand_kwh: [...demandKwh], buy_eur_mwh: [...buyEurMwh], sell_eur_mwh: [...sellEurMwh] };
}

describe("the steel works' year under its contract", () => {
  let results: Results;
  let told: number[];
  let labels: Set<string>;
  beforeAll(async () => {
    ({ results, told, labels } = await run(STEEL, steelSeries()));
  }, 120_000);

  test("the results fit their schema", () => {
    expect([...Value.Errors(Results, results)]).toEqual([]);
  });

  test("the rows of a purchase are the terms of the bill, and add up to the cash flow", () => {
    const { rows, net } = financingWays(results, completeTerms())![0]!.customer;
    const parts = Object.fromEntries(results.savings_split.map(({ key, value_eur }) => [key, value_eur]));
    const terms = [rows.energy, rows.power, rows.excess, rows.reactive, rows.electricity_tax];
    expect(sum(terms.map((row) => row?.[1] ?? 0))).toBeCloseTo(parts.solar! + parts.shifting! + parts.power!, 4);
    expect(rows.power![1]).toBeGreaterThan(0);
    for (const { year, net_eur } of results.economic_model!.cashflow_df) expect(net[year]).toBeCloseTo(net_eur, 6);
  });

  test("the best powers without battery come first, and are those of the exact method", () => {
    const { as_is, best_without } = results.bill!;
    expect(as_is).toMatchObject({ contracted_kw: six(629), power_eur: 38_013.71, excess_eur: 0, tax_eur: 0 });
    expect(best_without.contracted_kw).toEqual(six(527));
    // Exact but for the cents of each line.
    expect(best_without.power_eur + best_without.excess_eur).toBeCloseTo(34_272.27, 0);
  });

  test("the battery is expected to keep three quarters of its ceiling, which is proven", () => {
    const { ceiling_eur, bound_eur, expected_eur, quick_eur } = results.battery_value!;
    expect(ceiling_eur).toBeGreaterThanOrEqual(0.985 * 14_267);
    expect(bound_eur).toBeGreaterThanOrEqual(ceiling_eur);
    expect(bound_eur! - ceiling_eur).toBeLessThan(0.01 * results.bill!.best_with.total_eur);
    expect(ceiling_eur).toBeGreaterThanOrEqual(quick_eur);
    expect(expected_eur).toBeGreaterThanOrEqual(0.75 * ceiling_eur);
    expect(results.realisable.fct).toBeCloseTo(expected_eur / ceiling_eur, 6);
  });

  test("the table's total costs hold the whole bill, and differ by the saving before availability", () => {
    const cost = (name: string, scenario: "sb" | "cb") =>
      results.project_economics_table!.find(({ var_name }) => var_name === name)![`cost_eur-${scenario}`]!;
    expect(cost("Coste total", "sb")).toBeCloseTo(results.bill!.best_without.total_eur, 0);
    expect(cost("Coste total", "sb") - cost("Coste total", "cb")).toBeCloseTo(
      cost("Ahorro en energía, auxiliares y potencia", "cb"),
      1,
    );
  });

  test("the assumptions state the share of the ceiling, and no extra for the power that is calculated", () => {
    const stated = new Map(results.assumptions.map(({ key, value_parts }) => [key, value_parts]));
    const { fct } = results.realisable;
    expect(stated.get("realisable_fct")).toContainEqual({ unit: "%", value: expect.closeTo(fct * 100, 6) });
    expect(stated.has("ahorro_termino_potencia")).toBe(false);
  });

  test("the saving is the difference of the bills after the free one, before availability and auxiliaries", () => {
    const { best_without, best_with } = results.bill!;
    const parts = Object.fromEntries(results.savings_split.map(({ key, value_eur }) => [key, value_eur]));
    expect(parts.solar! + parts.shifting! + parts.power!).toBeCloseTo(best_without.total_eur - best_with.total_eur, 1);
    expect(sum(Object.values(parts))).toBeCloseTo(results.summary.savings!, 6);
    expect(results.economic_case!.operation[0]!.energy_saving_eur).toBeCloseTo(
      best_without.total_eur - best_with.total_eur,
      1,
    );
    expect(results.possible_extras!.map(({ key }) => key)).toEqual(["garantia_suministro"]);
  });

  test("an aged battery saves less", () => {
    const savings = results.economic_case!.operation.map(({ energy_saving_eur }) => energy_saving_eur);
    expect(savings).toEqual(savings.toSorted((a, b) => b - a));
    expect(savings.at(-1)).toBeLessThan(savings[0]!);
  });

  test("a bill is the sum of its parts, of its months and of its periods to the cent", () => {
    const parts = ["power_eur", "excess_eur", "energy_eur", "reactive_eur", "tax_eur"] as const;
    for (const bill of Object.values(results.bill!)) {
      for (const one of [bill, ...bill.months]) {
        expect(sum(parts.map((part) => one[part]))).toBeCloseTo(one.total_eur, 6);
        expect(sum(one.excess_by_period_eur)).toBeCloseTo(one.excess_eur, 6);
      }
      for (const part of [...parts, "total_eur"] as const)
        expect(sum(bill.months.map((month) => month[part]))).toBeCloseTo(bill[part], 6);
      for (const period of six(0).keys())
        expect(sum(bill.months.map((month) => month.excess_by_period_eur[period]!))).toBeCloseTo(
          bill.excess_by_period_eur[period]!,
          6,
        );
      expect(sum(bill.power_by_period_eur)).toBeCloseTo(bill.power_eur, 6);
    }
    expect(results).not.toHaveProperty("bill_by_month");
  });

  test("months, periods and days with an excess are counted under each contract", () => {
    const { as_is, best_without, best_with } = results.bill!;
    expect(as_is).toMatchObject({ periods_without_excess: as_is.periods, days_with_excess: 0 });
    for (const { periods, periods_without_excess, days_with_excess, excess_eur } of [best_without, best_with]) {
      expect(excess_eur).toBeGreaterThan(0);
      expect(periods_without_excess).toBeLessThan(periods);
      expect(days_with_excess).toBeGreaterThan(0);
    }
  });

  test("progress rises to the end and names the exact solver, and nothing can be explored before the studies it is read off", () => {
    expect(told).toEqual(told.toSorted((a, b) => a - b));
    expect(told.at(-1)).toBeGreaterThan(0.95);
    expect([...labels]).toEqual(["Resolviendo el óptimo exacto"]);
    expect(exploredCase(results, STEEL, { power: null, uncertainty: null, sensitivity: null })).toBeNull();
    expect(results.contract_range).toEqual([]);
  });
});

test.runIf(FULL)(
  "a curve of hours with its maximeters has its bill, with tax, as the contract prices it",
  async () => {
    const { results } = await run({
      ...{
        demand_value: 60,
        shifts: 2,
        weekends: false,
        battery_capacity: 100,
        max_charge_power: 50,
        max_discharge_power: 50,
      },
      contract: {
        tariff: "6.1TD",
        contracted_kw: six(120),
        pricing: { kind: "fixed", price_eur_kwh: 0.12 },
        maximeters: new Array(12).fill(six(140)),
        electricity_tax_reduction: true,
      },
    });
    const { as_is, best_without } = results.bill!;
    expect(results.period.step_hours).toBe(0.25);
    expect(as_is.excess_eur).toBeGreaterThan(0);
    expect(as_is.energy_eur).toBeCloseTo(1000 * 0.12 * results.kpi_new_table.energetics.total_demand, 0);
    expect(as_is.tax_eur).toBeGreaterThan(0);
    expect(best_without.total_eur).toBeLessThanOrEqual(as_is.total_eur);
    expect(as_is.access_right_eur).toBe(0);
    const addedKw = Math.max(...best_without.contracted_kw) - 120;
    expect(best_without.access_right_eur).toBeCloseTo(17 * Math.max(0, addedKw), 2);
    expect(results.battery_value!.expected_eur).toBeLessThanOrEqual(results.battery_value!.ceiling_eur);
  },
  120_000,
);

test.each([
  ["a curve of hours without maximeters", { demand_value: 60, time_step_duration: 1 }, {}, "maxímetros"],
  ["no curve at all", { demand_value: 60 }, {}, "curva de cuartos de hora"],
  ["a month", { end_date: "2024-01-31" }, steelSeries("2024-01-31"), "un año entero"],
] as [string, SimulationInput, GivenSeries, string][])(
  "%s gives no figure of power, but the sentence of what would",
  async (_, fields, series, says) => {
    const { results } = await run({ ...STEEL, end_date: "2024-01-14", ...fields }, series);
    expect(results).not.toHaveProperty("bill");
    expect(results).not.toHaveProperty("battery_value");
    const warning = results.warnings.find(({ code }) => code === "no_power_figure")!;
    expect(warning.message).toContain(says);
  },
);

describe("the steel works' year as hours", () => {
  const hourly = (values: number[], of: (sum: number) => number) =>
    Array.from({ length: values.length / 4 }, (_, h) => of(sum(values.slice(4 * h, 4 * h + 4))));
  const { demand_kwh, buy_eur_mwh, sell_eur_mwh } = steelSeries() as Required<GivenSeries>;
  const HOURS: GivenSeries = {
    demand_kwh: hourly(demand_kwh, (kwh) => kwh),
    buy_eur_mwh: hourly(buy_eur_mwh, (eur) => eur / 4),
    sell_eur_mwh: hourly(sell_eur_mwh, (eur) => eur / 4),
  };
  const HOURLY = { ...STEEL, time_step_duration: 1 as const, battery_capacity: 200 };

  describe("with the swing of the load and more power allowed in P6", () => {
    let results: Results;
    beforeAll(async () => {
      const told = { load_swing: "normal", allow_p6_kw: 800, highest_ever_kw: 700 } as const;
      ({ results } = await run({ ...HOURLY, contract: { ...STEEL.contract!, ...told } }, HOURS));
    }, 120_000);

    test("have a bill, which is marked with its range", () => {
      const { as_is, best_without } = results.bill!;
      const { message, message_parts } = results.warnings.find(({ code }) => code === "estimated_peaks")!;
      expect(message).toMatch(/^Orientativo: .* un 15\u00a0% por encima .*carga normal.* del 5\u00a0% al 20\u00a0%/);
      const eur = message_parts!.flatMap((part) =>
        typeof part !== "string" && part.unit === "€" ? [part.value!] : [],
      );
      const [least = 0, most = 0, leastOfBattery = 0, mostOfBattery = 0] = eur;
      const saved = as_is.total_eur - best_without.total_eur;
      expect(saved).toBeGreaterThanOrEqual(least);
      expect(saved).toBeLessThanOrEqual(most);
      expect(most).toBeGreaterThan(least);
      expect(mostOfBattery).toBeGreaterThan(leastOfBattery);
      expect(results.warnings.map(({ code }) => code)).not.toContain("no_power_figure");
    });

    test("pay the power term of P6, and the right to what lies above the highest ever contracted", () => {
      const { best_without, best_with } = results.bill!;
      expect(best_without.contracted_kw[5]).toBeLessThan(700);
      expect(best_with.contracted_kw[5]).toBeGreaterThanOrEqual(800);
      expect(best_with.power_by_period_eur[5]).toBeGreaterThan(800);
      expect(best_with.access_right_eur).toBeCloseTo(17 * (best_with.contracted_kw[5]! - 700), 2);
    });
  });

  test("have no figure of power where the swing is not told, but the sentence of what would", async () => {
    const { results } = await run(HOURLY, HOURS);
    expect(results).not.toHaveProperty("bill");
    expect(results.warnings.find(({ code }) => code === "no_power_figure")?.message).toContain("curva horaria");
  });
});

test("without a battery the bills are told and nothing is saved by one", async () => {
  const { results } = await run({ ...STEEL, battery_capacity: 0 }, steelSeries());
  expect(results.bill!.best_with).toEqual(results.bill!.best_without);
  expect(results).not.toHaveProperty("battery_value");
  expect(results.summary.savings).toBeNull();
});
