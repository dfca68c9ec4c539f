import type { DispatchProblem, DispatchSchedule } from "./problem.ts";

/** Flows between sources and uses, one value a step, kWh. */
export interface Flows {
  pvToDemand: Float64Array;
  pvToBattery: Float64Array;
  pvToExport: Float64Array;
  curtailed: Float64Array;
  batteryToDemand: Float64Array;
  batteryToExport: Float64Array;
  gridToDemand: Float64Array;
  gridToBattery: Float64Array;
}

export type FlowTotals = Record<keyof Flows, number>;

/**
 * Splits a schedule into flows. PV serves demand first, then charging, then export; discharge serves demand first, then
 * export; the grid serves the rest. All solvers share this rule, so equal schedules give equal figures.
 */
export function splitFlows(problem: DispatchProblem, schedule: DispatchSchedule): Flows {
  const steps = problem.demandKwh.length;
  const flows: Flows = {
    pvToDemand: new Float64Array(steps),
    pvToBattery: new Float64Array(steps),
    pvToExport: new Float64Array(steps),
    curtailed: schedule.curtailedKwh,
    batteryToDemand: new Float64Array(steps),
    batteryToExport: new Float64Array(steps),
    gridToDemand: new Float64Array(steps),
    gridToBattery: new Float64Array(steps),
  };
  for (let t = 0; t < steps; t++) {
    const demand = problem.demandKwh[t]!;
    const charge = schedule.chargeKwh[t]!;
    const discharge = schedule.dischargeKwh[t]!;
    const pv = Math.max(problem.pvKwh[t]! - schedule.curtailedKwh[t]!, 0);
    const pvToDemand = Math.min(pv, demand);
    const pvToBattery = Math.min(pv - pvToDemand, charge);
    const batteryToDemand = Math.min(discharge, demand - pvToDemand);
    flows.pvToDemand[t] = pvToDemand;
    flows.pvToBattery[t] = pvToBattery;
    flows.pvToExport[t] = pv - pvToDemand - pvToBattery;
    flows.batteryToDemand[t] = batteryToDemand;
    flows.batteryToExport[t] = discharge - batteryToDemand;
    flows.gridToDemand[t] = demand - pvToDemand - batteryToDemand;
    flows.gridToBattery[t] = charge - pvToBattery;
  }
  return flows;
}

/** Totals of the period, MWh. */
export const flowTotals = (flows: Flows): FlowTotals =>
  Object.fromEntries(Object.entries(flows).map(([name, series]) => [name, sumMwh(series)])) as FlowTotals;

/** Sum of a series in kWh, as MWh. */
export const sumMwh = (seriesKwh: Float64Array): number => seriesKwh.reduce((sum, kwh) => sum + kwh, 0) / 1000;
