import { readCase, type SimulationInput } from "@ecotrim/contracts/simulations/input";
import type { DispatchProblem } from "@ecotrim/engine/dispatch/problem";
import { engineAssumptions } from "@ecotrim/engine/economics/assumptions";
import { buildSite } from "@ecotrim/engine/site/build-site";
import { dispatchProblem } from "@ecotrim/engine/site/dispatch-problem";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FULL } from "../../../tests/support/full.ts";
import { createHighsSolver, type HighsSolver } from "./highs-solver.ts";

let solver: HighsSolver;
beforeAll(async () => {
  solver = await createHighsSolver();
});
afterAll(() => solver.dispose());

/** Any plant that a visitor may describe, over any calendar year; default prices, so 0 <= sell <= buy. */
const anyYear: fc.Arbitrary<SimulationInput> = fc
  .record({
    year: fc.integer({ min: 2015, max: 2035 }),
    market_year: fc.constantFrom(2023, 2024, 2025),
    pv_value: fc.integer({ min: 0, max: 6000 }),
    demand_value: fc.integer({ min: 20, max: 1500 }),
    two_turnes: fc.boolean(),
    weekends: fc.boolean(),
    spending_eur_mwh: fc.integer({ min: 40, max: 220 }),
    battery_capacity: fc.integer({ min: 50, max: 5000 }),
    c_rating: fc.constantFrom(0.25, 0.5, 1),
  })
  .map(({ year, spending_eur_mwh, c_rating, ...plant }) => ({
    ...plant,
    start_date: `${year}-01-01`,
    end_date: `${year}-12-31`,
    total_spending: spending_eur_mwh * plant.demand_value * 6,
    max_charge_power: c_rating * plant.battery_capacity,
    max_discharge_power: c_rating * plant.battery_capacity,
  }));

function problemOf(given: SimulationInput): DispatchProblem {
  const input = readCase(given);
  return dispatchProblem(input, buildSite(input), engineAssumptions(input));
}

const solveOne = async (problem: DispatchProblem) => (await solver.solve([problem]))[0]!;

/** A few cases suffice, since each year has thousands of steps. */
const FEW = { numRuns: FULL ? 6 : 2 };

describe("any year of any plant", () => {
  test("energy balances close and every bound holds in every hour of a random year", async () => {
    await fc.assert(
      fc.asyncProperty(anyYear, async (given) => {
        const problem = problemOf(given);
        const { capacityKwh, chargeKw, dischargeKw, etaCharge, etaDischarge, minSoc, initialSoc } = problem.battery;
        const { importKwh, exportKwh, curtailedKwh, chargeKwh, dischargeKwh, socKwh } = (await solveOne(problem))
          .schedule;
        const scale = Math.max(...problem.demandKwh, ...problem.pvKwh, capacityKwh);
        let before = initialSoc * capacityKwh;
        let worstBalance = 0;
        let worstStorage = 0;
        let worstExcess = 0;
        for (let t = 0; t < importKwh.length; t++) {
          const inflow = problem.pvKwh[t]! + importKwh[t]! + dischargeKwh[t]!;
          const outflow = problem.demandKwh[t]! + exportKwh[t]! + curtailedKwh[t]! + chargeKwh[t]!;
          worstBalance = Math.max(worstBalance, Math.abs(inflow - outflow));
          const after = before + etaCharge * chargeKwh[t]! - dischargeKwh[t]! / etaDischarge;
          worstStorage = Math.max(worstStorage, Math.abs(after - socKwh[t]!));
          before = socKwh[t]!;
          worstExcess = Math.max(
            worstExcess,
            importKwh[t]! - problem.importLimitKwh[t]!,
            curtailedKwh[t]! - problem.pvKwh[t]!,
            chargeKwh[t]! - chargeKw,
            dischargeKwh[t]! - Math.min(dischargeKw, Math.max(problem.demandKwh[t]! - problem.pvKwh[t]!, 0)),
            socKwh[t]! - capacityKwh,
            minSoc * capacityKwh - socKwh[t]!,
            Math.min(chargeKwh[t]!, dischargeKwh[t]!),
            -Math.min(importKwh[t]!, exportKwh[t]!, curtailedKwh[t]!, chargeKwh[t]!, dischargeKwh[t]!),
          );
        }
        expect(worstBalance / scale).toBeLessThan(1e-9);
        expect(worstStorage / scale).toBeLessThan(1e-9);
        expect(worstExcess / scale).toBeLessThan(1e-9);
        expect(before).toBeGreaterThanOrEqual(initialSoc * capacityKwh - 1e-9 * scale);
      }),
      FEW,
    );
  });

  test("the bill plus wear of a bigger battery is never higher", async () => {
    await fc.assert(
      fc.asyncProperty(anyYear, fc.integer({ min: 101, max: 300 }), async (given, percent) => {
        const problem = problemOf(given);
        const scale = percent / 100;
        const { battery } = problem;
        const bigger = {
          ...battery,
          capacityKwh: battery.capacityKwh * scale,
          minSoc: battery.minSoc / scale,
          initialSoc: battery.initialSoc / scale,
        };
        const [small, big] = [await solveOne(problem), await solveOne({ ...problem, battery: bigger })];
        expect(big.objectiveEur).toBeLessThanOrEqual(small.objectiveEur + 1e-9 * Math.abs(small.objectiveEur));
      }),
      FEW,
    );
  });

  test("quarter hours give the hourly result of any year", async () => {
    await fc.assert(
      fc.asyncProperty(anyYear, async (given) => {
        const [hourly, quarterly] = [
          await solveOne(problemOf(given)),
          await solveOne(problemOf({ ...given, time_step_duration: 0.25 })),
        ];
        expect(Math.abs(quarterly.objectiveEur / hourly.objectiveEur - 1)).toBeLessThan(1e-8);
      }),
      { numRuns: FULL ? 3 : 1 },
    );
  });
});
