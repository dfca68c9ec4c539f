/** The master problem of a proximal bundle method in a few variables that must not be negative. */

/** A supporting plane: value at 0 and slope. */
export interface Cut {
  value: number;
  slope: readonly number[];
}

export interface Trial {
  point: number[];
  /** Highest plane at the point. */
  value: number;
  /** Weights of the planes, of sum 1. */
  weights: Float64Array;
}

/** The distance from a point that a trial pays for. */
export interface Proximity {
  centre: readonly number[];
  /** Cost of the squared distance in each direction, halved. */
  stiffness: readonly number[];
}

/** Least sum of a point's first coordinates. */
export interface LeastSum {
  coordinates: number;
  sum: number;
}

const MOST_TRADES = 3000;
const RELATIVE_TOLERANCE = 1e-8;

/**
 * The point that minimises the highest plane plus its distance from the centre. Solved in the planes' weights: two of
 * them trade, the highest plane gaining, until all planes in use are equal and highest.
 * @param start weights of an earlier trial with the first of these planes
 */
export function nextTrial(
  cuts: readonly Cut[],
  { centre, stiffness }: Proximity,
  leastSum: LeastSum,
  start: Float64Array = Float64Array.of(1),
): Trial {
  const [count, size] = [cuts.length, stiffness.length];
  const slopes = new Float64Array(count * size);
  cuts.forEach(({ slope }, i) => {
    slopes.set(slope, i * size);
  });
  const bends = bendsOf(slopes, stiffness);
  const weights = new Float64Array(count);
  weights.set(start);
  const mean = new Float64Array(size);
  for (let i = 0; i < count; i++) for (let j = 0; j < size; j++) mean[j]! += weights[i]! * slopes[i * size + j]!;
  const heights = new Float64Array(count);
  const point = new Float64Array(size);
  let most = 0;
  for (let trade = 0; trade <= MOST_TRADES; trade++) {
    balance(mean, centre, stiffness, leastSum, point);
    for (let i = 0; i < count; i++) {
      let height = cuts[i]!.value;
      for (let j = 0; j < size; j++) height += slopes[i * size + j]! * point[j]!;
      heights[i] = height;
      if (height > heights[most]!) most = i;
    }
    // Of the planes in use that one gives way whose trade gains most.
    let giving = -1;
    let share = 0;
    let greatest = 0;
    for (let i = 0; i < count; i++) {
      const gap = heights[most]! - heights[i]!;
      if (weights[i] === 0 || gap <= RELATIVE_TOLERANCE * Math.abs(heights[most]!)) continue;
      const bend = bends[most * count + i]!;
      const traded = Math.min(weights[i]!, gap / bend);
      const gain = traded * (gap - (traded * bend) / 2);
      if (gain <= greatest) continue;
      greatest = gain;
      giving = i;
      share = traded;
    }
    if (giving < 0) break;
    weights[most]! += share;
    weights[giving] = share === weights[giving] ? 0 : weights[giving]! - share;
    for (let j = 0; j < size; j++) mean[j]! += share * (slopes[most * size + j]! - slopes[giving * size + j]!);
  }
  return { point: [...point], value: heights[most]!, weights };
}

export const heightOf = ({ value, slope }: Cut, point: readonly number[]): number =>
  slope.reduce((sum, rise, j) => sum + rise * point[j]!, value);

/** For each pair of planes how fast a trade between them closes the gap in height. */
function bendsOf(slopes: Float64Array, stiffness: readonly number[]): Float64Array {
  const size = stiffness.length;
  const count = slopes.length / size;
  const bends = new Float64Array(count * count);
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < i; k++) {
      let bend = 0;
      for (let j = 0; j < size; j++) bend += (slopes[i * size + j]! - slopes[k * size + j]!) ** 2 / stiffness[j]!;
      bends[i * count + k] = bends[k * count + i] = bend;
    }
  }
  return bends;
}

const BISECTIONS = 50;

/** Fills the point where a plane's slope and the distance from the centre balance. */
function balance(
  slope: Float64Array,
  centre: readonly number[],
  stiffness: readonly number[],
  { coordinates, sum }: LeastSum,
  point: Float64Array,
): void {
  /** Fills the point where the slope of the first coordinates is relieved, and tells their sum. */
  const fill = (relief: number): number => {
    let total = 0;
    for (let j = 0; j < slope.length; j++) {
      const rise = j < coordinates ? slope[j]! - relief : slope[j]!;
      point[j] = Math.max(0, centre[j]! - rise / stiffness[j]!);
      if (j < coordinates) total += point[j]!;
    }
    return total;
  };
  if (fill(0) >= sum) return;
  let low = 0;
  let high = 1;
  while (fill(high) < sum) high *= 2;
  for (let k = 0; k < BISECTIONS; k++) {
    const middle = (low + high) / 2;
    if (fill(middle) < sum) low = middle;
    else high = middle;
  }
  fill(high);
}
