import { readCase, type SimulationInput } from "@ecotrim/contracts/simulations/input";
import { SENSITIVITY_KEYS, type SensitivityKey } from "@ecotrim/contracts/simulations/sensitivity";
import { describe, expect, test } from "vitest";
import { FULL } from "../../../tests/support/full.ts";
import { dispatchWithoutBattery } from "../dispatch/no-battery.ts";
import type { DispatchProblem, SolveDispatch } from "../dispatch/problem.ts";
import { solveByValueFunction } from "../dispatch/value-function-solver.ts";
import { runSimulation } from "../simulate.ts";
import { buildSite } from "../site/build-site.ts";
import type { GivenSeries } from "../site/site.ts";
import { PV_DEVIATION } from "./drivers.ts";
import { runSensitivity, type SensitivityStudy, type ValuedDriver } from "./sensitivity.ts";

/** Contracts of one price can need HiGHS; these tests do not use them. */
const solve: SolveDispatch = async (problems) =>
  problems.map((problem) => {
    const result = solveByValueFunction(problem);
    return result.ok ? result.solution : dispatchWithoutBattery(problem);
  });

const neverNeeded: SolveDispatch = async () => {
  throw new Error("the fast solver is exact");
};

const BATTERY = { max_charge_power: 250, max_discharge_power: 250 };
const PAYING: SimulationInput = { ...BATTERY, demand_value: 500, total_spending: 400_000, realisable_fct: 0.95 };

async function npvOf(input: SimulationInput, series: GivenSeries = {}): Promise<number> {
  const { figures } = await runSimulation({ input: readCase(input), series }, { solve });
  return figures.economics.npv!;
}

const tornadoOf = (input: SimulationInput) => runSensitivity({ input: readCase(input) }, neverNeeded);

const driverOf = ({ drivers }: SensitivityStudy, key: SensitivityKey): ValuedDriver =>
  drivers.find((driver) => driver.key === key)!;

describe("the sensitivity of a battery that pays", async () => {
  const sensitivity = await tornadoOf(PAYING);

  test("the sensitivity has every driver once", () => {
    expect(sensitivity.drivers.map(({ key }) => key).sort()).toEqual([...SENSITIVITY_KEYS].sort());
  });

  test("the sensitivity starts from the net present value of the simulation", async () => {
    const npv = await npvOf(PAYING);
    expect(sensitivity.npv_eur).toBeCloseTo(npv, 6);
    for (const { base } of sensitivity.drivers) expect(base.npv_eur).toBe(sensitivity.npv_eur);
  });

  test("the sensitivity is sorted by swing, which is the distance of the extremes", () => {
    const swings = sensitivity.drivers.map(({ swing_eur }) => swing_eur);
    expect(swings).toEqual(swings.toSorted((a, b) => b - a));
    for (const { low, base, high, swing_eur } of sensitivity.drivers) {
      const values = [low.npv_eur!, base.npv_eur!, high.npv_eur!];
      expect(swing_eur).toBe(Math.max(...values) - Math.min(...values));
    }
  });

  test.each([
    ["capex", (value: number) => ({ capex_eur: value })],
    ["discount_rate", (value: number) => ({ discount_rate: value })],
    ["price_growth", (value: number) => ({ price_growth: value })],
    ["fade", (value: number) => ({ fade: value })],
    ["availability", (value: number) => ({ availability: value })],
    ["om", (value: number) => ({ om_fct: value / 265_000 })],
    ["life", (value: number) => ({ life_years: value })],
    ["realisable", (value: number) => ({ realisable_fct: value })],
  ] as const)("the sensitivity gives %s the value of a simulation with it", async (key, changes) => {
    const driver = driverOf(sensitivity, key);
    expect(driver.solved).toBe(false);
    for (const { value, npv_eur } of FULL ? [driver.low, driver.high] : [driver.low]) {
      expect(npv_eur).toBeCloseTo(await npvOf({ ...PAYING, ...changes(value) }), 5);
    }
  });

  test("the sensitivity gives the round trip the value of a simulation with it", async () => {
    const { solved, low } = driverOf(sensitivity, "round_trip");
    const efficiency = Math.sqrt(low.value);
    const simulated = await npvOf({ ...PAYING, efficiency_charge: efficiency, efficiency_discharge: efficiency });
    expect(solved).toBe(true);
    expect(low.npv_eur).toBeCloseTo(simulated, 4);
  });

  test.each(["capex", "discount_rate", "fade", "om"] as const)("a higher %s is never worth more", (key) => {
    const { low, base, high } = driverOf(sensitivity, key);
    expect(low.npv_eur).toBeGreaterThan(base.npv_eur!);
    expect(base.npv_eur).toBeGreaterThan(high.npv_eur!);
  });

  test.each(["availability", "realisable", "price_growth", "round_trip", "market_spread", "life"] as const)(
    "a higher %s is never worth less",
    (key) => {
      const { low, base, high } = driverOf(sensitivity, key);
      expect(base.npv_eur).toBeGreaterThan(low.npv_eur!);
      expect(high.npv_eur).toBeGreaterThanOrEqual(base.npv_eur!);
    },
  );

  test("the sensitivity has the ranges of the defaults", () => {
    const range = (key: SensitivityKey) => {
      const { low, high } = driverOf(sensitivity, key);
      return [low.value, high.value].map((value) => Math.round(value * 1e4) / 1e4);
    };
    expect(range("discount_rate")).toEqual([0.06, 0.1]);
    expect(range("price_growth")).toEqual([0.005, 0.035]);
    expect(range("fade")).toEqual([0.015, 0.025]);
    expect(range("round_trip")).toEqual([0.8502, 0.9502]);
    expect(range("availability")).toEqual([0.95, 0.99]);
    expect(range("life")).toEqual([12, 18]);
    expect(range("realisable")).toEqual([0.93, 0.97]);
  });
});

test("an investment that was quoted does not vary", async () => {
  const { drivers } = await tornadoOf({ ...PAYING, capex_eur: 250_000 });
  expect(drivers.map(({ key }) => key)).not.toContain("capex");
});

describe("energies and prices without a spending to calibrate by", async () => {
  // Each simulation would have its own realisable share, which is fixed here since it is no driver.
  const given = { ...BATTERY, demand_value: 500, pv_value: 1500, realisable_fct: 0.95 };
  const sensitivity = await tornadoOf(given);

  test.each([
    ["pv", "pv_value", 1 - PV_DEVIATION, 1 + PV_DEVIATION],
    ["demand", "demand_value", 0.9, 1.1],
  ] as const)("%s has the value of a simulation with it, contracted power included", async (key, field, less, more) => {
    const { low, high } = driverOf(sensitivity, key);
    expect(low.npv_eur).toBeCloseTo(await npvOf({ ...given, [field]: given[field] * less }), 4);
    expect(high.npv_eur).toBeCloseTo(await npvOf({ ...given, [field]: given[field] * more }), 4);
  });

  test("the market has the value of a simulation under it", async () => {
    const { low } = driverOf(sensitivity, "market_level");
    const market_eur_mwh = [...buildSite(readCase(given)).marketEurMwh].map((price) => price * 0.8);
    expect(low.npv_eur).toBeCloseTo(await npvOf(given, { market_eur_mwh }), 4);
  });
});

describe("a sensitivity at the edge", () => {
  const EDGES: SimulationInput[] = [
    { demand_value: 0, pv_value: 0, total_spending: 0 },
    { demand_value: 500, capex_eur: 0 },
    { demand_value: 500, efficiency_charge: 0.8, efficiency_discharge: 1, availability: 1, discount_rate: 0 },
    { demand_value: 500, pv_value: 0 },
    { demand_value: 0, pv_value: 2000 },
    { demand_value: 500, max_charge_power: 0, max_discharge_power: 0 },
  ];
  test.each(FULL ? EDGES : EDGES.slice(0, 3))("a sensitivity at the edge has finite figures: %o", async (figures) => {
    const sensitivity = await tornadoOf(figures);
    // As text, a figure that is none would be null.
    JSON.stringify(sensitivity, (key, value) => {
      if (typeof value === "number") expect(Number.isFinite(value), key).toBe(true);
      return value;
    });
    expect(sensitivity.drivers).toHaveLength(SENSITIVITY_KEYS.length - ("capex_eur" in figures ? 1 : 0));
  });

  test.each([
    [{ battery_capacity: 0 }, "no_battery"],
    [{ end_date: "2024-03-31" }, "short_period"],
    [{ pv_value: 0, limit: 499, two_turnes: true }, "cannot_do_without"],
  ])("a sensitivity says why there is no net present value: %o", async (changes, reason) => {
    const sensitivity = await tornadoOf({ demand_value: 500, ...changes });
    expect(sensitivity).toMatchObject({ npv_eur: null, drivers: [], reason });
  });

  test("a driver at which the site does not fit in its contracted power has no value", async () => {
    const { low, high } = driverOf(await tornadoOf({ demand_value: 500, limit: 520 }), "demand");
    expect(low.npv_eur).not.toBeNull();
    expect(high.npv_eur).toBeNull();
  });

  test("a market below zero now and then needs no other solver", async () => {
    const input = readCase(PAYING);
    const market_eur_mwh = [...buildSite(input).marketEurMwh].map((price, t) => (t % 240 < 5 ? -15 : price));
    const { npv_eur } = await runSensitivity({ input, series: { market_eur_mwh } }, neverNeeded);
    expect(npv_eur).toBeCloseTo(await npvOf(PAYING, { market_eur_mwh }), 6);
  });

  test("a dispatch that the fast solver cannot do goes to the solver given", async () => {
    const handed: DispatchProblem[] = [];
    const steps = 8760;
    const buy = Array.from({ length: steps }, (_, t) => (t % 24 === 3 ? -1000 : 80));
    const input = readCase({ demand_value: 500, start_date: "2023-01-01", end_date: "2023-12-31" });
    const sell = buy.map((price) => Math.max(price, 0) / 2);
    await runSensitivity({ input, series: { buy_eur_mwh: buy, sell_eur_mwh: sell } }, async (problems) => {
      handed.push(...problems);
      return problems.map(dispatchWithoutBattery);
    });
    expect(handed.length).toBeGreaterThanOrEqual(3);
    expect(handed.every((problem) => !solveByValueFunction(problem).ok)).toBe(true);
  });
});
