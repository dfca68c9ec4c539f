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

const MOST_TRADES = 20_000;
const RELATIVE_TOLERANCE = 1e-9;

/**
 * The point that minimises the highest plane plus its distance from the centre. Solved in the planes' weights: two of
 * them trade, the highest plane gaining, until all planes in use are equal and highest.
 * @param leastSum least sum of the point's coordinates
 */
export function nextTrial(cuts: readonly Cut[], proximity: Proximity, leastSum: number): Trial {
  const { stiffness } = proximity;
  const weights = new Float64Array(cuts.length);
  weights[0] = 1;
  const mean = cuts[0]!.slope.slice();
  const heights = new Float64Array(cuts.length);
  let point: number[] = [];
  let most = 0;
  for (let trade = 0; trade <= MOST_TRADES; trade++) {
    point = balance(mean, proximity, leastSum);
    for (let i = 0; i < cuts.length; i++) {
      heights[i] = heightOf(cuts[i]!, point);
      if (heights[i]! > heights[most]!) most = i;
    }
    // Of the planes in use that one gives way whose trade gains most.
    let giving = -1;
    let share = 0;
    let greatest = 0;
    for (let i = 0; i < cuts.length; i++) {
      const gap = heights[most]! - heights[i]!;
      if (weights[i] === 0 || gap <= RELATIVE_TOLERANCE * Math.abs(heights[most]!)) continue;
      let bend = 0;
      for (let j = 0; j < mean.length; j++) {
        bend += (cuts[most]!.slope[j]! - cuts[i]!.slope[j]!) ** 2 / stiffness[j]!;
      }
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
    for (let j = 0; j < mean.length; j++) {
      mean[j]! += share * (cuts[most]!.slope[j]! - cuts[giving]!.slope[j]!);
    }
  }
  return { point, value: heights[most]!, weights };
}

const heightOf = ({ value, slope }: Cut, point: readonly number[]): number =>
  slope.reduce((sum, rise, j) => sum + rise * point[j]!, value);

const BISECTIONS = 50;

/** The point where a plane's slope and the distance from the centre balance. */
function balance(slope: readonly number[], { centre, stiffness }: Proximity, leastSum: number): number[] {
  const at = (relief: number) => slope.map((rise, j) => Math.max(0, centre[j]! - (rise - relief) / stiffness[j]!));
  const reaches = (point: number[]) => point.reduce((sum, value) => sum + value, 0) >= leastSum;
  const free = at(0);
  if (reaches(free)) return free;
  let low = 0;
  let high = 1;
  while (!reaches(at(high))) high *= 2;
  for (let k = 0; k < BISECTIONS; k++) {
    const middle = (low + high) / 2;
    if (reaches(at(middle))) high = middle;
    else low = middle;
  }
  return at(high);
}
