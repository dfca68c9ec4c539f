import type { Case } from "@ecotrim/contracts/simulations/input";
import { energyEur } from "../bill/bill.ts";
import type { BookedYear } from "../dispatch/book-year.ts";
import { sumMwh } from "../dispatch/flows.ts";
import type { DispatchProblem } from "../dispatch/problem.ts";
import type { Site } from "../site/site.ts";
import { type EngineAssumptions, yearlyFade } from "./assumptions.ts";
import { cyclesOf } from "./cycles.ts";
import { type EconomicCase, type OperationPoint, operationAt } from "./economics.ts";

/** States of health at which the dispatch is solved; between and below them the saving is interpolated linearly. */
export const AGED_HEALTH = [0.85, 0.7];

/** The same problem with the battery at a state of health. */
export const atHealth = (problem: DispatchProblem, health: number): DispatchProblem => ({
  ...problem,
  battery: { ...problem.battery, capacityKwh: problem.battery.capacityKwh * health },
});

/** A booked period as a year of operation; its saving is the energy bill without battery less its own. */
export function operationPoint(
  booked: BookedYear,
  without: BookedYear,
  stateOfHealth: number,
  annualFactor: number,
): OperationPoint {
  return {
    stateOfHealth,
    energySavingEur: (energyEur(without.bill) - energyEur(booked.bill)) * annualFactor,
    selfConsumedMwh: booked.selfConsumedMwh * annualFactor,
    importMwh: booked.importMwh * annualFactor,
    exportMwh: booked.exportMwh * annualFactor,
    dischargedMwh: booked.dischargedMwh * annualFactor,
    chargeCostEur: booked.chargeCostEur * annualFactor,
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
 * @param points solved points, the new battery first, then at `AGED_HEALTH`
 * @param dead the site with a battery of no capacity left
 */
export function batteryLife(
  input: Case,
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
  { battery: { capacityKwh } }: Case,
  site: Site,
  { auxiliary_kw_per_mwh }: EngineAssumptions,
): number {
  return ((capacityKwh / 1000) * auxiliary_kw_per_mwh * site.timeline.hours) / 1000;
}

/** Inputs of the economics; the period's bill without battery in EUR, the power term in EUR a year. */
export function economicCase(
  input: Case,
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
    revenueShare: input.finance.revenueShare,
  };
}

const meanOf = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0) / values.length;
