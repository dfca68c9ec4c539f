import type { ComputedInput } from "@ecotrim/contracts/simulations/input";
import { billEur, flowTotals, splitFlows, sumMwh, valueEur } from "../dispatch/flows.ts";
import { importPeakKw } from "../dispatch/peak.ts";
import type { DispatchProblem, DispatchSchedule } from "../dispatch/problem.ts";
import type { Site } from "../site/site.ts";
import { EXTRA_P6_POWER_EUR_KW_YEAR } from "../tariff/tariff.ts";
import { type EngineAssumptions, yearlyFade } from "./assumptions.ts";
import { cyclesOf } from "./cycles.ts";
import { type EconomicCase, type OperationPoint, operationAt } from "./economics.ts";

/** States of health at which the dispatch is solved; between and below them the saving follows straight lines. */
export const AGED_HEALTH = [0.85, 0.7];

/** The same problem with the battery at a state of health. */
export const atHealth = (problem: DispatchProblem, health: number): DispatchProblem => ({
  ...problem,
  battery: { ...problem.battery, capacityKwh: problem.battery.capacityKwh * health },
});

/** A year of operation by a schedule, whose saving is what its bill lies below the bill without battery. */
export function operationPoint(
  problem: DispatchProblem,
  schedule: DispatchSchedule,
  stateOfHealth: number,
  billWithoutEur: number,
  annualFactor: number,
): OperationPoint {
  const flows = splitFlows(problem, schedule);
  const totals = flowTotals(flows);
  const chargeCostEur =
    valueEur(problem.buyEurMwh, flows.gridToBattery) + valueEur(problem.sellEurMwh, flows.pvToBattery);
  return {
    stateOfHealth,
    energySavingEur: (billWithoutEur - billEur(problem, schedule)) * annualFactor,
    selfConsumedMwh: (totals.pvToDemand + totals.pvToBattery) * annualFactor,
    importMwh: (totals.gridToDemand + totals.gridToBattery) * annualFactor,
    exportMwh: (totals.pvToExport + totals.batteryToExport) * annualFactor,
    dischargedMwh: (totals.batteryToDemand + totals.batteryToExport) * annualFactor,
    chargeCostEur: chargeCostEur * annualFactor,
  };
}

export interface BatteryLife {
  /** Full cycles a year of the new battery; null without capacity. */
  cyclesPerYear: number | null;
  fade: number;
  /** Operation in each year, year 1 first. */
  operation: OperationPoint[];
}

/**
 * Operation over the years, as the battery loses capacity.
 * @param points solved, the new battery first, then at `AGED_HEALTH`
 * @param dead the site with a battery of no capacity left
 */
export function batteryLife(
  input: ComputedInput,
  assumptions: EngineAssumptions,
  points: readonly OperationPoint[],
  dead: OperationPoint,
  years: number,
): BatteryLife {
  const cyclesPerYear = cyclesOf(input, points[0]!.dischargedMwh);
  const fade = yearlyFade(input, assumptions, cyclesPerYear ?? 0);
  const operation = Array.from({ length: years }, (_, index) => operationAt(points, dead, 1 - fade * index));
  return { cyclesPerYear, fade, operation };
}

/** Own consumption of the battery over the period, MWh. */
export function auxiliaryEnergyMwh(
  { battery_capacity }: ComputedInput,
  site: Site,
  { auxiliary_kw_per_mwh }: EngineAssumptions,
): number {
  return ((battery_capacity / 1000) * auxiliary_kw_per_mwh * site.timeline.hours) / 1000;
}

/** Power term a year of the contracted power the battery adds in P6: its peak there beyond the site's without it. */
export function extraPowerEur(site: Site, withBattery: DispatchSchedule, without: DispatchSchedule): number {
  if (!site.freeP6) return 0;
  const addedKw = Math.max(0, importPeakKw(site, withBattery, 6) - importPeakKw(site, without));
  return addedKw * EXTRA_P6_POWER_EUR_KW_YEAR;
}

/** What the economics are computed from; the period's bill without battery in EUR, the power term in EUR a year. */
export function economicCase(
  input: ComputedInput,
  site: Site,
  assumptions: EngineAssumptions,
  operation: readonly OperationPoint[],
  billWithoutEur: number,
  extraPower: number,
): EconomicCase {
  const { annualFactor } = site.timeline;
  return {
    assumptions,
    operation,
    costWithoutBatteryEur: billWithoutEur * annualFactor,
    demandMwh: sumMwh(site.demandKwh) * annualFactor,
    auxiliariesEur: auxiliaryEnergyMwh(input, site, assumptions) * meanOf(site.buyEurMwh) * annualFactor,
    extraPowerEur: extraPower,
    fixedItemsEur: input.ahorro_termino_potencia + input.garantia_suministro,
    revenueShare: input.revenue_share_fct,
  };
}

const meanOf = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0) / values.length;
