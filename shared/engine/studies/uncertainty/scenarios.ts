import { CONVERSION_EFFICIENCY } from "@ecotrim/contracts/simulations/input";
import { type ScenarioBase, setPrices } from "./base.ts";
import { correlated, normal, triangular, uniform } from "./distributions.ts";
import { createScratch, energyYear, type YearOutcome } from "./energy-year.ts";
import { hashedUniform, scrambledSobol } from "./sobol.ts";

/** Spread of the uncertain quantities: standard deviations, of the logarithm for the two of the market. */
export const SPREAD = {
  level: 0.2,
  spread: 0.18,
  correlation: 0.2,
  /** Autocorrelation of the market from one year to the next. */
  persistence: 0.7,
  pvYear: 0.024,
  pvBias: 0.03,
  demand: 0.1,
  roundTrip: { least: 0.85, mode: 0.9, greatest: 0.95 },
  availability: 0.02,
  realisable: 0.02,
  fade: { least: 0.75, greatest: 1.5 },
  capex: 0.08,
} as const;
export const PV_SPREAD = Math.hypot(SPREAD.pvYear, SPREAD.pvBias);

/** AC round trip of the default battery and conversion, around which the triangular distribution is drawn. */
const DEFAULT_ROUND_TRIP = 0.975 ** 2 * CONVERSION_EFFICIENCY;

/** The random draws of one scenario. Factors multiply the base case, with median 1 but for `fade`; shifts are added. */
export interface ScenarioPoint {
  /** Logarithms of the factors on the market's level and on the spread within each day, in year 1. */
  lnLevel: number;
  lnSpread: number;
  pv: number;
  demand: number;
  /** AC round trip of the default battery; others keep their ratio to it. */
  roundTrip: number;
  availabilityShift: number;
  realisableShift: number;
  /** Factor on a fade of 2 % a year: 1.5 to 3 %. */
  fade: number;
  /** Factor on an investment that is no quote. */
  capex: number;
}

/** The draws of scenario `index`, which depend on seed and index only. */
export function scenarioPoint(seed: number, index: number): ScenarioPoint {
  const draw = (dimension: number) => scrambledSobol(seed, index, dimension);
  const level = normal(draw(0));
  const factor = (dimension: number, deviation: number) => Math.max(0, 1 + deviation * normal(draw(dimension)));
  const { least, mode, greatest } = SPREAD.roundTrip;
  return {
    lnLevel: SPREAD.level * level,
    lnSpread: SPREAD.spread * correlated(level, normal(draw(1)), SPREAD.correlation),
    pv: factor(2, PV_SPREAD),
    demand: factor(3, SPREAD.demand),
    roundTrip: triangular(draw(4), least, mode, greatest),
    availabilityShift: uniform(draw(5), -SPREAD.availability, SPREAD.availability),
    realisableShift: uniform(draw(6), -SPREAD.realisable, SPREAD.realisable),
    fade: uniform(draw(7), SPREAD.fade.least, SPREAD.fade.greatest),
    capex: factor(8, SPREAD.capex),
  };
}

/**
 * Moves the market's two logarithms from year `year - 1` to `year` (2 on), by an autoregression with year 1's spread
 * and correlation. Its innovations depend on seed, index and year only.
 */
export function nextMarket(
  seed: number,
  index: number,
  year: number,
  before: { lnLevel: number; lnSpread: number },
): { lnLevel: number; lnSpread: number } {
  const level = normal(hashedUniform(seed, index, 2 * year));
  const spread = correlated(level, normal(hashedUniform(seed, index, 2 * year + 1)), SPREAD.correlation);
  const fresh = Math.sqrt(1 - SPREAD.persistence ** 2);
  return {
    lnLevel: SPREAD.persistence * before.lnLevel + fresh * SPREAD.level * level,
    lnSpread: SPREAD.persistence * before.lnSpread + fresh * SPREAD.spread * spread,
  };
}

/** A scenario with its first year solved exactly. It is plain data and does not depend on the thread. */
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
  const { problem } = base;
  const steps = problem.demandKwh.length;
  const scratch = createScratch(problem);
  const year = {
    ...problem,
    pvKwh: new Float64Array(steps),
    demandKwh: new Float64Array(steps),
    buyEurMwh: new Float64Array(steps),
    sellEurMwh: new Float64Array(steps),
    importLimitKwh: new Float64Array(steps),
    battery: { ...problem.battery },
  };
  const rows: ScenarioRow[] = [];
  for (let index = from; index < to; index++) {
    const point = scenarioPoint(base.seed, index);
    fillYear(base, point, year);
    rows.push({ index, ...point, ...energyYear(year, base.addedP6EurKwYear, base.timeline, scratch) });
  }
  return rows;
}

/** Writes the first year of a scenario into `year`. */
function fillYear(
  { problem, prices, freeP6 }: ScenarioBase,
  point: ScenarioPoint,
  year: ScenarioBase["problem"],
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
    const market = Math.max(0, level * (prices.dayMeanEurMwh[t]! + spread * prices.deviationEurMwh[t]!));
    setPrices(prices, t, market, level, spread, year.buyEurMwh, year.sellEurMwh);
  }
  for (let t = 0; t < steps; t++) {
    const limit = problem.importLimitKwh[t]!;
    year.importLimitKwh[t] = freeP6 && limit < Infinity ? peakKwh : Math.max(limit, peakKwh);
  }
  const eachWay = Math.sqrt(point.roundTrip / DEFAULT_ROUND_TRIP);
  year.battery.etaCharge = problem.battery.etaCharge * eachWay;
  year.battery.etaDischarge = problem.battery.etaDischarge * eachWay;
}
