import { AppError } from "@ecotrim/contracts/errors";
import type { Site } from "../site/site.ts";
import { addedP6Price } from "../tariff/contracted-power.ts";
import { type BookedYear, openBooks } from "./book-year.ts";
import { fillConvexPrices } from "./convex-prices.ts";
import { dispatchWithoutBattery } from "./no-battery.ts";
import type { Battery, DispatchProblem } from "./problem.ts";
import { createWorkspace, minimise, readInjections, type Workspace, wholePeriod } from "./value-function-solver.ts";

/** One site, operated with one battery after another. */
export interface FastOperator {
  /** The optimal year with a battery whose capacity is reduced to its state of health. */
  operate(battery: Battery, stateOfHealth: number): BookedYear;
  without: BookedYear;
  /** Steps whose prices are not convex, planned with the nearest convex prices: savings are lower bounds. */
  approximateSteps: number;
}

/**
 * Prepares a site for hundreds of exact dispatches of one year, each in about a millisecond. Memory and checks are
 * shared, and the figures are read off the plan in one pass, without a schedule. Of the problem's own battery only the
 * efficiencies are used, and all operated batteries must share them.
 * @throws AppError INVALID_INPUT, or INFEASIBLE where the site does not fit in its contracted power without battery.
 */
export function fastOperator(problem: DispatchProblem, site: Site): FastOperator {
  // Throws for a faulty problem and for a site that does not fit in its contracted power.
  dispatchWithoutBattery(problem);
  return operatorAtOtherPrices(problem, site, createWorkspace(problem.demandKwh.length));
}

/**
 * The same for a problem that differs in nothing but its prices and efficiencies from one that was checked.
 * @param workspace may be that of other operators of the site
 */
export function operatorAtOtherPrices(problem: DispatchProblem, site: Site, workspace: Workspace): FastOperator {
  const books = openBooks(problem, site.timeline, addedP6Price(site));

  const steps = problem.demandKwh.length;
  const convex = { buyEurMwh: new Float64Array(steps), sellEurMwh: new Float64Array(steps) };
  const approximateSteps = fillConvexPrices(problem, convex.buyEurMwh, convex.sellEurMwh);
  const chargeKwh = new Float64Array(steps);
  const dischargeKwh = new Float64Array(steps);

  return {
    without: books.without,
    approximateSteps,
    operate(battery, stateOfHealth) {
      const aged = { ...battery, capacityKwh: battery.capacityKwh * stateOfHealth };
      const planned = { ...problem, ...convex, battery: aged };
      const step = minimise(planned, workspace, wholePeriod(planned));
      if (step >= 0) throw new AppError("SOLVER_FAILED", { cause: { rule: "convex prices", step } });
      readInjections(planned, workspace, 0, steps, chargeKwh, dischargeKwh);
      return books.book(problem, chargeKwh, dischargeKwh);
    },
  };
}
