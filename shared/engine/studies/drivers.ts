import type { TrustLevel } from "@ecotrim/contracts/curves/reading";
import { normal, triangular, uniform } from "./uncertainty/distributions.ts";

/** Where the width of a driver comes from: data, the product's own judgement, or data with a margin added by it. */
export type DriverSource = "omie" | "pvgis" | "judgement" | "omie_and_judgement";

/** Draws around the base, which is at 0: an amount added to the base, or a share of it. */
export type Distribution =
  | { kind: "normal"; deviation: number }
  /** The logarithm of a factor. */
  | { kind: "log_normal"; deviation: number }
  | { kind: "uniform"; reach: number }
  | { kind: "triangular"; reach: number }
  /** Even between base and either end, half of the draws on each side: the base is the median of uneven ends. */
  | { kind: "halves"; below: number; above: number };

export interface Driver {
  /** Whether a draw multiplies the base as 1 + draw, or is added to it. */
  of: "share" | "amount";
  distribution: Distribution;
  source: DriverSource;
}

/**
 * Every quantity that is uncertain, with its distribution and the source of it. Scenarios, tornado, screen and report
 * read it here and nowhere else.
 */
export const DRIVERS = {
  market_level: { of: "share", distribution: { kind: "log_normal", deviation: 0.2 }, source: "omie_and_judgement" },
  market_spread: { of: "share", distribution: { kind: "log_normal", deviation: 0.18 }, source: "omie" },
  /** Yearly change of the spread, the same each year. */
  spread_drift: { of: "amount", distribution: { kind: "normal", deviation: 0.02 }, source: "judgement" },
  pv_year: { of: "share", distribution: { kind: "normal", deviation: 0.024 }, source: "pvgis" },
  pv_bias: { of: "share", distribution: { kind: "normal", deviation: 0.03 }, source: "judgement" },
  demand: { of: "share", distribution: { kind: "normal", deviation: 0.1 }, source: "judgement" },
  /** What a curve leaves unknown of the year: one of trust C, and one of trust D. */
  curve_gaps: { of: "share", distribution: { kind: "normal", deviation: 0.03 }, source: "judgement" },
  curve_shape: { of: "share", distribution: { kind: "normal", deviation: 0.08 }, source: "judgement" },
  round_trip: { of: "amount", distribution: { kind: "triangular", reach: 0.05 }, source: "judgement" },
  availability: { of: "amount", distribution: { kind: "uniform", reach: 0.02 }, source: "judgement" },
  realisable_fct: { of: "amount", distribution: { kind: "uniform", reach: 0.02 }, source: "judgement" },
  fade: { of: "share", distribution: { kind: "uniform", reach: 0.25 }, source: "judgement" },
  /** None once a quote is given. */
  capex: { of: "share", distribution: { kind: "uniform", reach: 0.15 }, source: "judgement" },
  price_growth: { of: "amount", distribution: { kind: "normal", deviation: 0.015 }, source: "judgement" },
  om: { of: "share", distribution: { kind: "halves", below: 0.2, above: 0.6 }, source: "judgement" },
  /** Years. */
  life: { of: "amount", distribution: { kind: "uniform", reach: 3 }, source: "judgement" },
} as const satisfies Record<string, Driver>;
export type DriverKey = keyof typeof DRIVERS;

/** Demand once its invoices or its curve are known: what is left is how it changes from year to year. */
export const KNOWN_DEMAND = {
  of: "share",
  distribution: { kind: "normal", deviation: 0.03 },
  source: "judgement",
} as const satisfies Driver;

/** The driver that comes with a curve of that trust; the curves of the others were measured well. */
export const CURVE_DRIVERS = { C: "curve_gaps", D: "curve_shape" } as const satisfies Partial<
  Record<TrustLevel, DriverKey>
>;

/** Deviation of the demand: of the activity, and of what a curve leaves unknown. */
export function demandDeviation(curveTrust: TrustLevel | undefined): number {
  const { deviation } = DRIVERS.demand.distribution;
  return curveTrust === "C" || curveTrust === "D"
    ? Math.hypot(deviation, DRIVERS[CURVE_DRIVERS[curveTrust]].distribution.deviation)
    : deviation;
}

/** How the market moves from year to year. */
export const MARKET = {
  /** Correlation of level and spread. */
  correlation: 0.2,
  /** Share of a year's deviation from the long-run level that the next year keeps. */
  persistence: 0.7,
  /** Deviation of the logarithm of the mean level over `meanYears`, which sets that of the long-run level. */
  meanLevel: 0.2,
  meanYears: 15,
} as const;

/** Deviation of year-to-year sun and of the profile's error together. */
export const PV_DEVIATION = Math.hypot(DRIVERS.pv_year.distribution.deviation, DRIVERS.pv_bias.distribution.deviation);

/**
 * Deviation of the logarithm of the long-run level. Yearly levels that return to a known level would cancel out over a
 * life: the mean of fifteen would vary by 0.11 alone.
 */
export const LONG_LEVEL_DEVIATION = longLevelDeviation();

function longLevelDeviation(): number {
  const { persistence, meanLevel, meanYears: n } = MARKET;
  const level = DRIVERS.market_level.distribution.deviation;
  let sum = n;
  let weight = 0;
  for (let k = 0; k < n; k++) {
    if (k > 0) sum += 2 * (n - k) * persistence ** k;
    // Share of the long-run level in the level of year 1 + k.
    weight += (1 - persistence ** k) / n;
  }
  const cancelling = level * Math.sqrt(sum / n ** 2);
  return Math.sqrt(meanLevel ** 2 - cancelling ** 2) / weight;
}

/** The draw of a driver for a uniform number strictly between 0 and 1. */
export function drawOf(key: DriverKey, u: number): number {
  const distribution: Distribution = DRIVERS[key].distribution;
  switch (distribution.kind) {
    case "normal":
    case "log_normal":
      return distribution.deviation * normal(u);
    case "uniform":
      return uniform(u, -distribution.reach, distribution.reach);
    case "triangular":
      return triangular(u, -distribution.reach, 0, distribution.reach);
    case "halves":
      return (2 * u - 1) * (u < 0.5 ? distribution.below : distribution.above);
  }
}

/** Low and high draw that the tornado shows: the ends, or one deviation to either side where there are none. */
export function endsOf(key: DriverKey): readonly [low: number, high: number] {
  const distribution: Distribution = DRIVERS[key].distribution;
  switch (distribution.kind) {
    case "normal":
    case "log_normal":
      return [-distribution.deviation, distribution.deviation];
    case "uniform":
    case "triangular":
      return [-distribution.reach, distribution.reach];
    case "halves":
      return [-distribution.below, distribution.above];
  }
}

/**
 * A fraction moved by a draw of at most `reach`. Near 0 or 1 the reach is shortened to either side alike, so that the
 * base stays the centre.
 */
export function fractionAround(base: number, draw: number, reach: number): number {
  return base + draw * Math.min(1, base / reach, (1 - base) / reach);
}

/** Efficiencies of a round trip: both scaled alike, as far as neither exceeds 1. */
export function efficienciesAt(
  charge: number,
  discharge: number,
  roundTrip: number,
): [charge: number, discharge: number] {
  const scaled = Math.min(Math.max(charge * Math.sqrt(roundTrip / (charge * discharge)), roundTrip), 1);
  return [scaled, roundTrip / scaled];
}
