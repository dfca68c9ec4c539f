import { DRIVERS, PV_DEVIATION } from "../drivers.ts";

/** Deviations of the market: logarithms of the factors on its level and on the spread within each day. */
export interface MarketPoint {
  lnLevel: number;
  lnSpread: number;
}

/** What a year of operation depends on, all around the base: factors and a shift. */
export interface YearPoint extends MarketPoint {
  pv: number;
  demand: number;
  roundTripShift: number;
}

const LEVEL = DRIVERS.market_level.distribution.deviation;
const HOURLY = Math.hypot(LEVEL, DRIVERS.market_spread.distribution.deviation);
const DEMAND = DRIVERS.demand.distribution.deviation;
const ROUND_TRIP = DRIVERS.round_trip.distribution.reach;

/** The coordinates of the surfaces where nothing deviates from the base. */
export const SURFACE_ORIGIN: readonly number[] = [0, 0, 0, 0, 0];

/**
 * Coordinates of the surface, each about as wide as 1. Those of the market are the factors on its level and on its
 * hourly differences, in which a bill is nearly linear: later years lie further out than the years that were solved.
 * Sun, demand and battery stay those of year 1.
 */
export function coordinates(row: Omit<YearPoint, keyof MarketPoint>, { lnLevel, lnSpread }: MarketPoint): number[] {
  return [
    (Math.exp(lnLevel) - 1) / LEVEL,
    (Math.exp(lnLevel + lnSpread) - 1) / HOURLY,
    (row.pv - 1) / PV_DEVIATION,
    (row.demand - 1) / DEMAND,
    row.roundTripShift / ROUND_TRIP,
  ];
}

/** The year at given coordinates. */
export function yearAt([level, hourly, pv, demand, roundTrip]: readonly number[]): YearPoint {
  const lnLevel = Math.log1p(LEVEL * level!);
  return {
    lnLevel,
    lnSpread: Math.log1p(HOURLY * hourly!) - lnLevel,
    pv: 1 + PV_DEVIATION * pv!,
    demand: 1 + DEMAND * demand!,
    roundTripShift: ROUND_TRIP * roundTrip!,
  };
}
