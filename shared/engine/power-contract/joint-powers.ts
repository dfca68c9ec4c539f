import { dispatchWithoutBattery } from "../dispatch/no-battery.ts";
import { checkProblem, requireServable } from "../dispatch/rules.ts";
import { type BestPowers, leastP6Of, MAXIMETER_KW, type PowerTerms } from "./best-powers.ts";
import { type Cut, type LeastSum, nextTrial, type Trial } from "./bundle.ts";
import type { Meter } from "./excess.ts";
import { EXCESS_CAPS } from "./excess-caps.ts";
import { createEvaluator, type Evaluation, type Evaluator, MOST_TRIALS } from "./joint-evaluation.ts";
import { createPlanner } from "./operation.ts";
import { type PowerCase, type PowerPlan, QUICK_DISPATCHES, type QuickPlan, quickRule } from "./quick-rule.ts";

export interface JointPlan extends PowerPlan {
  /**
   * No contracted powers and no dispatch with the plan's meter cost less, EUR. Null where prices are not convex, so that
   * nothing is proven.
   */
  boundEur: number | null;
  /** The plan of the quick rule, from which the search began. */
  quick: QuickPlan;
}

const PASSES = { coarse: 1, fine: 3 };
/** Passes far from the optimum, where only a plane is wanted. */
const ROUGH_PASSES = { coarse: 1, fine: 1 };

/** A step that is expected to save less than this share of the battery's saving is not worth its dispatches. */
const LEAST_GAIN = 2e-4;
/** How often a search that came to rest looks farther away. */
const MOST_WIDENED = 2;
/** Share of the bill that counts as rounding. */
const ROUNDING = 1e-6;

const MOST_PROOFS = 8;
/** Share of the bill within which the bound is near enough. */
const NEAR_ENOUGH = 5e-4;
/** Rise of the bound, relative to it, that ends the proof. */
const STALLED = 1e-5;
/** Where from the centre to the lowest point of the planes another one is added, unless that raised nothing. */
const HALFWAY = 0.5;

const MOST_DISPATCHES =
  QUICK_DISPATCHES +
  (PASSES.coarse + PASSES.fine + 1) * (3 + MOST_TRIALS.quarter_hours) +
  (ROUGH_PASSES.coarse + ROUGH_PASSES.fine + 2) * MOST_PROOFS;

/**
 * Contracted powers and dispatch that together cost least, and a bound that proves how near they are. A proximal bundle
 * method in the increments of power from period to period. Yields the share done after each dispatch, so that the caller
 * may report, rest or stop.
 * @param without best powers without battery
 */
export function* jointPowers(powerCase: PowerCase, without: BestPowers): Generator<number, JointPlan> {
  const { problem } = powerCase;
  checkProblem(problem);
  requireServable(problem);
  const planner = createPlanner(problem, EXCESS_CAPS);
  let dispatches = 0;
  const done = () => Math.min(1, ++dispatches / MOST_DISPATCHES);

  const quick = yield* counted(quickRule(powerCase, without, planner), done);

  const withoutEur = dispatchWithoutBattery(problem).objectiveEur + without.powerEur + without.excessEur;
  const metered = { ...powerCase, terms: withMeter(powerCase.terms, quick.powers.meter) };
  const evaluator = createEvaluator(metered, planner);
  const searched = yield* search(metered, evaluator, quick, without, withoutEur, done);
  const boundEur = yield* prove(metered, evaluator, searched, planner.highestKw, done);
  const { powers, schedule, energyEur, totalEur } = searched.best;
  return { powers, schedule, energyEur, totalEur, boundEur: planner.isExact ? boundEur : null, quick };
}

/** Passes a generator's steps on as shares done. */
function* counted<T>(steps: Generator<unknown, T>, done: () => number): Generator<number, T> {
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value;
    yield done();
  }
}

/** Keeps to one meter, and where it was not given to the powers that make it count quarter-hours. */
function withMeter(terms: PowerTerms, meter: Meter): PowerTerms {
  if (terms.meter === meter || meter === "maximeter") return { ...terms, meter };
  return { ...terms, meter, keepP6Kw: Math.max(terms.keepP6Kw ?? 0, MAXIMETER_KW + 1) };
}

const leastSumOf = (terms: PowerTerms): LeastSum => ({
  coordinates: terms.prices.powerEurKw.length,
  sum: leastP6Of(terms),
});

interface Searched {
  evaluations: Evaluation[];
  /** The evaluation with the least cost. */
  centre: Evaluation;
  /** The plan with the least total. */
  best: PowerPlan;
}

function* search(
  { problem, terms }: PowerCase,
  evaluator: Evaluator,
  quick: QuickPlan,
  without: BestPowers,
  withoutEur: number,
  done: () => number,
): Generator<number, Searched> {
  const leastSum = leastSumOf(terms);
  const evaluations: Evaluation[] = [];
  let best: PowerPlan = quick;
  let from = quick.schedule;
  function* evaluate(point: readonly number[]): Generator<number, Evaluation> {
    const evaluation = yield* counted(evaluator.at(point, PASSES, from), done);
    from = evaluation.plan.schedule;
    evaluations.push(evaluation);
    if (evaluation.plan.totalEur < best.totalEur) best = evaluation.plan;
    return evaluation;
  }

  const halfway = without.contractedKw.map((kw, p) =>
    Math.max(p === without.contractedKw.length - 1 ? leastSum.sum : 0, kw - problem.battery.dischargeKw / 2),
  );
  let centre = yield* evaluate(evaluator.pointOf(quick.powers.contractedKw, quick.schedule));
  const second = yield* evaluate(evaluator.pointOf(halfway, quick.schedule));
  if (second.costEur < centre.costEur) centre = second;
  const worthwhileEur = Math.max(LEAST_GAIN * (withoutEur - centre.costEur), ROUNDING * Math.abs(centre.costEur));
  const firstRadius = Math.max(1, problem.battery.dischargeKw / 4);
  let radius = firstRadius;
  let widened = 0;
  let weights: Float64Array | undefined;
  for (let trial = 0; trial < evaluator.mostTrials; trial++) {
    const next = nextTrial(
      evaluations.map(({ tangent }) => tangent),
      { centre: centre.point, stiffness: evaluator.prices.map((eur) => eur / radius) },
      leastSum,
      weights,
    );
    weights = next.weights;
    const expected = centre.costEur - next.value;
    if (expected <= worthwhileEur) {
      if (radius >= firstRadius || widened === MOST_WIDENED) break;
      // So near to the centre little can be gained anywhere.
      widened++;
      radius = firstRadius;
      continue;
    }
    const tried = yield* evaluate(next.point);
    const gained = centre.costEur - tried.costEur;
    if (gained > 0.5 * expected) radius *= 2;
    else if (gained < 0.1 * expected) radius /= 2;
    if (gained > 0) centre = tried;
  }
  // The powers to contract are whole, and the dispatch has not been planned for those yet.
  yield* evaluate(evaluator.pointOf(best.powers.contractedKw, best.schedule));
  return { evaluations, centre, best };
}

/**
 * A lower bound on the cost of all powers and dispatches. Planes below the cost are added where their lowest point is,
 * until it is near the centre's cost; their weighted mean is a plane of its own, which one more dispatch confirms.
 */
function* prove(
  { groups, terms }: PowerCase,
  evaluator: Evaluator,
  { evaluations, centre }: Searched,
  highestKw: number,
  done: () => number,
): Generator<number, number> {
  const leastSum = leastSumOf(terms);
  const nothing = new Float64Array(groups.ofStep.length);
  const planes = [...evaluations, { cut: evaluator.cutOf(nothing), marginalEurKw: nothing }];
  yield done();
  let boundEur = -Infinity;
  let reach = HALFWAY;
  for (let proof = 0; proof < MOST_PROOFS; proof++) {
    const lowest = lowestPoint(planes, centre.point, evaluator.prices, leastSum);
    const marginalEurKw = nothing.map((_, t) =>
      planes.reduce((sum, plane, i) => sum + lowest.weights[i]! * plane.marginalEurKw[t]!, 0),
    );
    evaluator.bound(marginalEurKw);
    const cut = evaluator.cutOf(marginalEurKw);
    planes.push({ cut, marginalEurKw });
    yield done();
    // Powers above the highest import only cost more.
    const least = Math.min(...cut.slope.slice(0, leastSum.coordinates));
    const before = boundEur;
    boundEur = Math.max(boundEur, cut.value + least * (least > 0 ? leastSum.sum : Math.max(leastSum.sum, highestKw)));
    if (centre.costEur - boundEur < NEAR_ENOUGH * Math.abs(centre.costEur)) break;
    const isStalled = boundEur - before < STALLED * Math.abs(boundEur);
    if (isStalled && reach === 1) break;
    reach = isStalled ? 1 : HALFWAY;
    const between = lowest.point.map((step, j) => centre.point[j]! + reach * (step - centre.point[j]!));
    planes.push(yield* counted(evaluator.at(between, ROUGH_PASSES, centre.plan.schedule), done));
  }
  return boundEur;
}

const FIRST_RADIUS_KW = 50;
const MOST_MOVES = 40;

/** The lowest point of the highest plane, by trials whose centre moves ever farther. */
function lowestPoint(
  planes: readonly { cut: Cut }[],
  centre: readonly number[],
  prices: readonly number[],
  leastSum: LeastSum,
): Trial {
  const cuts = planes.map(({ cut }) => cut);
  const trialFrom = (point: readonly number[], radius: number, weights?: Float64Array) =>
    nextTrial(cuts, { centre: point, stiffness: prices.map((eur) => eur / radius) }, leastSum, weights);
  let radius = FIRST_RADIUS_KW;
  let trial = trialFrom(centre, radius);
  for (let move = 0; move < MOST_MOVES; move++) {
    radius *= 1.5;
    const next = trialFrom(trial.point, radius, trial.weights);
    const gained = trial.value - next.value;
    trial = next;
    if (gained < 1e-8 * Math.abs(next.value)) break;
  }
  return trial;
}
