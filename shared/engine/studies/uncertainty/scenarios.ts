import type { TrustLevel } from "@ecotrim/contracts/curves/reading";
import type { DispatchProblem } from "../../dispatch/problem.ts";
import {
  DRIVERS,
  demandDeviation,
  drawOf,
  efficienciesAt,
  fractionAround,
  LONG_LEVEL_DEVIATION,
  MARKET,
  PV_DEVIATION,
} from "../drivers.ts";
import { type ContractSurface, type ScenarioBase, setPrices } from "./base.ts";
import { correlated, normal } from "./distributions.ts";
import { createScratch, energyYear, type YearOutcome } from "./energy-year.ts";
import { valueAt } from "./response-surface.ts";
import { hashedUniform, scrambledSobol } from "./sobol.ts";
import { coordinates, type MarketPoint, type YearPoint } from "./surface-coordinates.ts";

const LEVEL = DRIVERS.market_level.distribution.deviation;
const SPREAD = DRIVERS.market_spread.distribution.deviation;
const ROUND_TRIP = DRIVERS.round_trip.distribution.reach;

/** The random draws of one scenario, all around the base: factors have the median 1, shifts the median 0. */
export interface ScenarioPoint extends YearPoint {
  /** Logarithm of the level to which the market returns in later years. */
  lnLongLevel: number;
  /** Yearly change of the logarithm of the spread. */
  spreadDrift: number;
  availabilityShift: number;
  realisableShift: number;
  fade: number;
  /** Factor on an investment that is no quote. */
  capex: number;
  priceGrowthShift: number;
  om: number;
  /** Whole years. */
  lifeShift: number;
}

/** The draws of scenario `index`, which depend on seed and index, and on the trust of a curve of the demand. */
export function scenarioPoint(seed: number, index: number, curveTrust?: TrustLevel): ScenarioPoint {
  const draw = (dimension: number) => scrambledSobol(seed, index, dimension);
  const level = normal(draw(0));
  const factor = (dimension: number, deviation: number) => Math.max(0, 1 + deviation * normal(draw(dimension)));
  return {
    lnLevel: LEVEL * level,
    lnSpread: SPREAD * correlated(level, normal(draw(1)), MARKET.correlation),
    pv: factor(2, PV_DEVIATION),
    demand: factor(3, demandDeviation(curveTrust)),
    roundTripShift: drawOf("round_trip", draw(4)),
    availabilityShift: drawOf("availability", draw(5)),
    realisableShift: drawOf("realisable_fct", draw(6)),
    fade: 1 + drawOf("fade", draw(7)),
    capex: 1 + drawOf("capex", draw(8)),
    lnLongLevel: LONG_LEVEL_DEVIATION * normal(draw(9)),
    spreadDrift: drawOf("spread_drift", draw(10)),
    priceGrowthShift: drawOf("price_growth", draw(11)),
    om: 1 + drawOf("om", draw(12)),
    lifeShift: Math.round(drawOf("life", draw(13))),
  };
}

/**
 * Moves the market's two logarithms from year `year - 1` to `year` (2 on), by an autoregression with year 1's spread
 * and correlation. The level returns to the scenario's long-run level; the drift of the spread comes on top. The
 * innovations depend on seed, index and year only.
 */
export function nextMarket(
  seed: number,
  index: number,
  year: number,
  before: MarketPoint,
  lnLongLevel: number,
): MarketPoint {
  const level = normal(hashedUniform(seed, index, 2 * year));
  const spread = correlated(level, normal(hashedUniform(seed, index, 2 * year + 1)), MARKET.correlation);
  const fresh = Math.sqrt(1 - MARKET.persistence ** 2);
  return {
    lnLevel: lnLongLevel + MARKET.persistence * (before.lnLevel - lnLongLevel) + fresh * LEVEL * level,
    lnSpread: MARKET.persistence * before.lnSpread + fresh * SPREAD * spread,
  };
}

/**
 * The market of a later year: the spread with its drift, and the level with shocks of mean 1. With the median 1 they
 * would not cancel out over the years, and the scenarios would lie above the headline.
 */
export function marketIn(
  year: number,
  { spreadDrift }: ScenarioPoint,
  { lnLevel, lnSpread }: MarketPoint,
): MarketPoint {
  const shocks = LEVEL ** 2 * (1 - MARKET.persistence ** (2 * (year - 1)));
  return { lnLevel: lnLevel - shocks / 2, lnSpread: lnSpread + spreadDrift * (year - 1) };
}

/** A scenario with its first year, solved or, under a contract, interpolated. It is plain data. */
export interface ScenarioRow extends ScenarioPoint, YearOutcome {
  index: number;
}

/**
 * Solves the scenarios from index `from` up to but not `to`. Any split of a range gives the same rows.
 *
 * Contracted power follows the demand: where the site's own peak is the limit, the scenario's peak replaces it. A given
 * limit rises to the scenario's peak without battery where demand has outgrown it: the site needs that power in any
 * case. So no scenario is infeasible, and the battery is never credited with avoided power.
 */
export function solveScenarios(base: ScenarioBase, from: number, to: number): ScenarioRow[] {
  const yearAt = base.contract ? readingYears(base.contract) : solvingYears(base);
  return Array.from({ length: to - from }, (_, i) => {
    const point = scenarioPoint(base.seed, from + i, base.curveTrust);
    return { index: from + i, ...point, ...yearAt(point) };
  });
}

function solvingYears(base: ScenarioBase): (point: ScenarioPoint) => YearOutcome {
  const scratch = createScratch(base.problem);
  const year = blankYear(base.problem);
  return (point) => {
    fillYear(base, point, year);
    return energyYear(year, base.addedP6EurKwYear, base.timeline, scratch);
  };
}

/** Under a contract each year is read off the surface, since solving one takes a quarter of a second. */
function readingYears(surface: ContractSurface): (point: ScenarioPoint) => YearOutcome {
  const terms = new Float64Array(surface.savings.coefficients.length);
  return (point) => {
    const at = coordinates(point, point);
    return {
      energySavingEur: Math.max(0, valueAt(surface.savings, at, terms)),
      meanBuyEurMwh: valueAt(surface.prices, at, terms),
      extraPowerEur: 0,
      approximateSteps: 0,
    };
  };
}

/** A problem to be filled with one year after another. */
export function blankYear(problem: DispatchProblem): DispatchProblem {
  const steps = problem.demandKwh.length;
  return {
    ...problem,
    pvKwh: new Float64Array(steps),
    demandKwh: new Float64Array(steps),
    buyEurMwh: new Float64Array(steps),
    sellEurMwh: new Float64Array(steps),
    importLimitKwh: new Float64Array(steps),
    battery: { ...problem.battery },
  };
}

/** Writes the first year of a scenario into `year`. */
export function fillYear(
  { problem, prices, freeP6 }: Pick<ScenarioBase, "problem" | "prices" | "freeP6">,
  point: YearPoint,
  year: DispatchProblem,
): void {
  const steps = problem.demandKwh.length;
  const level = Math.exp(point.lnLevel);
  const spread = Math.exp(point.lnSpread);
  let peakKwh = 0;
  for (let t = 0; t < steps; t++) {
    const pv = problem.pvKwh[t]! * point.pv;
    const demand = problem.demandKwh[t]! * point.demand;
    year.pvKwh[t] = pv;
    year.demandKwh[t] = demand;
    if (demand - pv > peakKwh) peakKwh = demand - pv;
    const market = level * (prices.dayMeanEurMwh[t]! + spread * prices.deviationEurMwh[t]!);
    setPrices(prices, t, market, level, spread, year.buyEurMwh, year.sellEurMwh);
  }
  for (let t = 0; t < steps; t++) {
    const limit = problem.importLimitKwh[t]!;
    year.importLimitKwh[t] = freeP6 && limit < Infinity ? peakKwh : Math.max(limit, peakKwh);
  }
  const { etaCharge, etaDischarge } = problem.battery;
  const roundTrip = fractionAround(etaCharge * etaDischarge, point.roundTripShift, ROUND_TRIP);
  [year.battery.etaCharge, year.battery.etaDischarge] = efficienciesAt(etaCharge, etaDischarge, roundTrip);
}
