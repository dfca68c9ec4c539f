import { readCase, type SimulationInput } from "@ecotrim/contracts/simulations/input";
import { describe, expect, test } from "vitest";
import { fastSolve } from "./dispatch/fast-solve.fixture.ts";
import { runSimulation } from "./simulate.ts";
import { PRICED_KINDS } from "./tariff/contract-kind.ts";

const FACTORY = { demand_value: 500, pv_value: 300, total_spending: 480_000, battery_capacity: 1000 };
const run = (changes: SimulationInput = {}) =>
  runSimulation({ input: readCase({ ...FACTORY, ...changes }) }, { solve: fastSolve });

describe("the contract range", async () => {
  const { contracts, figures, nullReasons } = await run({ capex_eur: 150_000 });

  test("every kind of contract is a row, and the run's own is marked", () => {
    expect(contracts.map(({ key }) => key)).toEqual([...PRICED_KINDS]);
    expect(contracts.filter(({ isOwn }) => isOwn).map(({ key }) => key)).toEqual(["fixed_margin"]);
  });

  test("the run's own row has the figures of the run", () => {
    const own = contracts.find(({ isOwn }) => isOwn)!;
    const { energy_saving_eur, npv, payback_years } = figures.economics;
    expect(own.energySavingEur).toBeCloseTo(energy_saving_eur!, 6);
    expect(own).toMatchObject({ npvEur: npv, paybackYears: payback_years });
  });

  test("a contract row is what a run of that kind gives", async () => {
    for (const { key, energySavingEur, npvEur, paybackYears } of contracts) {
      const { figures: own } = await run({ capex_eur: 150_000, contract_kind: key });
      expect(energySavingEur).toBeCloseTo(own.economics.energy_saving_eur!, 4);
      expect(npvEur).toBeCloseTo(own.economics.npv!, 3);
      if (paybackYears === null) expect(own.economics.payback_years).toBeNull();
      else expect(paybackYears).toBeCloseTo(own.economics.payback_years!, 6);
    }
  });

  test("the saving falls as prices flatten, and one price without surplus saves nothing", () => {
    const savings = contracts.map(({ energySavingEur }) => energySavingEur);
    expect(savings).toEqual(savings.toSorted((a, b) => b - a));
    expect(savings[3]).toBeCloseTo(0, 6);
  });

  test("a contract under which the investment is lost says so in place of a payback", () => {
    expect(contracts[3]!.paybackYears).toBeNull();
    expect(nullReasons["contract_range.fixed.payback_years"]).toBe("not_recovered");
  });
});

describe("a spending that may hold VAT", () => {
  test("it is warned of with the value of a run without VAT", async () => {
    const { warnings, figures } = await run();
    const without = await run({ total_spending: 396_694.21 });
    const span = {
      ...{ withVatNpvEur: figures.economics.npv, spendingEurYear: 396_694.21 },
      npvEur: expect.closeTo(without.figures.economics.npv!, 3),
    };
    expect(warnings).toContainEqual(expect.objectContaining({ code: "spending_with_vat", span }));
    expect(without.warnings.filter((one) => "slip" in one)).toEqual([]);
  });

  test("without a battery to value it is warned of alone", async () => {
    const { warnings } = await run({ battery_capacity: 0 });
    expect(warnings).toContainEqual(expect.objectContaining({ code: "spending_with_vat", span: null }));
  });
});

test("a battery that may export has a row for every contract as well", async () => {
  const { contracts, figures } = await run({ pv_value: 2000, battery_export: true, end_date: "2024-03-31" });
  expect(contracts).toHaveLength(4);
  expect(contracts.every(({ energySavingEur }) => Number.isFinite(energySavingEur))).toBe(true);
  expect(figures.economics.savings).toBeGreaterThan(0);
});

test("a short period has savings by contract and no figure over the life", async () => {
  const { contracts, nullReasons } = await run({ end_date: "2024-01-31" });
  for (const { key, energySavingEur, npvEur, paybackYears } of contracts) {
    expect(energySavingEur).not.toBeNull();
    expect([npvEur, paybackYears]).toEqual([null, null]);
    expect(nullReasons[`contract_range.${key}.npv_eur`]).toBe("short_period");
  }
});

test("without battery no contract saves anything", async () => {
  const { contracts, nullReasons } = await run({ battery_capacity: 0, end_date: "2024-01-31" });
  expect(contracts.map(({ energySavingEur }) => energySavingEur)).toEqual([0, 0, 0, 0]);
  expect(nullReasons["contract_range.fixed.npv_eur"]).toBe("no_battery");
});

test("given prices have no contract range", async () => {
  const input = readCase({ ...FACTORY, demand_value: 0 });
  const series = { demand_kwh: [5, 5], buy_eur_mwh: [100, 200], pv_kwh: [0, 0] };
  const { contracts } = await runSimulation({ input, series }, { solve: fastSolve });
  expect(contracts).toEqual([]);
});
