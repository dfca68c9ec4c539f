import type { Contract } from "@ecotrim/contracts/simulations/contract";
import { type Case, readCase, type SimulationInput } from "@ecotrim/contracts/simulations/input";
import { percentAt } from "@ecotrim/contracts/simulations/progress";
import { describe, expect, test } from "vitest";
import { fastSolve as solve } from "./dispatch/fast-solve.fixture.ts";
import { HOURLY, QUARTER_HOURLY } from "./quarter-hours.fixture.ts";
import { runSimulation } from "./simulate.ts";
import type { GivenSeries } from "./site/site.ts";

const factory = (changes: Partial<SimulationInput> = {}): Case =>
  readCase({ demand_value: 500, pv_value: 300, total_spending: 480_000, battery_capacity: 1000, ...changes });

const run = async (input: Case, series?: GivenSeries) =>
  runSimulation(series ? { input, series } : { input }, { solve });

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

describe("a simulated year", async () => {
  const input = factory({ pv_value: 620, demand_value: 400, total_spending: 300_000 });
  const frozen = JSON.stringify(input);
  const outcome = await run(input);
  const { economics, energetics } = outcome.figures;

  test("a simulation leaves its input as it was", () => {
    expect(JSON.stringify(input)).toBe(frozen);
  });

  test("a simulated year closes the balances of PV and demand to 1e-6 MWh", () => {
    const { total_autoconsume, total_export, total_curtailed, total_generation } = energetics;
    expect(Math.abs(total_autoconsume + total_export + total_curtailed - total_generation)).toBeLessThan(1e-6);
    const supplied = energetics.total_import - energetics.total_charge + energetics.total_discharge;
    expect(Math.abs(supplied + total_autoconsume - energetics.total_demand)).toBeLessThan(1e-6);
  });

  test("self-sufficiency is the share of the demand that is not imported", () => {
    const { total_demand, total_import, self_sufficiency_fct } = energetics;
    expect(self_sufficiency_fct).toBeCloseTo((total_demand - total_import) / total_demand, 12);
    expect(self_sufficiency_fct).toBeGreaterThan(0);
  });

  test("a simulated year splits the saving into parts that add up to it", () => {
    const parts = outcome.evaluated!.firstYear;
    expect(sum(Object.values(parts))).toBeCloseTo(economics.savings!, 6);
  });

  test("a simulated year charges cheap and discharges dear, month by month", () => {
    const { site, flows, schedule } = outcome;
    const meanPrice = (month: number, valueMilliEur: (t: number) => number, energyKwh: Float64Array) => {
      const steps = [...site.timeline.month.keys()].filter((t) => site.timeline.month[t] === month);
      return sum(steps.map(valueMilliEur)) / sum(steps.map((t) => energyKwh[t]!));
    };
    const { buyEurMwh, sellEurMwh } = site;
    for (let month = 1; month <= 12; month++) {
      const charge = meanPrice(
        month,
        (t) => flows.gridToBattery[t]! * buyEurMwh[t]! + flows.pvToBattery[t]! * sellEurMwh[t]!,
        schedule.chargeKwh,
      );
      const discharge = meanPrice(month, (t) => flows.batteryToDemand[t]! * buyEurMwh[t]!, schedule.dischargeKwh);
      expect(discharge).toBeGreaterThan(charge);
    }
  });
});

describe("overrides", async () => {
  const plain = await run(factory());
  const outcome = await run(factory({ capex_eur: 120_000, discount_rate: 0.05, efficiency_charge: 0.97 }));

  test("overrides change the figures they stand for", () => {
    expect(outcome.figures.economics.capex_eur).toBe(120_000);
    expect(outcome.figures.economics.npv!).toBeGreaterThan(plain.figures.economics.npv!);
  });

  test("a battery that never pays says so, and from which investment it would", () => {
    const { capex_eur, npv } = plain.figures.economics;
    const warning = plain.warnings.find(({ code }) => code === "negative_npv");
    expect(npv!).toBeLessThan(0);
    expect(warning).toMatchObject({ discountRate: 0.075, capexEur: capex_eur });
    expect(warning).toMatchObject({ payingCapexEur: plain.evaluated!.breakEvenCapexEur });
  });
});

test("a battery that saves no energy gets no advice on what to invest in it", async () => {
  const { warnings } = await run(factory({ pv_value: 0, demand_value: 0 }));
  expect(warnings).toContainEqual({ code: "no_energy_saving", reason: "no_demand" });
  expect(warnings).toContainEqual(expect.objectContaining({ code: "negative_npv", payingCapexEur: null }));
});

test.each([
  { start_date: "2023-01-01", end_date: "2024-12-31" },
  { start_date: "2024-03-01", end_date: "2024-03-31" },
])("the energy saving is annual like the saving, whatever the period: %o", async (period) => {
  const { figures, evaluated, contractRange, billWithEur, billWithoutEur, site } = await run(factory(period));
  const { energy_saving_eur } = figures.economics;
  expect(energy_saving_eur).toBeCloseTo((billWithoutEur! - billWithEur) * site.timeline.annualFactor, 6);
  expect(energy_saving_eur).toBeCloseTo(evaluated!.firstYear.energy, 6);
  expect(energy_saving_eur).toBeCloseTo(contractRange.find(({ isOwn }) => isOwn)!.energySavingEur, 6);
});

test("a smaller battery of the same power never saves more", async () => {
  const savings = [];
  for (const battery_capacity of [0, 250, 500, 1000, 2000]) {
    const { figures } = await run(factory({ battery_capacity, max_charge_power: 500, max_discharge_power: 500 }));
    savings.push(figures.economics.energy_saving_eur!);
  }
  expect(savings).toEqual(savings.toSorted((a, b) => a - b));
});

test("stages are reported in order and the percentage never goes back", async () => {
  const seen: string[] = [];
  const percents: number[] = [];
  await runSimulation(
    { input: factory() },
    {
      solve,
      onProgress: ({ stage, fraction }) => {
        seen.push(stage);
        percents.push(percentAt(stage, fraction));
      },
    },
  );
  expect([...new Set(seen)]).toEqual(["series", "model", "solving", "economics"]);
  expect(percents).toEqual(percents.toSorted((a, b) => a - b));
});

describe("a spending beside a contract", () => {
  const BY_PERIOD: Contract["pricing"] = {
    kind: "fixed_by_period",
    prices_eur_kwh: [0.2, 0.18, 0.15, 0.13, 0.1, 0.08],
  };
  const under = (total_spending: number, pricing: Contract["pricing"]) =>
    run(factory({ total_spending, contract: { tariff: "6.1TD", contracted_kw: new Array(6).fill(600), pricing } }));
  const unused = ({ warnings }: Awaited<ReturnType<typeof run>>) =>
    warnings.find(({ code }) => code === "spending_not_used");

  test("what the prices of a contract make of a year's imports is the spending of the ratio, not what was typed", async () => {
    const outcome = await under(900_000, BY_PERIOD);
    const { contractSpendingEur, figures, withoutBattery, meanBuyEurMwh } = outcome;
    expect(contractSpendingEur).toBeCloseTo((meanBuyEurMwh! * sum([...withoutBattery!.importKwh])) / 1000, 4);
    expect(figures.economics.spending_to_savings).toBe(contractSpendingEur! / figures.economics.savings!);
    expect(unused(outcome)).toMatchObject({ spendingEurYear: 900_000, contractEurYear: contractSpendingEur });
  });

  test.each([
    [1.16, true],
    [1.14, false],
    [0.81, false],
    [0.79, true],
  ])("a spending %d times what the prices of a contract cost is warned of: %s", async (ratio, isWarned) => {
    const { contractSpendingEur } = await under(1, BY_PERIOD);
    expect(unused(await under(ratio * contractSpendingEur!, BY_PERIOD)) !== undefined).toBe(isWarned);
  });

  test("a spending counts where a contract states no prices", async () => {
    const outcome = await under(480_000, { kind: "unknown" });
    expect([outcome.contractSpendingEur, unused(outcome)]).toEqual([null, undefined]);
    expect(outcome.figures.economics.spending_to_savings).toBe(480_000 / outcome.figures.economics.savings!);
  });
});

describe("what does not exist is null with a reason", () => {
  const cases: [name: string, input: Case, reasons: Record<string, string>][] = [
    [
      "no battery",
      factory({ battery_capacity: 0 }),
      {
        ...{ savings: "no_battery", irr: "no_battery", npv: "no_battery", payback_years: "no_battery" },
        ...{ lcos: "no_battery", cycles_per_year: "no_battery" },
      },
    ],
    [
      "no power",
      factory({ max_charge_power: 0, max_discharge_power: 0 }),
      { irr: "no_rate", lcos: "no_discharge", first_year_income_by_power: "no_power" },
    ],
    [
      "no demand",
      factory({ demand_value: 0, pv_value: 0 }),
      {
        lcoe: "no_demand",
        lcoe_without_battery: "no_demand",
        mean_buy_eur_mwh: "no_imports",
        self_sufficiency_fct: "no_consumption",
      },
    ],
    ["no PV", factory({ pv_value: 0 }), { self_consumption_fct: "no_pv" }],
    [
      "no spending",
      factory({ pv_value: 0, total_spending: 0 }),
      { spending_to_savings: "zero_spending", ratio: "not_calibrated" },
    ],
    [
      "one month",
      factory({ end_date: "2024-01-31" }),
      { irr: "short_period", npv: "short_period", payback_years: "short_period" },
    ],
    ["a dear battery", factory({ capex_eur: 9_000_000 }), { payback_years: "not_recovered" }],
    [
      "nothing at all",
      factory({ demand_value: 0, pv_value: 0, total_spending: 0, battery_capacity: 0 }),
      { savings: "no_battery", lcoe: "no_demand", self_consumption_fct: "no_pv" },
    ],
  ];

  test.each(cases)("a figure that does not exist with %s is null with a reason", async (_, input, reasons) => {
    const { figures, nullReasons } = await run(input);
    expect(nullReasons).toMatchObject(reasons);
    for (const [key, value] of Object.entries({ ...figures.economics, ...figures.energetics })) {
      expect(value === null).toBe(key in nullReasons);
    }
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
  const outcome = await run(input, {
    pv_kwh: [0, 0],
    demand_kwh: [10, 100],
    buy_eur_mwh: [100, 100],
    sell_eur_mwh: [0, 0],
  });
  expect(outcome).toMatchObject({ economics: null, evaluated: null, billWithoutEur: null });
  expect(outcome.nullReasons.savings).toBe("cannot_do_without");
  expect(outcome.warnings).toContainEqual({ code: "needs_battery" });
  expect(outcome.billWithEur).toBeCloseTo((10 + 60 + (40 / 0.975 / 0.975 - 0)) / 10, 6);
});

test("a site that not even the battery makes fit is an error with the first hour that fails", async () => {
  const input = factory({ ...GIVEN, max_charge_power: 1, max_discharge_power: 1, limit: 20 });
  const series = { pv_kwh: [0, 0], demand_kwh: [10, 50], buy_eur_mwh: [100, 100], sell_eur_mwh: [0, 0] };
  await expect(run(input, series)).rejects.toMatchObject({
    code: "INFEASIBLE",
    field: "limit",
    cause: {
      ...{ fault: "limit_too_small", step: 1, limitKw: 20, neededKw: 50, reason: "discharge" },
      at: { date: "2024-01-01", hour: 1 },
    },
  });
});

test("a flat price without PV saves nothing and says why", async () => {
  const { figures, warnings } = await run(factory({ ...GIVEN, ahorro_termino_potencia: 0, garantia_suministro: 0 }), {
    pv_kwh: new Array(48).fill(0),
    demand_kwh: new Array(48).fill(50),
    buy_eur_mwh: new Array(48).fill(120),
    sell_eur_mwh: new Array(48).fill(0),
  });
  expect(figures.economics.energy_saving_eur!).toBeLessThanOrEqual(0);
  expect(warnings).toContainEqual({ code: "no_energy_saving", reason: "flat_price" });
});

test("hourly series repeated in quarter hours give the same figures", async () => {
  const input = { ...GIVEN, max_charge_power: 40, max_discharge_power: 40 };
  const whole = await run(factory(input), HOURLY);
  const split = await run(factory({ ...input, time_step_duration: 0.25 }), QUARTER_HOURLY);
  expect(split.billWithEur).toBeCloseTo(whole.billWithEur, 6);
  expect(split.figures.economics.savings!).toBeCloseTo(whole.figures.economics.savings!, 4);
});

test("more cycles in a life than under warranty are warned of", async () => {
  const outcome = await run(factory({ warranty_cycles: 1000, wear_eur_mwh: 1 }));
  const cycles = outcome.figures.energetics.cycles_per_year!;
  expect(cycles * 15).toBeGreaterThan(1000);
  expect(outcome.warnings).toContainEqual({
    ...{ code: "warranty_cycles", years: 15, warrantyCycles: 1000 },
    cycles: expect.closeTo(15 * cycles, 9),
  });
  expect(outcome.operationYears[1]!.stateOfHealth).toBeCloseTo(1 - (cycles / 1000) * 0.2, 9);
});

describe("a site that may not feed into the grid", async () => {
  const given = {
    demand_value: 200,
    pv_value: 800,
    two_turnes: true,
    limit_output: 0,
    battery_capacity: 800,
    max_charge_power: 400,
    max_discharge_power: 400,
  };
  const free = await run(readCase(given));
  const closed = await run(readCase({ ...given, zero_export: true }));

  test("a site without feed-in exports nothing in any step and curtails its surplus", () => {
    expect(Math.max(...closed.schedule.exportKwh)).toBe(0);
    expect(closed.figures.energetics.total_export).toBeCloseTo(0, 9);
    expect(free.figures.energetics.total_export).toBeGreaterThan(100);
    expect(closed.figures.energetics.total_curtailed).toBeGreaterThan(100);
  });

  test("a battery saves more where the surplus cannot be sold", () => {
    expect(closed.figures.economics.energy_saving_eur).toBeGreaterThan(free.figures.economics.energy_saving_eur!);
  });
});
