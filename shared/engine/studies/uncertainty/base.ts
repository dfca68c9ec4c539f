import type { TrustLevel } from "@ecotrim/contracts/curves/reading";
import { type Case, MARKET_YEARS, type MarketYear } from "@ecotrim/contracts/simulations/input";
import type { BilledPeriod, EnergyPrices } from "../../bill/bill.ts";
import facts from "../../data/spain-2024.json" with { type: "json" };
import { fastOperator } from "../../dispatch/fast-operation.ts";
import type { DispatchProblem } from "../../dispatch/problem.ts";
import { operateAged, ownShare } from "../../economics/aged-operation.ts";
import { type EngineAssumptions, engineAssumptions, yearlyFade } from "../../economics/assumptions.ts";
import { cyclesOf } from "../../economics/cycles.ts";
import { AGED_HEALTH, atHealth, auxiliaryEnergyMwh } from "../../economics/economic-case.ts";
import type { SimulationRequest } from "../../simulate.ts";
import { buildSite, siteUnder } from "../../site/build-site.ts";
import { dispatchProblem } from "../../site/dispatch-problem.ts";
import type { GivenSeries, Site } from "../../site/site.ts";
import { heldPrices } from "../../tariff/contract.ts";
import { isFixed, PRICED_KINDS, type PricedKind } from "../../tariff/contract-kind.ts";
import { addedP6Price } from "../../tariff/contracted-power.ts";
import { marketSeries } from "../../tariff/market.ts";
import { underMarket } from "../../tariff/market-change.ts";
import { fixedPartEurMwh, marketPartEurMwh } from "../../tariff/tariff.ts";
import { createScratch, energyYear, type YearOutcome } from "./energy-year.ts";
import type { ResponseSurface } from "./response-surface.ts";

const { export_factor } = facts.engine_defaults;

/** A state of health at which the saving is solved, and its share of the new battery's saving. */
export interface HealthShare {
  stateOfHealth: number;
  share: number;
}

/** A kind of contract, and its share of the energy saving that the case's own kind realises. */
export interface ContractShare {
  key: PricedKind;
  share: number;
}

/** Linear price model, one value a step: price = fixed + factor x market, EUR/MWh. */
export interface PriceModel {
  /** Mean of the local day, and the step's deviation from it. */
  dayMeanEurMwh: Float64Array;
  deviationEurMwh: Float64Array;
  /** The same two as a fixed price averages them, losses included; null where buying follows the hour. */
  held: { dayMeanEurMwh: Float64Array; deviationEurMwh: Float64Array } | null;
  buyFactor: Float64Array;
  buyFixedEurMwh: Float64Array;
  sellFactor: number;
  sellFixedEurMwh: Float64Array;
  /** Whether the sell price is never below 0, as by default, and whether it is never above the buy price. */
  sellBounded: boolean;
  sellsAboveBuy: boolean;
}

/**
 * The data that all scenarios share, solved and calibrated once. They are plain, so that other threads can receive
 * them.
 */
export interface ScenarioBase {
  seed: number;
  problem: DispatchProblem;
  prices: PriceModel;
  /** True where P1..P5 are limited by the site's own peak and the power added in P6 is paid. */
  freeP6: boolean;
  /** EUR/kW a year; null where it costs nothing. */
  addedP6EurKwYear: number | null;
  timeline: BilledPeriod;
  hours: number;
  assumptions: EngineAssumptions;
  fade: number;
  auxiliariesMwhYear: number;
  revenueShare: number;
  /** True where the investment was given, as a quote. */
  capexGiven: boolean;
  /** Of the curve of the demand, where there is one. */
  curveTrust?: TrustLevel;
  base: YearOutcome;
  healthShares: HealthShare[];
  /** Every kind of contract by which the saving can be told as a share; empty where prices were given. */
  contractShares: ContractShare[];
  /** Outcome under the market of other years; empty where the market, its level or its prices were given. */
  marketYears: ({ year: MarketYear } & YearOutcome)[];
  /** From which the years of a run under a contract are read; null where each is solved exactly. */
  contract: ContractSurface | null;
}

/** Saving of the whole bill over the years that scenarios have, and their mean buy price. */
export interface ContractSurface {
  savings: ResponseSurface;
  prices: ResponseSurface;
  /** Years that the surface is fitted to, and others that were solved as well. */
  solved: number;
  checked: number;
  /** Greatest distance from the latter, as a share of the saving; null without a saving. */
  error: number | null;
}

/** What the years of a run are worth. */
export type Valuation = Pick<ScenarioBase, "base" | "healthShares" | "contractShares" | "marketYears" | "contract">;

/** The completed simulation from which its scenarios start. */
export interface BaseRun {
  input: Case;
  given: GivenSeries;
  site: Site;
  problem: DispatchProblem;
  assumptions: EngineAssumptions;
  /** Own consumption over the period. */
  auxiliariesMwh: number;
  /** Capacity lost each year, fraction. */
  fade: number;
  isShareFound: boolean;
}

/**
 * Builds the base run of a simulation's scenarios. Its realisable share must be given; otherwise it is 1. Where prices
 * are not convex the cycles behind the fade use the nearest convex ones, as the scenarios do.
 * @throws AppError INVALID_INPUT, or INFEASIBLE where the site does not fit in its contracted power without battery:
 * such a site has no saving
 */
export function baseRun({ input, series = {}, isShareFound = false, found }: SimulationRequest): BaseRun {
  const site = buildSite(input, series);
  const assumptions = engineAssumptions(input);
  const problem = dispatchProblem(input, site, assumptions);
  const dischargedMwhYear =
    found?.dischargedMwh ??
    fastOperator(problem, site).operate(problem.battery, 1).dischargedMwh * site.timeline.annualFactor;
  return {
    input,
    given: series,
    site,
    problem,
    assumptions,
    auxiliariesMwh: auxiliaryEnergyMwh(input, site, assumptions),
    fade: yearlyFade(input, assumptions, cyclesOf(input, dischargedMwhYear) ?? 0),
    isShareFound,
  };
}

/**
 * Prepares the scenarios of a run.
 * @param seed whole number; the same seed gives the same scenarios
 */
export function scenarioBase(run: BaseRun, seed: number, valuation = energyValuation(run)): ScenarioBase {
  const { input, site, problem, assumptions, fade } = run;
  const { timeline, freeP6 } = site;
  const { healthShares, ...valued } = valuation;
  return {
    ...valued,
    seed,
    problem,
    prices: priceModel(run),
    freeP6,
    addedP6EurKwYear: addedP6Price(site),
    timeline: {
      tariffPeriod: timeline.tariffPeriod,
      stepHours: timeline.stepHours,
      annualFactor: timeline.annualFactor,
    },
    hours: timeline.hours,
    assumptions,
    fade,
    auxiliariesMwhYear: run.auxiliariesMwh * timeline.annualFactor,
    revenueShare: input.finance.revenueShare,
    capexGiven: input.finance.capexEur !== undefined,
    ...(input.curve && { curveTrust: input.curve.summary.trust }),
    healthShares: [{ stateOfHealth: 1, share: 1 }, ...healthShares],
  };
}

/** Energy alone, each year solved exactly. */
function energyValuation(run: BaseRun): Valuation {
  const { site, problem } = run;
  const addedP6EurKwYear = addedP6Price(site);
  const scratch = createScratch(problem);
  const solve = (changed: DispatchProblem): YearOutcome =>
    energyYear(changed, addedP6EurKwYear, site.timeline, scratch);

  const base = solve(problem);
  return {
    base,
    healthShares: AGED_HEALTH.map((stateOfHealth) => {
      const aged = atHealth(problem, stateOfHealth);
      const share = base.energySavingEur > 0 ? solve(aged).energySavingEur / base.energySavingEur : 1;
      return { stateOfHealth, share };
    }),
    contractShares: contractShares(run, base),
    marketYears: marketYearsOf(run, !site.pricesGiven, solve),
    contract: null,
  };
}

/** The run under the market of other years; none where its market is its own, or its prices do not follow one. */
export function marketYearsOf(
  { given, site, problem }: BaseRun,
  followsMarket: boolean,
  solve: (changed: DispatchProblem) => YearOutcome,
): ScenarioBase["marketYears"] {
  const isOwnMarket = given.market_eur_mwh || site.marketEurMwh !== site.paidMarketEurMwh;
  if (isOwnMarket || !followsMarket || given.sell_eur_mwh) return [];
  return MARKET_YEARS.map((year) => {
    const prices = pricesOf(underMarket(site, given, marketSeries(site.timeline, year)));
    return { year, ...solve({ ...problem, ...prices }) };
  });
}

const pricesOf = ({ buyEurMwh, sellEurMwh }: EnergyPrices): EnergyPrices => ({ buyEurMwh, sellEurMwh });

function contractShares(run: BaseRun, own: YearOutcome): ContractShare[] {
  const { input, site, assumptions } = run;
  if (site.pricesGiven) return [];
  const ownEur = own.energySavingEur * assumptions.realisable_fct;
  return PRICED_KINDS.flatMap((key) => {
    if (key === site.contract.kind) return { key, share: 1 };
    return ownEur > 0 ? { key, share: realisedEurUnder(siteUnder(key, input, site), run) / ownEur } : [];
  });
}

/** The realised energy saving of a year, as the results' row of that contract has it. */
function realisedEurUnder(variant: Site, { problem: ofRun, assumptions, isShareFound }: BaseRun): number {
  const problem = { ...ofRun, ...pricesOf(variant) };
  const operated = operateAged(fastOperator(problem, variant), variant, problem.battery);
  const share = isShareFound ? ownShare(problem, variant, operated) : assumptions.realisable_fct;
  return operated.points[0]!.energySavingEur * share;
}

/**
 * The price model of a site. Default prices follow the market through their calibration; a fixed price is renewed each
 * year at the level of the market. Given prices move by as many EUR/MWh as the market (sell prices by the export factor
 * of it), like an indexed contract.
 */
export function priceModel({ site, given }: BaseRun): PriceModel {
  const { marketEurMwh, buyEurMwh, sellEurMwh, timeline, tariff, calibration, contract } = site;
  const dayMeanEurMwh = meanOfDay(site);
  const deviationEurMwh = marketEurMwh.map((market, t) => market - dayMeanEurMwh[t]!);
  let buyFactor: Float64Array = new Float64Array(timeline.steps).fill(1);
  let buyFixedEurMwh: Float64Array = buyEurMwh.map((buy, t) => buy - marketEurMwh[t]!);
  let held: PriceModel["held"] = null;
  if (!site.pricesGiven) {
    for (let t = 0; t < timeline.steps; t++) {
      const period = timeline.tariffPeriod[t]!;
      buyFactor[t] = calibration.k * marketPartEurMwh(tariff, period, 1);
      buyFixedEurMwh[t] = fixedPartEurMwh(tariff, period) + calibration.adderEurMwh;
    }
  }
  if (isFixed(contract.kind) && !given.buy_eur_mwh) {
    const hold = (hourly: Float64Array) => heldPrices(contract.kind, timeline, hourly, site.paidImportKwh);
    const bought = (market: Float64Array) => hold(market.map((price, t) => buyFactor[t]! * price));
    held = { dayMeanEurMwh: bought(dayMeanEurMwh), deviationEurMwh: bought(deviationEurMwh) };
    buyFixedEurMwh = hold(buyFixedEurMwh);
    buyFactor = new Float64Array(timeline.steps).fill(1);
  }
  const sellBounded = given.sell_eur_mwh === undefined;
  return {
    dayMeanEurMwh,
    deviationEurMwh,
    held,
    buyFactor,
    buyFixedEurMwh,
    sellFactor: export_factor,
    sellFixedEurMwh: sellBounded
      ? new Float64Array(timeline.steps)
      : sellEurMwh.map((sell, t) => sell - export_factor * marketEurMwh[t]!),
    sellBounded,
    sellsAboveBuy: !site.pricesGiven && contract.sellsAboveBuy,
  };
}

function meanOfDay({ timeline: { day }, marketEurMwh }: Site): Float64Array {
  const sums: { sum: number; steps: number }[] = [];
  for (let t = 0; t < day.length; t++) {
    sums[day[t]!] ??= { sum: 0, steps: 0 };
    const ofDay = sums[day[t]!]!;
    ofDay.sum += marketEurMwh[t]!;
    ofDay.steps++;
  }
  return Float64Array.from(day, (index) => sums[index]!.sum / sums[index]!.steps);
}

/** Sets the prices of step `t`, EUR/MWh, for its market price, which follows from the factors on level and spread. */
export function setPrices(
  model: PriceModel,
  t: number,
  marketEurMwh: number,
  level: number,
  spread: number,
  buyEurMwh: Float64Array,
  sellEurMwh: Float64Array,
): void {
  const { held } = model;
  const bought = held ? level * (held.dayMeanEurMwh[t]! + spread * held.deviationEurMwh[t]!) : marketEurMwh;
  const buy = model.buyFixedEurMwh[t]! + model.buyFactor[t]! * bought;
  const sell = model.sellFixedEurMwh[t]! + model.sellFactor * marketEurMwh;
  buyEurMwh[t] = buy;
  sellEurMwh[t] = model.sellBounded
    ? Math.min(Math.max(sell, 0), model.sellsAboveBuy ? Infinity : Math.max(buy, 0))
    : sell;
}
