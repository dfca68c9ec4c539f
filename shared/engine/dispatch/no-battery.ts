import type { DispatchProblem, DispatchSolution } from "./problem.ts";
import { checkProblem, checkSchedule, completeSchedule, objectiveEur, requireServable } from "./rules.ts";

/**
 * The site without battery, in closed form: the dispatch model at capacity 0 under the same rules and checks.
 * `milliseconds` is 0, since no solver runs.
 * @throws AppError INVALID_INPUT (field named) or INFEASIBLE (first step that does not fit the contracted power).
 */
export function dispatchWithoutBattery(problem: DispatchProblem): DispatchSolution {
  const bare = { ...problem, battery: { ...problem.battery, capacityKwh: 0, chargeKw: 0, dischargeKw: 0 } };
  checkProblem(bare);
  requireServable(bare);
  const steps = bare.demandKwh.length;
  const schedule = completeSchedule(bare, new Float64Array(steps), new Float64Array(steps));
  checkSchedule(bare, schedule);
  return {
    solver: "fast",
    status: "optimal",
    schedule,
    relativeGap: null,
    objectiveEur: objectiveEur(bare, schedule),
    milliseconds: 0,
    iterations: 0,
    rows: 0,
    columns: 0,
  };
}
