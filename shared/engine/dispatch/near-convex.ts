import { fillConvexPrices } from "./convex-prices.ts";
import type { DispatchProblem, DispatchSolution } from "./problem.ts";
import { objectiveEur, stepBounds } from "./rules.ts";
import { solveByValueFunction } from "./value-function-solver.ts";

/** Largest relative gap to the lower bound that counts as rounding. */
const ROUNDING = 1e-9;

/** Optimal dispatch by the exact fast solvers; undefined where neither proves its optimum. */
export function solveFast(problem: DispatchProblem): DispatchSolution | undefined {
  const fast = solveByValueFunction(problem);
  return fast.ok ? fast.solution : solveNearConvex(problem);
}

/**
 * Optimal dispatch where selling is dearer than buying in some steps, without branch and bound. It is planned with the
 * nearest convex prices and billed with the problem's own. It is undefined unless a convex lower bound proves that no
 * dispatch is better.
 */
export function solveNearConvex(problem: DispatchProblem): DispatchSolution | undefined {
  const lowerBound = lowerBoundEur(problem);
  if (lowerBound === undefined) return undefined;

  const buyEurMwh = new Float64Array(problem.buyEurMwh.length);
  const sellEurMwh = new Float64Array(problem.sellEurMwh.length);
  fillConvexPrices(problem, buyEurMwh, sellEurMwh);
  const planned = solveByValueFunction({ ...problem, buyEurMwh, sellEurMwh });
  if (!planned.ok) return undefined;

  const objective = objectiveEur(problem, planned.solution.schedule);
  if (objective - lowerBound > ROUNDING * Math.max(1, Math.abs(objective))) return undefined;
  return { ...planned.solution, objectiveEur: objective };
}

/**
 * Lower bound on the objective of any dispatch, EUR. Where the cost of a step's net purchase is concave, the chord
 * between its ends lies below it. Undefined with an export limit or a negative buy price.
 */
function lowerBoundEur(problem: DispatchProblem): number | undefined {
  if (problem.exportLimitKwh !== Infinity) return undefined;
  const buyEurMwh = problem.buyEurMwh.slice();
  const sellEurMwh = problem.sellEurMwh.slice();
  let offsetMilliEur = 0;
  for (let t = 0; t < buyEurMwh.length; t++) {
    const [buy, sell] = [buyEurMwh[t]!, sellEurMwh[t]!];
    if (buy < 0) return undefined;
    if (sell <= buy) continue;
    const { netDemandKwh, maxChargeKwh, maxDischargeKwh } = stepBounds(problem, t);
    const least = Math.min(0, netDemandKwh - maxDischargeKwh);
    const most = Math.max(0, netDemandKwh + maxChargeKwh);
    const line = most > least ? (buy * most - sell * least) / (most - least) : buy;
    buyEurMwh[t] = line;
    sellEurMwh[t] = line;
    offsetMilliEur += (sell - line) * least;
  }
  const bound = solveByValueFunction({ ...problem, buyEurMwh, sellEurMwh });
  return bound.ok ? bound.solution.objectiveEur + offsetMilliEur / 1000 : undefined;
}
