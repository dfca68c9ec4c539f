import { describe, expect, test } from "vitest";
import { energyBillEur } from "../bill/bill.ts";
import { flowTotals, splitFlows } from "./flows.ts";
import type { DispatchProblem } from "./problem.ts";
import { solveByValueFunction } from "./value-function-solver.ts";

const STEPS = 24 * 14;

/** A fortnight with surplus by day and dear evenings; the battery may export and exports are limited. */
function fortnight(batteryExport: boolean): DispatchProblem {
  const series = (value: (hour: number, day: number) => number) =>
    Float64Array.from({ length: STEPS }, (_, t) => value(t % 24, Math.floor(t / 24)));
  const buyEurMwh = series((hour, day) => 60 + ((hour * 37 + day * 11) % 90));
  return {
    stepHours: 1,
    pvKwh: series((hour, day) => Math.max(0, 900 * Math.sin(((hour - 6) / 12) * Math.PI)) * (0.4 + 0.05 * day)),
    demandKwh: series((hour, day) => 120 + ((hour * 13 + day * 7) % 60)),
    buyEurMwh,
    sellEurMwh: buyEurMwh.map((buy) => 0.8 * buy),
    importLimitKwh: new Float64Array(STEPS).fill(300),
    exportLimitKwh: 250,
    battery: {
      capacityKwh: 600,
      chargeKw: 200,
      dischargeKw: 250,
      etaCharge: 0.95,
      etaDischarge: 0.93,
      minSoc: 0.1,
      initialSoc: 0.5,
    },
    wearEurMwh: 5,
    batteryExport,
  };
}

function solved(problem: DispatchProblem) {
  const result = solveByValueFunction(problem);
  if (!result.ok) throw new Error(`not exact at step ${result.step}`);
  return result.solution.schedule;
}

describe.each([false, true])("flows with battery export %s", (batteryExport) => {
  const problem = fortnight(batteryExport);
  const schedule = solved(problem);
  const flows = splitFlows(problem, schedule);

  test("flows close every balance of every step to 1e-6 MWh", () => {
    for (let t = 0; t < STEPS; t++) {
      const gap = (total: number, ...parts: Float64Array[]) =>
        Math.abs(total - parts.reduce((sum, part) => sum + part[t]!, 0)) / 1000;
      const gaps = [
        gap(problem.pvKwh[t]!, flows.pvToDemand, flows.pvToBattery, flows.pvToExport, flows.curtailed),
        gap(problem.demandKwh[t]!, flows.pvToDemand, flows.batteryToDemand, flows.gridToDemand),
        gap(schedule.chargeKwh[t]!, flows.pvToBattery, flows.gridToBattery),
        gap(schedule.dischargeKwh[t]!, flows.batteryToDemand, flows.batteryToExport),
        gap(schedule.importKwh[t]!, flows.gridToDemand, flows.gridToBattery),
        gap(schedule.exportKwh[t]!, flows.pvToExport, flows.batteryToExport),
      ];
      expect(Math.max(...gaps)).toBeLessThan(1e-6);
    }
  });

  test("flows are never negative and use every path the site has", () => {
    for (const series of Object.values(flows)) expect(Math.min(...series)).toBeGreaterThanOrEqual(0);
    const { batteryToExport, ...others } = flowTotals(flows);
    expect(Math.min(...Object.values(others))).toBeGreaterThan(0);
    expect(batteryToExport > 1e-9).toBe(batteryExport);
  });

  test("flows serve demand before charging and charging before export", () => {
    for (let t = 0; t < STEPS; t++) {
      if (flows.pvToBattery[t]! > 1e-6) expect(flows.gridToDemand[t]!).toBeLessThan(1e-6);
      if (flows.pvToExport[t]! > 1e-6) expect(flows.gridToBattery[t]!).toBeLessThan(1e-6);
      if (flows.batteryToExport[t]! > 1e-6) expect(flows.gridToDemand[t]!).toBeLessThan(1e-6);
    }
  });
});

test("the bill is imports at the buy price less exports at the sell price", () => {
  const problem = fortnight(true);
  const schedule = solved(problem);
  let milliEur = 0;
  for (let t = 0; t < STEPS; t++) {
    milliEur += problem.buyEurMwh[t]! * schedule.importKwh[t]! - problem.sellEurMwh[t]! * schedule.exportKwh[t]!;
  }
  expect(energyBillEur(problem, schedule)).toBeCloseTo(milliEur / 1000, 8);
});
