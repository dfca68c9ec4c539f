import { DRIVERS, fractionAround, PV_DEVIATION } from "../drivers.ts";
import type { ScenarioBase } from "./base.ts";
import type { YearOutcome } from "./energy-year.ts";
import type { LifeCase } from "./life.ts";
import { type MarketPoint, marketIn, nextMarket, type ScenarioPoint } from "./scenarios.ts";

/** The part of the base that the life of a scenario depends on. */
export type ScenarioLifeBase = Pick<ScenarioBase, "assumptions" | "fade" | "seed" | "capexGiven">;

/** A scenario with the outcome of its first year. */
export type FirstYear = ScenarioPoint &
  Pick<YearOutcome, "energySavingEur" | "meanBuyEurMwh" | "extraPowerEur"> & { index: number };

/** A later year as the response surfaces give it. */
export interface SurfaceYear {
  energySavingEur: number;
  meanBuyEurMwh: number;
}

/** The life of a scenario: year 1 as it is, later years from the surfaces at their coordinates. */
export function scenarioLife(
  base: ScenarioLifeBase,
  row: FirstYear,
  yearAt: (coordinates: readonly number[]) => SurfaceYear,
): LifeCase {
  const { capex_eur, availability, realisable_fct, life_years, price_growth, om_fct } = base.assumptions;
  const energySavingEur = [row.energySavingEur];
  const meanBuyEurMwh = [row.meanBuyEurMwh];
  let market: MarketPoint = row;
  const lifeYears = Math.max(1, life_years + row.lifeShift);
  for (let year = 2; year <= lifeYears; year++) {
    market = nextMarket(base.seed, row.index, year, market, row.lnLongLevel);
    const later = yearAt(coordinates(row, marketIn(year, row, market)));
    energySavingEur.push(Math.max(0, later.energySavingEur));
    meanBuyEurMwh.push(later.meanBuyEurMwh);
  }
  const realised =
    fractionAround(availability, row.availabilityShift, DRIVERS.availability.distribution.reach) *
    fractionAround(realisable_fct, row.realisableShift, DRIVERS.realisable_fct.distribution.reach);
  return {
    capexEur: base.capexGiven ? capex_eur : capex_eur * row.capex,
    priceGrowth: price_growth + row.priceGrowthShift,
    omShare: om_fct * row.om,
    realised,
    fade: base.fade * row.fade,
    extraPowerEur: row.extraPowerEur,
    energySavingEur,
    meanBuyEurMwh,
  };
}

const LEVEL = DRIVERS.market_level.distribution.deviation;
const SPREAD = DRIVERS.market_spread.distribution.deviation;

/** The coordinates of the surfaces where nothing deviates from the base. */
export const SURFACE_ORIGIN: readonly number[] = [0, 0, 0, 0, 0];

/**
 * Coordinates of the surface, each about as wide as 1. Those of the market are the factors on its level and on its
 * hourly differences, in which a bill is nearly linear: later years lie further out than the years that were solved.
 * Sun, demand and battery stay those of year 1.
 */
export function coordinates(row: ScenarioPoint, { lnLevel, lnSpread }: MarketPoint): number[] {
  return [
    (Math.exp(lnLevel) - 1) / LEVEL,
    (Math.exp(lnLevel + lnSpread) - 1) / Math.hypot(LEVEL, SPREAD),
    (row.pv - 1) / PV_DEVIATION,
    (row.demand - 1) / DRIVERS.demand.distribution.deviation,
    row.roundTripShift / DRIVERS.round_trip.distribution.reach,
  ];
}
