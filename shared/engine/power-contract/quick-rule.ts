import type { DispatchProblem, DispatchSchedule } from "../dispatch/problem.ts";
import { type BestPowers, bestPowers, type PowerTerms } from "./best-powers.ts";
import type { Groups } from "./excess.ts";
import type { Planner } from "./operation.ts";

/** A dispatch with the contracted powers that are best for it. */
export interface PowerPlan {
  powers: BestPowers;
  schedule: DispatchSchedule;
  /** Energy bill and wear, EUR. */
  energyEur: number;
  /** Energy bill, wear, power term and excess, EUR. */
  totalEur: number;
}

/** The site that a contract is chosen for. */
export interface PowerCase {
  /** Without soft caps; its import limit is the hard one. */
  problem: DispatchProblem;
  groups: Groups;
  terms: PowerTerms;
}

/** The best powers for a dispatch. */
export function planOf({ groups, terms }: PowerCase, planner: Planner, schedule: DispatchSchedule): PowerPlan {
  const powers = bestPowers(groups, schedule.importKwh, terms);
  const energyEur = planner.energyEur(schedule);
  return { powers, schedule, energyEur, totalEur: energyEur + powers.powerEur + powers.excessEur };
}

/** Dispatches of the quick rule: some evenly apart, then pairs ever nearer to the best. */
const [EVEN, PAIRS] = [8, 3];
export const QUICK_DISPATCHES = EVEN + 2 * PAIRS;

/** Cost of import above the cap, EUR/MWh: above any price of energy, and low enough to give way in a rare peak. */
export const QUICK_SLOPE_EUR_MWH = 400;

/** A plan of the quick rule. */
export interface QuickPlan extends PowerPlan {
  /** How far the cap lay below the best powers without battery, in powers of the battery. */
  share: number;
}

/**
 * A dispatch with one soft cap, which lies equally far below the best powers without battery in all periods. A variant
 * of a case, such as a scenario, keeps the share of the case.
 */
export function planAtShare(powerCase: PowerCase, without: BestPowers, planner: Planner, share: number): QuickPlan {
  const { problem, groups } = powerCase;
  const reachKw = share * problem.battery.dischargeKw;
  const capsKwh = without.contractedKw.map((kw) => Math.max(0, kw - reachKw) * groups.stepHours);
  const capKwh = problem.demandKwh.map((_, t) => capsKwh[groups.period[groups.ofStep[t]!]!]!);
  const schedule = planner.plan({ softCaps: [{ capKwh, slopeEurMwh: QUICK_SLOPE_EUR_MWH }] });
  return { ...planOf(powerCase, planner, schedule), share };
}

/** The best of a few such dispatches, up to the battery's power. Yields the number of dispatches solved. */
export function* quickRule(powerCase: PowerCase, without: BestPowers, planner: Planner): Generator<number, QuickPlan> {
  let solved = 0;
  let best = planAtShare(powerCase, without, planner, 0);
  yield ++solved;
  const shares = Array.from({ length: EVEN - 1 }, (_, k) => (k + 1) / (EVEN - 1));
  let apart = 1 / (EVEN - 1);
  for (let pair = 0; pair <= PAIRS; pair++) {
    for (const share of pair === 0 ? shares : [best.share - apart, best.share + apart]) {
      const tried = planAtShare(powerCase, without, planner, share);
      if (tried.totalEur < best.totalEur) best = tried;
      yield ++solved;
    }
    apart /= 2;
  }
  return best;
}
