import { AppError } from "@ecotrim/contracts/errors";
import { fillConvexPrices } from "../../dispatch/convex-prices.ts";
import type { DispatchProblem, DispatchSchedule } from "../../dispatch/problem.ts";
import { settle } from "../../dispatch/rules.ts";
import {
  createWorkspace,
  minimise,
  readInjections,
  type Workspace,
  wholePeriod,
} from "../../dispatch/value-function-solver.ts";
import { EXTRA_P6_POWER_EUR_KW_YEAR } from "../../tariff/tariff.ts";

/** Annual figures of a year of operation at that year's prices. */
export interface YearOutcome {
  /** Saving on the energy bill by the optimal dispatch, before availability and the realisable share. */
  energySavingEur: number;
  meanBuyEurMwh: number;
  /** Power term of the contracted power the battery adds in P6. */
  extraPowerEur: number;
  /** Steps whose prices are not convex: the dispatch is planned with the nearest that are, so the saving is a lower bound. */
  approximateSteps: number;
}

/** Memory for problems of one length, reused from year to year. */
export interface Scratch {
  workspace: Workspace;
  buyEurMwh: Float64Array;
  sellEurMwh: Float64Array;
  chargeKwh: Float64Array;
  dischargeKwh: Float64Array;
  idle: Float64Array;
}

export function createScratch({ demandKwh }: DispatchProblem): Scratch {
  const steps = demandKwh.length;
  return {
    workspace: createWorkspace(steps),
    buyEurMwh: new Float64Array(steps),
    sellEurMwh: new Float64Array(steps),
    chargeKwh: new Float64Array(steps),
    dischargeKwh: new Float64Array(steps),
    idle: new Float64Array(steps),
  };
}

/**
 * Solves one year exactly, with and without battery. The problem is not checked: it must be valid and must fit in its
 * contracted power without battery.
 * @param freeP6 whether P1..P5 keep to the peak without battery, so that any more is P6 power, which is paid
 */
export function energyYear(
  problem: DispatchProblem,
  freeP6: boolean,
  annualFactor: number,
  scratch: Scratch,
): YearOutcome {
  const { workspace, buyEurMwh, sellEurMwh, chargeKwh, dischargeKwh, idle } = scratch;
  const steps = problem.demandKwh.length;
  const approximateSteps = fillConvexPrices(problem, buyEurMwh, sellEurMwh);
  const planned = { ...problem, buyEurMwh, sellEurMwh };
  const step = minimise(planned, workspace, wholePeriod(planned));
  if (step >= 0) throw new AppError("SOLVER_FAILED", { cause: { rule: "convex prices", step } });
  readInjections(planned, workspace, 0, steps, chargeKwh, dischargeKwh);

  const withBattery = settle(problem, chargeKwh, dischargeKwh);
  const without = settle(problem, idle, idle);
  let savingMilliEur = 0;
  let buySum = 0;
  for (let t = 0; t < steps; t++) {
    const buy = problem.buyEurMwh[t]!;
    const sell = problem.sellEurMwh[t]!;
    const importSaved = without.importKwh[t]! - withBattery.importKwh[t]!;
    const exportLost = without.exportKwh[t]! - withBattery.exportKwh[t]!;
    savingMilliEur += buy * importSaved - sell * exportLost;
    buySum += buy;
  }
  return {
    energySavingEur: (savingMilliEur / 1000) * annualFactor,
    meanBuyEurMwh: buySum / steps,
    extraPowerEur: freeP6 ? (addedPeakKwh(withBattery, without) / problem.stepHours) * EXTRA_P6_POWER_EUR_KW_YEAR : 0,
    approximateSteps,
  };
}

/** Import peak with battery beyond that without it, kWh per step. */
function addedPeakKwh(withBattery: DispatchSchedule, without: DispatchSchedule): number {
  let peakWith = 0;
  let peakWithout = 0;
  for (let t = 0; t < without.importKwh.length; t++) {
    peakWith = Math.max(peakWith, withBattery.importKwh[t]!);
    peakWithout = Math.max(peakWithout, without.importKwh[t]!);
  }
  return Math.max(0, peakWith - peakWithout);
}
