import { type Groups, quartersPerStep } from "./excess.ts";

/** Thresholds of one step. */
export const EXCESS_CAPS = 11;

const EUR_KWH_TO_EUR_MWH = 1000;

/**
 * Soft caps that stand for the excess of the year. The root of a group's squared excess e is bounded from above by
 * e * e / 2s + s / 2, which touches it at s = e. Each step's square is replaced by straight lines between knots.
 */
export interface ExcessCaps {
  softCaps: { capKwh: Float64Array; slopeEurMwh: Float64Array }[];
  /** Knots of the excess of the step under way, kW, ascending from 0. */
  knots: Float64Array;
}

export function createExcessCaps(steps: number): ExcessCaps {
  return {
    softCaps: Array.from({ length: EXCESS_CAPS }, () => ({
      capKwh: new Float64Array(steps),
      slopeEurMwh: new Float64Array(steps),
    })),
    knots: new Float64Array(EXCESS_CAPS),
  };
}

/** The same knots in every step, each twice as far as the one before, up to `highestKw`. */
export function fillCoarse(
  caps: ExcessCaps,
  groups: Groups,
  contractedKw: readonly number[],
  curvature: Float64Array,
  highestKw: number,
): void {
  for (let k = 1; k < EXCESS_CAPS; k++) caps.knots[k] = highestKw * 2 ** (k + 1 - EXCESS_CAPS);
  for (let t = 0; t < groups.ofStep.length; t++) fillStep(caps, groups, contractedKw, curvature, t);
}

/** Knots around the excess that each step has, in multiples of a spacing. */
const OFFSETS = [-4, -2, -1, -0.4, 0, 0.4, 1, 2, 4, 8];

export function fillFine(
  caps: ExcessCaps,
  groups: Groups,
  contractedKw: readonly number[],
  curvature: Float64Array,
  importKwh: Float64Array,
  spacing: { relative: number; leastKw: number },
): void {
  const { ofStep, period, stepHours } = groups;
  for (let t = 0; t < ofStep.length; t++) {
    const excess = Math.max(0, importKwh[t]! / stepHours - contractedKw[period[ofStep[t]!]!]!);
    const apart = Math.max(spacing.leastKw, spacing.relative * excess);
    OFFSETS.forEach((offset, k) => {
      caps.knots[k + 1] = Math.max(0, excess + offset * apart);
    });
    fillStep(caps, groups, contractedKw, curvature, t);
  }
}

/** @param curvature second derivative of each group's penalty, EUR/kW2 of one step's excess */
function fillStep(
  { softCaps, knots }: ExcessCaps,
  { ofStep, period, stepHours }: Groups,
  contractedKw: readonly number[],
  curvature: Float64Array,
  t: number,
): void {
  const group = ofStep[t]!;
  const contracted = contractedKw[period[group]!]!;
  const factor = (EUR_KWH_TO_EUR_MWH * curvature[group]!) / (2 * stepHours);
  for (let k = 0; k < EXCESS_CAPS; k++) {
    const before = k > 0 ? knots[k - 1]! : 0;
    const after = k < EXCESS_CAPS - 1 ? knots[k + 1]! : 2 * knots[k]! - before;
    softCaps[k]!.capKwh[t] = (contracted + knots[k]!) * stepHours;
    softCaps[k]!.slopeEurMwh[t] = factor * (after - before);
  }
}

/** Root of each group's squared excess, kW. */
export function excessByGroup(groups: Groups, importKwh: Float64Array, contractedKw: readonly number[]): Float64Array {
  const { ofStep, period, stepHours } = groups;
  const squares = new Float64Array(period.length);
  for (let t = 0; t < ofStep.length; t++) {
    const group = ofStep[t]!;
    const excess = importKwh[t]! / stepHours - contractedKw[period[group]!]!;
    if (excess > 0) squares[group]! += excess * excess;
  }
  const quarters = quartersPerStep(groups);
  return squares.map((square) => Math.sqrt(quarters * square));
}
