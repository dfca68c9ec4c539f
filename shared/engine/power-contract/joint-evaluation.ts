import type { DispatchSchedule, SoftCap } from "../dispatch/problem.ts";
import type { PowerTerms } from "./best-powers.ts";
import { type Cut, heightOf } from "./bundle.ts";
import { excessPricesOf, type Groups, quartersPerStep } from "./excess.ts";
import { createExcessCaps, excessByGroup, fillCoarse, fillFine } from "./excess-caps.ts";
import { marginalPrices } from "./marginal-prices.ts";
import { highestImportKw, type Planner } from "./operation.ts";
import { type PowerCase, type PowerPlan, planOf } from "./quick-rule.ts";

/** The best dispatch found for some contracted powers, and what it proves about all others. */
export interface Evaluation {
  plan: PowerPlan;
  /** Increments from each period's power to the next, kW. */
  point: readonly number[];
  /** Cost with those powers, EUR. */
  costEur: number;
  /** A plane in the increments that touches the cost at the point, but for the linearisation. */
  tangent: Cut;
  /** What one more kW of import costs in excess at most, EUR, by step, and the plane below every cost that it gives. */
  marginalEurKw: Float64Array;
  cut: Cut;
}

export interface Evaluator {
  /** The point of a plan, and what a kW costs in the direction of each coordinate. */
  pointOf(powers: readonly number[], schedule: DispatchSchedule): number[];
  prices: readonly number[];
  mostTrials: number;
  /** Yields after each dispatch. */
  at(point: readonly number[], passes: Passes, start: DispatchSchedule): Generator<void, Evaluation>;
  /** The plane that belongs to any marginal excess which a contract can cause. */
  cutOf(marginalEurKw: Float64Array): Cut;
  /** Scales a marginal excess down to what a contract can cause; tells whether that changed it. */
  bound(marginalEurKw: Float64Array): boolean;
}

/** How often the penalty is linearised: with the same knots in all steps, then with knots around each step's excess. */
interface Passes {
  coarse: number;
  fine: number;
}

/** Least norm of a group's excess, relative to the highest import: below it the penalty is rounded off. */
const LEAST_NORM = 0.0015;

/** Spacing of the fine knots relative to a step's excess, halved from pass to pass; the least relative to highest import. */
const FIRST_SPACING = 0.3;
const LAST_SPACING = 0.05;
const LEAST_SPACING = 0.001;

/** Rise of a group's marginal excess above the possible that counts as rounding. */
const ROUNDING = 1e-4;

/**
 * Soft caps that price the excess of a plan as it is linearised about its own dispatch. With them any solver of the
 * energy dispatch finds that plan again, or a better one for the same powers.
 */
export function linearisedExcess({ problem, groups, terms }: PowerCase, plan: PowerPlan): SoftCap[] {
  const { contractedKw } = plan.powers;
  const { importKwh } = plan.schedule;
  const highestKw = highestImportKw(problem);
  const caps = createExcessCaps(groups.ofStep.length);
  const curvature = curvatureOf(groups, terms, excessByGroup(groups, importKwh, contractedKw), highestKw);
  const spacing = { relative: LAST_SPACING, leastKw: LEAST_SPACING * highestKw };
  fillFine(caps, groups, contractedKw, curvature, importKwh, spacing);
  return caps.softCaps;
}

/** Second derivative of each group's penalty by the excess of a step, EUR/kW2. */
function curvatureOf(groups: Groups, { prices }: PowerTerms, norms: Float64Array, highestKw: number): Float64Array {
  const excessPrices = excessPricesOf(prices, "quarter_hours");
  const quarters = quartersPerStep(groups);
  return norms.map(
    (norm, group) => (excessPrices[groups.period[group]!]! * quarters) / Math.max(LEAST_NORM * highestKw, norm),
  );
}

/** The evaluator for the meter of the terms. */
export const createEvaluator = (powerCase: PowerCase, planner: Planner): Evaluator =>
  powerCase.terms.meter === "maximeter"
    ? createMaximeterEvaluator(powerCase, planner)
    : createQuarterHourEvaluator(powerCase, planner);

export const MOST_TRIALS = { quarter_hours: 24, maximeter: 100 } as const;

function createQuarterHourEvaluator(powerCase: PowerCase, planner: Planner): Evaluator {
  const { groups, terms } = powerCase;
  const { powerEurKw } = terms.prices;
  const caps = createExcessCaps(groups.ofStep.length);
  const quarters = quartersPerStep(groups);
  const excessPrices = excessPricesOf(terms.prices, "quarter_hours");
  const groupPrices = Float64Array.from(groups.period, (period) => excessPrices[period]!);
  const toMwh = 1000 / groups.stepHours;

  const planes = createPlanes(powerCase, planner);
  const bound = (marginalEurKw: Float64Array): boolean => {
    const squares = new Float64Array(groups.period.length);
    groups.ofStep.forEach((group, t) => {
      squares[group]! += marginalEurKw[t]! ** 2 / quarters;
    });
    const factors = squares.map((square, group) => Math.min(1, groupPrices[group]! / Math.sqrt(square)));
    groups.ofStep.forEach((group, t) => {
      if (factors[group]! < 1) marginalEurKw[t]! *= factors[group]!;
    });
    return factors.some((factor) => factor < 1 - ROUNDING);
  };

  function* at(point: readonly number[], { coarse, fine }: Passes, start: DispatchSchedule) {
    const contractedKw = cumulate(point);
    let schedule = start;
    let norms = excessByGroup(groups, start.importKwh, contractedKw);
    for (let pass = 0; pass < coarse + fine; pass++) {
      const curvature = curvatureOf(groups, terms, norms, planner.highestKw);
      if (pass < coarse) fillCoarse(caps, groups, contractedKw, curvature, planner.highestKw);
      else {
        const spacing = { relative: FIRST_SPACING / 2 ** (pass - coarse), leastKw: LEAST_SPACING * planner.highestKw };
        fillFine(caps, groups, contractedKw, curvature, schedule.importKwh, spacing);
      }
      schedule = planner.plan({ softCaps: caps.softCaps });
      norms = excessByGroup(groups, schedule.importKwh, contractedKw);
      yield;
    }

    const curvature = curvatureOf(groups, terms, norms, planner.highestKw);
    const wished = planner.convex.buyEurMwh.map((buy, t) => {
      const group = groups.ofStep[t]!;
      const excess = schedule.importKwh[t]! / groups.stepHours - contractedKw[groups.period[group]!]!;
      return buy + toMwh * curvature[group]! * Math.max(0, excess);
    });
    const capped = { ...planner.convex, softCaps: caps.softCaps };
    const marginalEurKw = marginalPrices(capped, schedule, wished).map(
      (price, t) => Math.max(0, price - planner.convex.buyEurMwh[t]!) / toMwh,
    );
    // The schedule is optimal at its marginal prices; once they are scaled another one is.
    const tangent = planes.at(schedule, marginalEurKw);
    const cut = bound(marginalEurKw) ? planes.solve(marginalEurKw) : tangent;
    yield;

    const plan = planOf(powerCase, planner, schedule);
    const powerEur = contractedKw.reduce((sum, kw, p) => sum + kw * powerEurKw[p]!, 0);
    const excessEur = norms.reduce((sum, norm, group) => sum + norm * groupPrices[group]!, 0);
    return { plan, point, costEur: plan.energyEur + powerEur + excessEur, tangent, marginalEurKw, cut };
  }
  return {
    at,
    bound,
    cutOf: planes.solve,
    pointOf: incrementsOf,
    prices: suffixSums(powerEurKw),
    mostTrials: MOST_TRIALS.quarter_hours,
  };
}

/**
 * The evaluator for maximeters. A point has, after the increments of power, each group's highest import above the
 * contracted power. With those known the excess is linear, so one dispatch is exact.
 */
function createMaximeterEvaluator(powerCase: PowerCase, planner: Planner): Evaluator {
  const { groups, terms } = powerCase;
  const { powerEurKw } = terms.prices;
  const excessPrices = excessPricesOf(terms.prices, "maximeter");
  const groupPrices = Float64Array.from(groups.period, (period, g) => excessPrices[period]! * groups.days[g]!);
  const toMwh = 1000 / groups.stepHours;
  const planes = createPlanes(powerCase, planner);
  const periods = powerEurKw.length;
  const slopeEurMwh = Float64Array.from(groups.ofStep, (group) => toMwh * groupPrices[group]!);

  const sumsOf = (marginalEurKw: Float64Array) => {
    const sums = new Float64Array(groups.period.length);
    groups.ofStep.forEach((group, t) => {
      sums[group]! += marginalEurKw[t]!;
    });
    return sums;
  };
  const withMargins = ({ value, slope }: Cut, marginalEurKw: Float64Array): Cut => ({
    value,
    slope: [...slope, ...sumsOf(marginalEurKw).map((sum, group) => groupPrices[group]! - sum)],
  });
  const bound = (marginalEurKw: Float64Array): boolean => {
    const factors = sumsOf(marginalEurKw).map((sum, group) => Math.min(1, groupPrices[group]! / sum));
    groups.ofStep.forEach((group, t) => {
      if (factors[group]! < 1) marginalEurKw[t]! *= factors[group]!;
    });
    return factors.some((factor) => factor < 1 - ROUNDING);
  };
  const cutOf = (marginalEurKw: Float64Array) => withMargins(planes.solve(marginalEurKw), marginalEurKw);

  function* at(point: readonly number[]) {
    const contractedKw = cumulate(point.slice(0, periods));
    const capsKwh = Array.from(
      groups.period,
      (period, group) => (contractedKw[period]! + point[periods + group]!) * groups.stepHours,
    );
    const capKwh = slopeEurMwh.map((_, t) => capsKwh[groups.ofStep[t]!]!);
    const softCaps = [{ capKwh, slopeEurMwh }];
    const schedule = planner.plan({ softCaps });
    yield;
    const { buyEurMwh } = planner.convex;
    const marginalEurKw = marginalPrices({ ...planner.convex, softCaps }, schedule, buyEurMwh).map(
      (price, t) => Math.max(0, price - buyEurMwh[t]!) / toMwh,
    );
    const tangent = withMargins(planes.at(schedule, marginalEurKw), marginalEurKw);
    const plan = planOf(powerCase, planner, schedule);
    // With the margins in its slope the plane lies below every cost as it is.
    return { plan, point, costEur: heightOf(tangent, point), tangent, marginalEurKw, cut: tangent };
  }
  return {
    at,
    bound,
    cutOf,
    pointOf: (powers, { importKwh }) => {
      const margins = new Float64Array(groups.period.length);
      groups.ofStep.forEach((group, t) => {
        const excess = importKwh[t]! / groups.stepHours - powers[groups.period[group]!]!;
        margins[group] = Math.max(margins[group]!, excess);
      });
      return [...incrementsOf(powers), ...margins];
    },
    prices: [...suffixSums(powerEurKw), ...groupPrices],
    mostTrials: MOST_TRIALS.maximeter,
  };
}

/** Planes in the increments of power, below the cost of every dispatch. */
function createPlanes({ groups, terms }: PowerCase, planner: Planner) {
  const toMwh = 1000 / groups.stepHours;
  /** The plane of a schedule that is optimal with the marginal excess on top of the buy price. */
  const at = (schedule: DispatchSchedule, marginalEurKw: Float64Array): Cut => {
    const slope = [...terms.prices.powerEurKw];
    let value = planner.energyEur(schedule);
    groups.ofStep.forEach((group, t) => {
      slope[groups.period[group]!]! -= marginalEurKw[t]!;
      value += (marginalEurKw[t]! * schedule.importKwh[t]!) / groups.stepHours;
    });
    return { value, slope: suffixSums(slope) };
  };
  const solve = (marginalEurKw: Float64Array): Cut => {
    const buyEurMwh = planner.convex.buyEurMwh.map((buy, t) => buy + toMwh * marginalEurKw[t]!);
    return at(planner.plan({ buyEurMwh }), marginalEurKw);
  };
  return { at, solve };
}

const incrementsOf = (powers: readonly number[]): number[] => powers.map((kw, p) => kw - (powers[p - 1] ?? 0));

const cumulate = (increments: readonly number[]): number[] => {
  let sum = 0;
  return increments.map((increment) => {
    sum += increment;
    return sum;
  });
};

export const suffixSums = (values: readonly number[]): number[] => cumulate(values.toReversed()).toReversed();
