import { AppError } from "@ecotrim/contracts/errors";
import { type BilledPeriod, energyEur, powerEur } from "../../bill/bill.ts";
import { openBooks } from "../../dispatch/book-year.ts";
import { fillConvexPrices } from "../../dispatch/convex-prices.ts";
import type { DispatchProblem } from "../../dispatch/problem.ts";
import {
  createWorkspace,
  minimise,
  readInjections,
  type Workspace,
  wholePeriod,
} from "../../dispatch/value-function-solver.ts";

/** Annual figures of a year of operation at that year's prices. */
export interface YearOutcome {
  /** Saving on the energy bill by the optimal dispatch, before availability and the realisable share. */
  energySavingEur: number;
  meanBuyEurMwh: number;
  /** Power term of the contracted power the battery adds in P6. */
  extraPowerEur: number;
  /** Steps whose prices are not convex, planned with the nearest convex prices: the saving is a lower bound. */
  approximateSteps: number;
}

/** Memory for problems of one length, reused for every year. */
export interface Scratch {
  workspace: Workspace;
  buyEurMwh: Float64Array;
  sellEurMwh: Float64Array;
  chargeKwh: Float64Array;
  dischargeKwh: Float64Array;
}

export function createScratch({ demandKwh }: DispatchProblem): Scratch {
  const steps = demandKwh.length;
  return {
    workspace: createWorkspace(steps),
    buyEurMwh: new Float64Array(steps),
    sellEurMwh: new Float64Array(steps),
    chargeKwh: new Float64Array(steps),
    dischargeKwh: new Float64Array(steps),
  };
}

/**
 * Solves one year exactly, with and without battery. The problem is not checked: it must be valid and fit in its
 * contracted power without battery.
 * @param addedP6EurKwYear price of power beyond the peak without battery, EUR/kW a year; null where it costs nothing
 */
export function energyYear(
  problem: DispatchProblem,
  addedP6EurKwYear: number | null,
  timeline: BilledPeriod,
  scratch: Scratch,
): YearOutcome {
  const { workspace, buyEurMwh, sellEurMwh, chargeKwh, dischargeKwh } = scratch;
  const steps = problem.demandKwh.length;
  const approximateSteps = fillConvexPrices(problem, buyEurMwh, sellEurMwh);
  const planned = { ...problem, buyEurMwh, sellEurMwh };
  const step = minimise(planned, workspace, wholePeriod(planned));
  if (step >= 0) throw new AppError("SOLVER_FAILED", { cause: { rule: "convex prices", step } });
  readInjections(planned, workspace, 0, steps, chargeKwh, dischargeKwh);

  const books = openBooks(problem, timeline, addedP6EurKwYear);
  const { bill } = books.book(problem, chargeKwh, dischargeKwh);
  return {
    energySavingEur: (energyEur(books.without.bill) - energyEur(bill)) * timeline.annualFactor,
    meanBuyEurMwh: problem.buyEurMwh.reduce((sum, price) => sum + price, 0) / steps,
    extraPowerEur: powerEur(bill) * timeline.annualFactor,
    approximateSteps,
  };
}
