/** Discounted cash flow. Flows are one a year, year 0 first; rates are fractions a year. */

/** Net present value, year 0 undiscounted, in the unit of `flows`. */
export function npv(rate: number, flows: readonly number[]): number {
  // Horner's rule, from the last year back.
  return flows.reduceRight((later, flow) => flow + later / (1 + rate), 0);
}

export const IRR_RANGE = { from: -0.99, to: 10 } as const;
const IRR_INTERVALS = 600;

export interface InternalRate {
  /** Fraction a year; null where no rate in the range gives a net present value of 0. */
  irr: number | null;
  /** Every rate found, ascending. */
  roots: number[];
}

/**
 * Internal rate of return by a scan of -0.99..10, even in log(1 + rate), and bisection of each change of sign. Solvers
 * that start from one guess return an arbitrary root of flows that change sign more than once. Of several roots the one
 * is taken that agrees with the net present value: above the discount rate where it is positive, below where it is not.
 */
export function irr(flows: readonly number[], discountRate: number): InternalRate {
  const roots: number[] = [];
  const [low, high] = [Math.log1p(IRR_RANGE.from), Math.log1p(IRR_RANGE.to)];
  let before: number = IRR_RANGE.from;
  let valueBefore = npv(before, flows);
  for (let interval = 1; interval <= IRR_INTERVALS; interval++) {
    const rate = Math.expm1(low + ((high - low) * interval) / IRR_INTERVALS);
    const value = npv(rate, flows);
    if (valueBefore * value < 0) roots.push(bisect((candidate) => npv(candidate, flows), before, rate));
    else if (value === 0 && valueBefore !== 0) roots.push(rate);
    before = rate;
    valueBefore = value;
  }
  return { irr: agreeingRoot(roots, npv(discountRate, flows) > 0, discountRate), roots };
}

/** The root nearest to the rate on the side of the value's sign; on the other side only where there is no choice. */
function agreeingRoot(roots: readonly number[], positive: boolean, rate: number): number | null {
  const above = roots.find((root) => root > rate);
  const below = roots.findLast((root) => root <= rate);
  return (positive ? (above ?? below) : (below ?? above)) ?? null;
}

/** Root of a function that changes sign between `low` and `high`, to the last bits of a double. */
function bisect(value: (x: number) => number, low: number, high: number): number {
  const rising = value(high) > 0;
  for (let halving = 0; halving < 60; halving++) {
    const middle = (low + high) / 2;
    if (value(middle) > 0 === rising) high = middle;
    else low = middle;
  }
  return (low + high) / 2;
}

/**
 * Payback in years: from then on the cumulative flow never falls below 0 again, interpolated within the year. Null where
 * it ends below 0. @param flows the investment first
 */
export function payback(flows: readonly number[]): number | null {
  let cumulative = 0;
  const sums = flows.map((flow) => {
    cumulative += flow;
    return cumulative;
  });
  const lastBelow = sums.findLastIndex((sum) => sum < 0);
  if (lastBelow === flows.length - 1) return null;
  return lastBelow < 0 ? 0 : lastBelow - sums[lastBelow]! / flows[lastBelow + 1]!;
}

/** The specification's ratio: years of the first year's net flow in the investment; null if they exceed `life`. */
export function simplePayback(investment: number, firstYearNet: number, life: number): number | null {
  if (firstYearNet <= 0) return null;
  const years = investment / firstYearNet;
  return years <= life ? years : null;
}

export interface LevelisedYear {
  /** O&M, replacement and charging cost of the year. */
  cost: number;
  energy: number;
}

/**
 * Levelised cost per unit of energy: (investment + present value of costs) / present value of the energy.
 * `years` begins with year 1. Null without energy.
 */
export function levelisedCost(rate: number, investment: number, years: readonly LevelisedYear[]): number | null {
  const energy = npv(rate, [0, ...years.map(({ energy: amount }) => amount)]);
  if (energy <= 0) return null;
  return npv(rate, [investment, ...years.map(({ cost }) => cost)]) / energy;
}
