import { DRIVERS, fractionAround } from "../drivers.ts";
import type { ScenarioBase } from "./base.ts";
import type { YearOutcome } from "./energy-year.ts";
import type { LifeCase } from "./life.ts";
import { marketIn, nextMarket, type ScenarioPoint } from "./scenarios.ts";
import { coordinates, type MarketPoint } from "./surface-coordinates.ts";

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
export const scenarioLife = (
  base: ScenarioLifeBase,
  row: FirstYear,
  yearAt: (coordinates: readonly number[]) => SurfaceYear,
): LifeCase => {
  const later = laterCoordinates(base.seed, row, laterYears(base, row)).map(yearAt);
  return lifeOfYears(base, row, {
    extraPowerEur: row.extraPowerEur,
    energySavingEur: [row.energySavingEur, ...later.map(({ energySavingEur }) => Math.max(0, energySavingEur))],
    meanBuyEurMwh: [row.meanBuyEurMwh, ...later.map(({ meanBuyEurMwh }) => meanBuyEurMwh)],
  });
};

/** Years after the first in the life of a scenario. */
export const laterYears = (
  { assumptions }: Pick<ScenarioLifeBase, "assumptions">,
  { lifeShift }: ScenarioPoint,
): number => Math.max(0, Math.floor(assumptions.life_years + lifeShift) - 1);

/** Coordinates of the surfaces in the years of a scenario from the second on; they depend on no battery. */
export function laterCoordinates(seed: number, row: ScenarioPoint & { index: number }, count: number): number[][] {
  let market: MarketPoint = row;
  return Array.from({ length: count }, (_, later) => {
    const year = later + 2;
    market = nextMarket(seed, row.index, year, market, row.lnLongLevel);
    return coordinates(row, marketIn(year, row, market));
  });
}

/** The life of a scenario whose years are known. */
export function lifeOfYears(
  base: Omit<ScenarioLifeBase, "seed">,
  row: ScenarioPoint,
  years: Pick<LifeCase, "extraPowerEur" | "energySavingEur" | "meanBuyEurMwh">,
): LifeCase {
  const { capex_eur, availability, realisable_fct, price_growth, om_fct } = base.assumptions;
  const realised =
    fractionAround(availability, row.availabilityShift, DRIVERS.availability.distribution.reach) *
    fractionAround(realisable_fct, row.realisableShift, DRIVERS.realisable_fct.distribution.reach);
  return {
    capexEur: base.capexGiven ? capex_eur : capex_eur * row.capex,
    priceGrowth: price_growth + row.priceGrowthShift,
    omShare: om_fct * row.om,
    realised,
    fade: base.fade * row.fade,
    ...years,
  };
}
