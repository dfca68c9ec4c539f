import { readCase } from "@ecotrim/contracts/simulations/input";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { energyBillEur, energyEur, powerEur, valueEur } from "../bill/bill.ts";
import { importPeakKw } from "../bill/peaks.ts";
import { engineAssumptions } from "../economics/assumptions.ts";
import { atHealth } from "../economics/economic-case.ts";
import { buildSite } from "../site/build-site.ts";
import { dispatchProblem } from "../site/dispatch-problem.ts";
import type { GivenSeries } from "../site/site.ts";
import { fastOperator } from "./fast-operation.ts";
import { flowTotals, splitFlows } from "./flows.ts";

import { dispatchWithoutBattery } from "./no-battery.ts";
import { solveByValueFunction } from "./value-function-solver.ts";

const hours = 48;
const series = (min: number, max: number) =>
  fc.array(fc.double({ min, max, noNaN: true }), { minLength: hours, maxLength: hours });

describe("the fast operation of a site", () => {
  test("the fast operation of a site has the figures of the exact solver's schedule", () => {
    const given = fc.record({
      pv_kwh: series(0, 800),
      demand_kwh: series(0, 500),
      market_eur_mwh: series(0, 200),
    });
    const battery = fc.record({
      battery_capacity: fc.double({ min: 1, max: 3000, noNaN: true }),
      max_charge_power: fc.double({ min: 0, max: 1000, noNaN: true }),
      max_discharge_power: fc.double({ min: 0, max: 1000, noNaN: true }),
      limit_output: fc.constantFrom(0, 100),
      battery_export: fc.boolean(),
    });
    fc.assert(
      fc.property(given, battery, fc.constantFrom(1, 0.7), (hourly, figures, health) => {
        const input = readCase({ ...figures, demand_value: 0, total_spending: 20_000 });
        const site = buildSite(input, hourly);
        const problem = dispatchProblem(input, site, engineAssumptions(input));
        const aged = atHealth(problem, health);
        const solved = solveByValueFunction(aged);
        if (!solved.ok) return;
        const { schedule } = solved.solution;
        const without = dispatchWithoutBattery(problem).schedule;
        const totals = flowTotals(splitFlows(problem, schedule));
        const { gridToBattery, pvToBattery } = splitFlows(problem, schedule);

        const { bill, ...energies } = fastOperator(problem, site).operate(problem.battery, health);
        const expected = {
          selfConsumedMwh: totals.pvToDemand + totals.pvToBattery,
          importMwh: totals.gridToDemand + totals.gridToBattery,
          exportMwh: totals.pvToExport + totals.batteryToExport,
          dischargedMwh: totals.batteryToDemand + totals.batteryToExport,
          chargeCostEur: valueEur(problem.buyEurMwh, gridToBattery) + valueEur(problem.sellEurMwh, pvToBattery),
        };
        for (const [key, value] of Object.entries(expected))
          expect(energies[key as keyof typeof expected], key).toBeCloseTo(value, 6);
        expect(energyEur(bill)).toBeCloseTo(energyBillEur(problem, schedule), 6);

        const { timeline } = site;
        const peakKw = (period?: number, kwh = schedule.importKwh) => importPeakKw(timeline, kwh, period);
        const addedKw = site.freeP6 ? Math.max(0, peakKw(6) - peakKw(undefined, without.importKwh)) : 0;
        expect(powerEur(bill) * timeline.annualFactor).toBeCloseTo(addedKw * site.tariff.addedP6EurKwYear, 6);
      }),
      { numRuns: 60 },
    );
  });

  test("the fast operation of a site counts the steps that it can only plan with nearby prices", () => {
    const given: GivenSeries = { buy_eur_mwh: Array(24).fill(50), sell_eur_mwh: Array(24).fill(40) };
    given.sell_eur_mwh![3] = 60;
    const input = readCase({ demand_value: 100 });
    const site = buildSite(input, given);
    expect(fastOperator(dispatchProblem(input, site, engineAssumptions(input)), site).approximateSteps).toBe(1);
  });
});
