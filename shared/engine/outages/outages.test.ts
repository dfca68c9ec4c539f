import { readCase, type SimulationInput } from "@ecotrim/contracts/simulations/input";
import { describe, expect, test } from "vitest";
import { fastSolve as solve } from "../dispatch/fast-solve.fixture.ts";
import { steelYear } from "../power-contract/steel-year.fixture.ts";
import { runSimulation } from "../simulate.ts";
import { ANCHOR_SITES } from "../studies/uncertainty/centre.ts";
import { createOutages, type OutageQuestion, type Survival } from "./outages.ts";

const { realisable_fct: _, ...BASE } = ANCHOR_SITES[4]!;
const answer = createOutages(readCase(BASE));
const QUESTION: OutageQuestion = { load: { share: 0.3 }, reserveSoc: 0, isIslanded: false };
const ask = (question: Partial<OutageQuestion>, changes: SimulationInput = {}) =>
  answer(readCase({ ...BASE, ...changes }), { ...QUESTION, ...question });
const survival = (...asked: Parameters<typeof ask>) => ask(...asked) as Survival;

describe("an outage of a site", () => {
  test.each<[string, Parameters<typeof ask>, object]>([
    ["without a battery", [{}, { battery_capacity: 0 }], { code: "no_battery" }],
    ["whose battery gives no power", [{}, { max_discharge_power: 0 }], { code: "no_battery" }],
    ["without a load to carry", [{ load: { kw: 0 } }], { code: "no_load" }],
    ["whose load is above the battery's power", [{ load: { kw: 1e6 } }], { code: "load_above_power", leastKw: 1e6 }],
  ])("%s is answered as such", (_, asked, expected) => {
    expect(ask(...asked)).toMatchObject(expected);
  });

  test("a reserve carries a constant load at least as long as its energy lasts, whatever the hour", () => {
    const { battery } = readCase(BASE);
    const reserveSoc = 0.6;
    const loadKw = battery.dischargeKw / 4;
    const { leastHours, medianHours, tenthHours } = survival({ load: { kw: loadKw }, reserveSoc });
    const kwh = (reserveSoc - battery.minSoc) * battery.capacityKwh;
    const discharge = battery.dischargeEfficiency * Math.sqrt(battery.conversionEfficiency);
    expect(leastHours).toBeGreaterThanOrEqual((kwh * discharge) / loadKw - 1e-6);
    expect(leastHours).toBeLessThanOrEqual(tenthHours);
    expect(tenthHours).toBeLessThanOrEqual(medianHours);
    expect(survival({ load: { kw: loadKw } }).leastHours).toBeLessThan(leastHours);
  });

  test("a reserve costs what its simulation saves less, the more the greater it is, and none costs nothing", async () => {
    const saved = async (changes: SimulationInput) =>
      (await runSimulation({ input: readCase({ ...BASE, ...changes }) }, { solve })).figures.economics;
    const [free, kept] = [await saved({}), await saved({ battery_min_soc: 0.5, initial_soc: 0.5 })];
    const { reserve } = survival({ reserveSoc: 0.5 });
    expect(reserve).toMatchObject({ soc: 0.5, isApproximate: false });
    expect(reserve!.savingEur).toBeCloseTo(free.savings! - kept.savings!, 1);
    expect(reserve!.npvEur).toBeCloseTo(free.npv! - kept.npv!, 1);
    expect(reserve!.savingEur).toBeGreaterThan(survival({ reserveSoc: 0.3 }).reserve!.savingEur);
    expect(survival({}).reserve).toBeNull();
    expect(survival({ reserveSoc: 1 }).reserve!.savingEur).toBeGreaterThan(reserve!.savingEur);
  });

  test("the plant counts only where it may run without the grid", () => {
    const [alone, islanded] = [survival({}), survival({ isIslanded: true })];
    expect(islanded.curve.reduce((a, b) => a + b)).toBeGreaterThan(alone.curve.reduce((a, b) => a + b));
  });

  test("under six contracted powers a reserve is answered by the quick rule, and costs more the greater it is", () => {
    const { problem } = steelYear(250, 500);
    const steel = readCase({
      ...{ pv_value: 0, demand_value: 0, time_step_duration: 0.25 },
      ...{ battery_capacity: 500, max_charge_power: 250, max_discharge_power: 250 },
      contract: { tariff: "6.1TD", contracted_kw: new Array(6).fill(629), pricing: { kind: "indexed" } },
    });
    const underContract = createOutages(steel, {
      demand_kwh: [...problem.demandKwh],
      buy_eur_mwh: [...problem.buyEurMwh],
      sell_eur_mwh: [...problem.sellEurMwh],
    });
    const [none, some, more] = [0, 0.4, 0.7].map(
      (reserveSoc) => underContract(steel, { ...QUESTION, reserveSoc }) as Survival,
    );
    expect(none!.reserve).toBeNull();
    expect(some!.reserve).toMatchObject({ soc: 0.4, isApproximate: true });
    expect(some!.reserve!.savingEur).toBeGreaterThan(0);
    expect(more!.reserve!.savingEur).toBeGreaterThan(some!.reserve!.savingEur);
    expect(more!.reserve!.npvEur).toBeGreaterThan(more!.reserve!.savingEur);
    expect(more!.leastHours).toBeGreaterThan(none!.leastHours);
  });

  test("a load that is above the power in part of the hours is said to be so", () => {
    const power = { max_charge_power: BASE.demand_value!, max_discharge_power: BASE.demand_value! };
    const shifts = readCase({ ...BASE, ...power, shifts: 2, weekends: false });
    const { aboveShare, curve } = createOutages(shifts)(shifts, { ...QUESTION, load: { share: 1 } }) as Survival;
    expect(aboveShare).toBeGreaterThan(0);
    expect(curve[1]).toBeLessThanOrEqual(1 - aboveShare);
  });
});
