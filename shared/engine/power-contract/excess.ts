import type { Timeline } from "../site/site.ts";

/** Prices of contracted power, one value for each of P1..P6. */
export interface PowerPrices {
  /** Power term (toll and charge) of the whole period, EUR/kW. */
  powerEurKw: readonly number[];
  /** Excess of meters with quarter-hours (types 1 to 3), EUR/kW of the month's root of squares. */
  excessEurKw: readonly number[];
  /** Excess of maximeters (types 4 and 5), EUR/kW of the month's highest power and day. */
  excessEurKwDay: readonly number[];
  /** Least contracted power in P6, kW. */
  leastP6Kw: number;
}

/** How excess is metered. The meter follows from the highest contracted power. */
export type Meter = "quarter_hours" | "maximeter";

/** The steps of a period by group. A group is one tariff period in one calendar month. */
export interface Groups {
  stepHours: number;
  /** Group of each step. */
  ofStep: Uint16Array;
  /** Tariff period of each group, from 0 for P1. */
  period: Uint8Array;
  /** Days of each group's month. */
  days: Uint8Array;
}

const QUARTER_HOURS = 4;

/** Quarter-hours that a step counts for; a meter without them repeats the hour. */
export const quartersPerStep = ({ stepHours }: Pick<Groups, "stepHours">): number => QUARTER_HOURS * stepHours;

export function groupsOf({
  tariffPeriod,
  month,
  stepHours,
}: Pick<Timeline, "tariffPeriod" | "month" | "stepHours">): Groups {
  const ofStep = new Uint16Array(month.length);
  const period: number[] = [];
  const days: number[] = [];
  const groupOfPeriod = new Map<number, number>();
  let monthBegins = 0;
  for (let t = 0; t < month.length; t++) {
    const metered = tariffPeriod[t]! - 1;
    let group = groupOfPeriod.get(metered);
    if (group === undefined) {
      group = period.length;
      period.push(metered);
      groupOfPeriod.set(metered, group);
    }
    ofStep[t] = group;
    if (month[t + 1] === month[t]) continue;
    // A month of the clock change has an hour less or more than its days.
    const daysOfMonth = Math.round(((t + 1 - monthBegins) * stepHours) / 24);
    while (days.length < period.length) days.push(daysOfMonth);
    groupOfPeriod.clear();
    monthBegins = t + 1;
  }
  return { stepHours, ofStep, period: Uint8Array.from(period), days: Uint8Array.from(days) };
}

/** Imports of one group in ascending order, with what their excess over any power takes. */
export interface SortedGroup {
  period: number;
  days: number;
  kw: Float64Array;
  /** From each import on: sum of import less the highest, and of its square, kW. */
  sums: Float64Array;
  squares: Float64Array;
}

export function sortImports({ stepHours, ofStep, period, days }: Groups, importKwh: Float64Array): SortedGroup[] {
  const ends = new Uint32Array(period.length);
  for (let t = 0; t < ofStep.length; t++) ends[ofStep[t]!]!++;
  for (let g = 1; g < ends.length; g++) ends[g]! += ends[g - 1]!;
  const next = ends.slice();
  const byGroup = new Float64Array(ofStep.length);
  for (let t = 0; t < ofStep.length; t++) byGroup[--next[ofStep[t]!]!] = importKwh[t]! / stepHours;
  return Array.from(period, (metered, g) => {
    const kw = byGroup.subarray(next[g]!, ends[g]!).sort();
    const highest = kw.at(-1)!;
    const sums = new Float64Array(kw.length);
    const squares = new Float64Array(kw.length);
    let sum = 0;
    let square = 0;
    for (let i = kw.length - 1; i >= 0; i--) {
      const below = kw[i]! - highest;
      sums[i] = sum += below;
      squares[i] = square += below * below;
    }
    return { period: metered, days: days[g]!, kw, sums, squares };
  });
}

/** Excess of one group over a contracted power: kW of the root of squares, or kW and days. */
export function excessOf(
  { kw, sums, squares, days }: SortedGroup,
  contractedKw: number,
  meter: Meter,
  quarters: number,
): number {
  const highest = kw.at(-1)! - contractedKw;
  if (highest <= 0) return 0;
  if (meter === "maximeter") return highest * days;
  let low = 0;
  let high = kw.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (kw[middle]! > contractedKw) high = middle;
    else low = middle + 1;
  }
  const square = squares[low]! + 2 * highest * sums[low]! + (kw.length - low) * highest * highest;
  return Math.sqrt(quarters * Math.max(0, square));
}

/** Power term and excess of a period, EUR. */
export interface PowerBill {
  powerEur: number;
  excessEur: number;
}

/** The power part of the bill for given contracted powers. */
export function powerBill(
  sorted: readonly SortedGroup[],
  groups: Groups,
  prices: PowerPrices,
  meter: Meter,
  contractedKw: readonly number[],
): PowerBill {
  const excessPrices = excessPricesOf(prices, meter);
  const quarters = quartersPerStep(groups);
  return {
    powerEur: contractedKw.reduce((sum, kw, p) => sum + kw * prices.powerEurKw[p]!, 0),
    excessEur: sorted.reduce(
      (sum, group) => sum + excessPrices[group.period]! * excessOf(group, contractedKw[group.period]!, meter, quarters),
      0,
    ),
  };
}

export const excessPricesOf = ({ excessEurKw, excessEurKwDay }: PowerPrices, meter: Meter): readonly number[] =>
  meter === "maximeter" ? excessEurKwDay : excessEurKw;
