import { fillConvexPrices } from "../dispatch/convex-prices.ts";
import type { DispatchProblem, DispatchSchedule, SoftCap } from "../dispatch/problem.ts";
import { completeSchedule, objectiveEur } from "../dispatch/rules.ts";
import { createWorkspace, minimise, readInjections, wholePeriod } from "../dispatch/value-function-solver.ts";

/** Plans one problem again and again, with other soft caps or prices each time. */
export interface Planner {
  /** The problem with the convex prices that it is planned with. */
  convex: DispatchProblem;
  /** Whether those are the problem's own. */
  isExact: boolean;
  /** Highest import that any dispatch needs, kW. */
  highestKw: number;
  plan(change: { softCaps?: readonly SoftCap[]; buyEurMwh?: Float64Array }): DispatchSchedule;
  /** Energy bill and wear of a schedule at the problem's own prices, EUR. */
  energyEur(schedule: DispatchSchedule): number;
}

export const highestImportKw = ({ demandKwh, stepHours, battery }: DispatchProblem): number =>
  demandKwh.reduce((most, kwh) => Math.max(most, kwh), 0) / stepHours + battery.chargeKw;

/** @param problem checked and servable */
export function createPlanner(problem: DispatchProblem, softCaps: number): Planner {
  const steps = problem.demandKwh.length;
  const workspace = createWorkspace(steps, softCaps);
  const buyEurMwh = new Float64Array(steps);
  const sellEurMwh = new Float64Array(steps);
  const changed = fillConvexPrices(problem, buyEurMwh, sellEurMwh);
  const convex = { ...problem, buyEurMwh, sellEurMwh };
  return {
    convex,
    isExact: changed === 0,
    highestKw: highestImportKw(problem),
    plan(change) {
      const planned = { ...convex, ...change };
      const step = minimise(planned, workspace, wholePeriod(planned));
      if (step >= 0) throw new RangeError(`step ${step} is not convex at convex prices`);
      const chargeKwh = new Float64Array(steps);
      const dischargeKwh = new Float64Array(steps);
      readInjections(planned, workspace, 0, steps, chargeKwh, dischargeKwh);
      return completeSchedule(planned, chargeKwh, dischargeKwh);
    },
    energyEur: (schedule) => objectiveEur(problem, schedule),
  };
}
