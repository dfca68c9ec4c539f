import { AppError } from "@ecotrim/contracts/errors";
import type { OperationPoint } from "../economics/economics.ts";
import type { Site } from "../site/site.ts";
import { EXTRA_P6_POWER_EUR_KW_YEAR } from "../tariff/tariff.ts";
import { fillConvexPrices } from "./convex-prices.ts";
import { billEur } from "./flows.ts";
import { dispatchWithoutBattery } from "./no-battery.ts";
import { importPeakKw } from "./peak.ts";
import type { Battery, DispatchProblem } from "./problem.ts";
import { createGridUse, dustOf, useGrid } from "./rules.ts";
import { createWorkspace, minimise, readInjections, wholePeriod } from "./value-function-solver.ts";

const P6 = 6;

export interface FastOperation {
  point: OperationPoint;
  /** Power term a year of the contracted power the battery adds in P6. */
  extraPowerEur: number;
}

/** One site, to be operated with one battery after another. */
export interface FastOperator {
  /** The optimal year with a battery at a state of health, of which its capacity is that much. */
  operate(battery: Battery, stateOfHealth: number): FastOperation;
  /** The site with a battery of no capacity left. */
  dead: OperationPoint;
  /** Energy bill of the period without battery. */
  billWithoutEur: number;
  /** Steps whose prices are not convex: the dispatch is planned with the nearest that are, so savings are lower bounds. */
  approximateSteps: number;
}

/** Sums over the period of a schedule, kWh and thousandths of EUR. */
interface Sums {
  bill: number;
  selfConsumed: number;
  imported: number;
  exported: number;
  discharged: number;
  chargeCost: number;
  peakP6: number;
}

/** The sums of charge and discharge, kWh per step, by the rules of `settle` and `splitFlows`. */
function sumSchedule(
  problem: DispatchProblem,
  tariffPeriod: Uint8Array,
  chargeKwh: Float64Array,
  dischargeKwh: Float64Array,
): Sums {
  const { pvKwh, demandKwh, buyEurMwh, sellEurMwh } = problem;
  const steps = demandKwh.length;
  const dust = dustOf(problem);
  const use = createGridUse();
  let bill = 0;
  let selfConsumed = 0;
  let imported = 0;
  let exported = 0;
  let discharged = 0;
  let chargeCost = 0;
  let peakP6 = 0;
  for (let t = 0; t < steps; t++) {
    const demand = demandKwh[t]!;
    const charge = chargeKwh[t]!;
    const discharge = dischargeKwh[t]!;
    const buy = buyEurMwh[t]!;
    const sell = sellEurMwh[t]!;
    useGrid(problem, t, demand + charge - discharge, dust, use);
    const pv = Math.max(pvKwh[t]! - use.curtailedKwh, 0);
    const pvToDemand = Math.min(pv, demand);
    const pvToBattery = Math.min(pv - pvToDemand, charge);
    bill += buy * use.importKwh - sell * use.exportKwh;
    selfConsumed += pvToDemand + pvToBattery;
    imported += use.importKwh;
    exported += use.exportKwh;
    discharged += discharge;
    chargeCost += buy * (charge - pvToBattery) + sell * pvToBattery;
    if (tariffPeriod[t] === P6) peakP6 = Math.max(peakP6, use.importKwh);
  }
  return { bill, selfConsumed, imported, exported, discharged, chargeCost, peakP6 };
}

/**
 * Prepares a site for hundreds of exact dispatches of one year, each in about a millisecond: memory and checks are shared
 * and the figures are read off the plan in one pass, without a schedule. The problem's own battery is not used, but for
 * its efficiencies, which those to be operated must share.
 * @throws AppError INVALID_INPUT, or INFEASIBLE where the site does not fit in its contracted power without battery.
 */
export function fastOperator(problem: DispatchProblem, site: Site): FastOperator {
  const { schedule: without } = dispatchWithoutBattery(problem);
  const billWithoutEur = billEur(problem, without);
  const peakWithoutKw = importPeakKw(site, without);
  const { annualFactor, tariffPeriod, stepHours } = site.timeline;

  const steps = problem.demandKwh.length;
  const workspace = createWorkspace(steps);
  const convex = { buyEurMwh: new Float64Array(steps), sellEurMwh: new Float64Array(steps) };
  const approximateSteps = fillConvexPrices(problem, convex.buyEurMwh, convex.sellEurMwh);
  const chargeKwh = new Float64Array(steps);
  const dischargeKwh = new Float64Array(steps);

  const yearly = (sum: number) => (sum / 1000) * annualFactor;
  const read = (stateOfHealth: number): FastOperation => {
    const sums = sumSchedule(problem, tariffPeriod, chargeKwh, dischargeKwh);
    const addedKw = site.freeP6 ? Math.max(0, sums.peakP6 / stepHours - peakWithoutKw) : 0;
    return {
      point: {
        stateOfHealth,
        energySavingEur: billWithoutEur * annualFactor - yearly(sums.bill),
        selfConsumedMwh: yearly(sums.selfConsumed),
        importMwh: yearly(sums.imported),
        exportMwh: yearly(sums.exported),
        dischargedMwh: yearly(sums.discharged),
        chargeCostEur: yearly(sums.chargeCost),
      },
      extraPowerEur: addedKw * EXTRA_P6_POWER_EUR_KW_YEAR,
    };
  };

  return {
    dead: read(0).point,
    billWithoutEur,
    approximateSteps,
    operate(battery, stateOfHealth) {
      const aged = { ...battery, capacityKwh: battery.capacityKwh * stateOfHealth };
      const planned = { ...problem, ...convex, battery: aged };
      const step = minimise(planned, workspace, wholePeriod(planned));
      if (step >= 0) throw new AppError("SOLVER_FAILED", { cause: { rule: "convex prices", step } });
      readInjections(planned, workspace, 0, steps, chargeKwh, dischargeKwh);
      return read(stateOfHealth);
    },
  };
}
