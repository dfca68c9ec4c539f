import {
  type BatteryConfigurations,
  type BatteryKey,
  type BatterySelectionQuery,
  batteryConfigurations,
  type KnownSiteQuery,
  nearestPower,
  nearestSize,
  nextPower,
  nextSize,
  previousPower,
  previousSize,
} from "@ecotrim/contracts/simulations/battery-options";
import { MEAN_PV_KW_PER_KWP } from "@ecotrim/contracts/simulations/battery-rule";
import type { Contract } from "@ecotrim/contracts/simulations/contract";
import { type Case, readCase, type SimulationInput, withRealisableShare } from "@ecotrim/contracts/simulations/input";
import { shiftsOf } from "@ecotrim/contracts/simulations/shifts";
import { NEARLY_BEST, type SizePoint, type Sizing } from "@ecotrim/contracts/simulations/sizing";
import { fastOperator } from "../dispatch/fast-operation.ts";
import { sumMwh } from "../dispatch/flows.ts";
import type { DispatchProblem } from "../dispatch/problem.ts";
import { type AgedOperation, lifeOf, operateAged, ownShare } from "../economics/aged-operation.ts";
import { defaultCapexEur, engineAssumptions, quoteFactor } from "../economics/assumptions.ts";
import { isShortPeriod } from "../economics/economic-figures.ts";
import { faultError } from "../faults.ts";
import { contractOperator } from "../power-contract/contract-operator.ts";
import { estimatedContract } from "../power-contract/estimated-contract.ts";
import type { FoundContract } from "../power-contract/found-contract.ts";
import { missingForPower } from "../power-contract/missing-for-power.ts";
import { buildSite } from "../site/build-site.ts";
import { dispatchProblem } from "../site/dispatch-problem.ts";
import type { GivenSeries, Site, SiteWarning } from "../site/site.ts";
import { scaledLevel, underMarket } from "../tariff/market-change.ts";

/** Power over capacity, 1/h: from six hours of discharge to one. In hourly steps a faster battery is worth no more. */
const C_RATINGS = [1 / 6, 1 / 4, 1 / 3, 1 / 2, 3 / 4, 1];
const CAPACITIES = 15;
/** Least capacity, relative to the rule's; the best capacity is mostly one to three times the rule's. */
const LEAST = 0.15;
/** From one capacity of the list to the next, before it is rounded to the market. */
const CAPACITY_RATIO = 1.26;
/** Greatest number of capacities added beyond the span while the value rises. */
const FURTHER_CAPACITIES = 10;
/** Greatest capacity that an input may have, kWh. */
const GREATEST_CAPACITY = 2_000_000;
/** Number of the map's best capacities that are valued again with their own realisable share. */
const LEADING = 4;

/** Share of the best value that the conservative and the aggressive card keep. */
const CARD_SHARE = 0.6;
/** Greatest rise of the market price that is searched, percent. */
const GREATEST_RISE = 200;

export interface SizingOptions {
  series?: GivenSeries;
  /** What the run found under its contract: the sizes then save on the whole bill. */
  found?: FoundContract;
}

/** The data that all sizes on one site share. */
interface SizingBase {
  input: Case;
  series: GivenSeries;
  site: Site;
  rule: BatteryConfigurations;
  operated: OperatedSite;
  /** Realisable share that the map uses. */
  realisableFct: number;
}

/** Changes that would make the battery nearest to paying pay, one at a time. */
export interface SizingLevers {
  point: SizePoint;
  /** Share of the investment that the battery recovers. */
  recovered: number;
  /** The greatest investment that would pay, EUR; null where none would. */
  capexEur: number | null;
  /** The rise of the market price that would pay, fraction; null where none would. */
  rise: number | null;
  /** Mean market price, EUR/MWh. */
  marketEurMwh: number;
}

/** The batteries of the three cards, with their values. */
export interface SizedCards {
  points: Record<BatteryKey, SizePoint>;
  /** The recommended card; null where no size pays, and the cards are the rule's. */
  recommended: SizePoint | null;
  rule: BatteryConfigurations;
}

/** The sweep in numbers and codes; names as in the results. */
export interface SizingStudy extends Omit<Sizing, "cards" | "levers" | "sentence" | "sentence_parts" | "warnings"> {
  cards: SizedCards;
  /** Null where a size pays. */
  levers: SizingLevers | null;
  warnings: SiteWarning[];
}

/**
 * Values batteries of 15 capacities and 6 powers on one site by the exact dispatch, new and aged, as `runSimulation`
 * does. Of the input's battery only a given investment, which scales that of every size, and its own cell, which has the
 * value of its simulation, matter. Under a contract every size is valued by the quick rule, and keeps the share of it
 * that the run found. A given realisable share holds for every size. Otherwise the map uses that of the
 * rule's balanced battery; the best, the cards and their rivals have their own. Where the value still rises at the edge of the map, capacities are
 * added until it falls.
 * @throws AppError INVALID_INPUT, field `end_date`, for a period too short; INFEASIBLE where the site does not fit in
 * its contracted power without battery.
 */
export const sweepSizes = (input: Case, options: SizingOptions = {}): SizingStudy =>
  sizingOf(createSizer(sizingBase(input, options)));

/** @throws AppError as `sweepSizes` */
function sizingBase(given: Case, { series = {}, found }: SizingOptions = {}): SizingBase {
  const site = buildSite(given, series);
  if (isShortPeriod(site.timeline.hours)) {
    throw faultError("INVALID_INPUT", "end_date", { fault: "short_period" });
  }
  const rule = ruleOf(given, site, series);
  const { input, operated } =
    found && given.supply
      ? underContract(given, given.supply, site, found)
      : { input: given, operated: operatedSite(given, site) };
  const realisableFct = input.battery.realisableShare ?? realisableOf(withBattery(input, rule.balanced), operated);
  return { input, series, site, rule, operated, realisableFct };
}

/** One site with a cache of the values of its sizes, so that each size is one object. */
interface Sizer extends SizingBase {
  capacities: number[];
  /** The value of a size with the map's realisable share. */
  evaluate: EvaluateSize;
  /** The value of a size with its own realisable share, equal to that of its simulation. */
  revalue(point: SizePoint): SizePoint;
  /** The result of `revalue` where it is cached. */
  revalued(point: SizePoint): SizePoint | undefined;
  /** The result of `revalue` with the market price scaled by `factor`. */
  underPrice(point: SizePoint, factor: number): SizePoint;
}

function createSizer(base: SizingBase): Sizer {
  const { input, series, site, rule, operated, realisableFct } = base;
  const ofTheMap = new Map<string, SizePoint>();
  const ofTheirOwn = new Map<string, SizePoint>();
  const hasOwnShares = input.battery.realisableShare === undefined;
  return {
    ...base,
    capacities: capacitiesOn(site, rule),
    evaluate: (capacity, power) =>
      foundOnce(ofTheMap, `${capacity} ${power}`, () =>
        valueOfSize(withRealisableShare(input, realisableFct), operated, capacity, power),
      ),
    revalue: (point) =>
      hasOwnShares ? foundOnce(ofTheirOwn, keyOf(point), () => ownValue(input, operated, point)) : point,
    revalued: (point) => ofTheirOwn.get(keyOf(point)),
    underPrice: (point, factor) =>
      ownValue(input, operated.elsewhere(underMarket(site, series, scaledLevel(site, factor))), point),
  };
}

function foundOnce<T>(found: Map<string, T>, key: string, find: () => T): T {
  const value = found.get(key) ?? find();
  found.set(key, value);
  return value;
}

type BatterySize = Pick<SizePoint, "capacity_kwh" | "power_kw">;

const keyOf = ({ capacity_kwh, power_kw }: BatterySize) => `${capacity_kwh} ${power_kw}`;

function sizingOf(sizer: Sizer): SizingStudy {
  const { site, evaluate, revalue, revalued } = sizer;
  const ladder = ladderOf(sizer);
  const { best, cards, largest } = chooseCards(sizer, ladder, sizer.rule);
  const looked = new Map([...ladder, best].map((point) => [point.capacity_kwh, point]));
  const capacities = [...looked.keys()].sort((a, b) => a - b);
  const mapped = capacities.flatMap((capacity) =>
    rowPowers(looked.get(capacity)!).map((power) => evaluate(capacity, power)),
  );
  const pays = best.npv_eur > 0;
  const levers = pays ? null : leversOf(sizer, mapped);
  // A point that the map puts above the best is shown so only if its own share confirms it, the input's own battery
  // with the figures of its run.
  const isShown = (point: SizePoint) => point.npv_eur > best.npv_eur || isBatteryOf(sizer.input, point);
  const points = mapped.map((point) => (isShown(point) ? revalue(point) : (revalued(point) ?? point)));
  return {
    capacities_kwh: capacities,
    c_ratings: C_RATINGS,
    points,
    best,
    smallest_within_5_percent: cards.recommended,
    largest_within_5_percent: largest,
    pays,
    cards,
    levers,
    realisable_fct: sizer.realisableFct,
    approximate_steps: sizer.operated.approximateSteps,
    warnings: site.warnings,
  };
}

type WarnedCards = SizedCards & Pick<SizingStudy, "warnings">;

/**
 * The batteries of the cards of step 5, equal to those of the sweep, but found with fewer dispatches. Under a contract
 * whose power term can be known, they are valued on the whole bill.
 * @throws AppError as `sweepSizes`
 */
export function sizeCards({ contract, ...query }: KnownSiteQuery): WarnedCards {
  const cards = energyCards(inputOf(query), query);
  return (contract && billCards(readCase({ ...inputOf(query), contract }), cards)) ?? cards;
}

function inputOf(query: Omit<KnownSiteQuery, "contract">): SimulationInput {
  const { demand_load, pv_kwp, pv_installed, type, weekend, total_spendings, zero_export = false } = query;
  const { province, pv_tilt_deg, pv_azimuth_deg, contract_kind, tariff } = query;
  return {
    demand_value: demand_load,
    pv_value: pv_kwp,
    ...(pv_installed !== undefined && { pv_installed }),
    total_spending: total_spendings,
    ...shiftsOf(type),
    weekends: weekend,
    zero_export,
    ...(province !== undefined && { province }),
    ...(pv_tilt_deg !== undefined && { pv_tilt_deg }),
    ...(pv_azimuth_deg !== undefined && { pv_azimuth_deg }),
    ...(contract_kind !== undefined && { contract_kind }),
    ...(tariff !== undefined && { tariff }),
  };
}

function energyCards(input: SimulationInput, query: BatterySelectionQuery): WarnedCards {
  const sizer = createSizer(sizingBase(readCase(input)));
  const { cards } = chooseCards(sizer, ladderOfCards(sizer), batteryConfigurations(query));
  return { ...cards, warnings: sizer.site.warnings };
}

/**
 * The same batteries valued on the whole bill, or the rule's where none of them pays. Their sizes stay those of energy:
 * the search for others would take too long here. Null where the power term of the contract cannot be known.
 */
function billCards(contracted: Case, { points, recommended, rule }: SizedCards): WarnedCards | null {
  const given = withBattery(contracted, points.balanced);
  const site = buildSite(given);
  const { supply } = given;
  if (!supply || missingForPower(given, {}, site) !== null) return null;
  const problem = dispatchProblem(given, site, engineAssumptions(given));
  const found = estimatedContract({ supply, timeline: site.timeline, problem, isTaxed: true });
  const { input, operated } = underContract(given, supply, site, found);
  const valued = (sizes: Record<BatteryKey, BatterySize>): SizedCards => {
    const cardOf = ({ capacity_kwh, power_kw }: BatterySize) => valueOfSize(input, operated, capacity_kwh, power_kw);
    const { conservative, balanced, aggressive } = sizes;
    const cards = [cardOf(conservative), cardOf(balanced), cardOf(aggressive)] as const;
    const { npv_eur } = bestOf(cards);
    return {
      points: { conservative: cards[0], balanced: cards[1], aggressive: cards[2] },
      recommended: npv_eur > 0 ? cards.find((card) => card.npv_eur >= NEARLY_BEST * npv_eur)! : null,
      rule,
    };
  };
  const ofEnergy = recommended && valued(points);
  return { ...(ofEnergy?.recommended ? ofEnergy : valued(rule)), warnings: site.warnings };
}

const isBatteryOf = ({ battery }: Case, { capacity_kwh, power_kw }: BatterySize): boolean =>
  battery.capacityKwh === capacity_kwh && battery.chargeKw === power_kw && battery.dischargeKw === power_kw;

const withBattery = (input: Case, { capacity_kwh, power_kw }: BatterySize): Case => ({
  ...input,
  battery: { ...input.battery, capacityKwh: capacity_kwh, chargeKw: power_kw, dischargeKw: power_kw },
});

/** A site with the operation of any battery on it. */
interface OperatedSite {
  site: Site;
  operate(problem: DispatchProblem): AgedOperation;
  /** The share of the optimum that a battery of no given share realises. */
  shareOf(problem: DispatchProblem): number;
  /** Steps whose prices are not convex: savings are lower bounds. */
  approximateSteps: number;
  /** The same at other prices. */
  elsewhere(site: Site): OperatedSite;
}

function operatedSite(input: Case, site: Site): OperatedSite {
  const operator = fastOperator(dispatchProblem(input, site, engineAssumptions(input)), site);
  // The operation does not depend on the realisable share, with which a size is valued twice.
  const operations = new Map<string, AgedOperation>();
  const operate = ({ battery }: DispatchProblem) =>
    foundOnce(operations, `${battery.capacityKwh} ${battery.chargeKw}`, () => operateAged(operator, site, battery));
  return {
    site,
    operate,
    shareOf: (problem) => ownShare(problem, site, operate(problem)),
    approximateSteps: operator.approximateSteps,
    elsewhere: (other) => operatedSite(input, other),
  };
}

/** The run's own battery keeps its own saving; every size keeps the share that the run found. */
function underContract(given: Case, supply: Contract, site: Site, found: FoundContract) {
  const share = found.realised * (given.battery.realisableShare ?? 1);
  const input = withRealisableShare(given, share);
  const problem = dispatchProblem(input, site, engineAssumptions(input));
  const { own, operate } = contractOperator(supply, site, problem, found);
  const at = (other: Site): OperatedSite => ({
    site: other,
    operate: (sized) => (other === site && isSameBattery(sized, problem) ? own : operate(sized)),
    shareOf: () => share,
    approximateSteps: 0,
    elsewhere: at,
  });
  return { input, operated: at(site) };
}

const isSameBattery = ({ battery: a }: DispatchProblem, { battery: b }: DispatchProblem): boolean =>
  a.capacityKwh === b.capacityKwh && a.chargeKw === b.chargeKw && a.dischargeKw === b.dischargeKw;

/** The value of a size with its own realisable share, unless a share is given. */
function ownValue(input: Case, operated: OperatedSite, size: BatterySize): SizePoint {
  const share = input.battery.realisableShare ?? realisableOf(withBattery(input, size), operated);
  return valueOfSize(withRealisableShare(input, share), operated, size.capacity_kwh, size.power_kw);
}

const realisableOf = (input: Case, { site, shareOf }: OperatedSite): number =>
  shareOf(dispatchProblem(input, site, engineAssumptions(input)));

/** The best power of every capacity, ascending, each found from that of its neighbour. */
function ladderOf({ capacities, evaluate }: Sizer): SizePoint[] {
  const ladder: SizePoint[] = [];
  for (const capacity of capacities) ladder.push(bestPower(capacity, ladder.at(-1)?.power_kw ?? 0, evaluate));
  return extendLadder(ladder, (capacity, { power_kw }) => bestPower(capacity, power_kw, evaluate));
}

/**
 * The part of the ladder that the cards stand on, from its middle outwards. The value is concave in the capacity: once
 * it has fallen well below what a card must keep, no further capacity is worth more.
 */
function ladderOfCards({ capacities, evaluate }: Sizer): SizePoint[] {
  const middle = capacities.length >> 1;
  const start = bestPower(capacities[middle]!, 0, evaluate);
  let best = start;
  const outwards = (further: readonly number[]): SizePoint[] => {
    const points: SizePoint[] = [];
    let before = start;
    for (const capacity of further) {
      const point = bestPower(capacity, before.power_kw, evaluate);
      points.push(point);
      if (point.npv_eur > best.npv_eur) best = point;
      if (point.npv_eur < before.npv_eur && point.npv_eur < (CARD_SHARE / 2) * best.npv_eur) break;
      before = point;
    }
    return points;
  };
  const larger = outwards(capacities.slice(middle + 1));
  const smaller = outwards(capacities.slice(0, middle).reverse());
  return extendLadder([...smaller.reverse(), start, ...larger], (capacity, { power_kw }) =>
    bestPower(capacity, power_kw, evaluate),
  );
}

/**
 * The best power of a capacity among those sold, by hill climbing. The saving is concave in the power and the investment
 * linear, so a local optimum is global.
 */
function bestPower(capacity: number, fromKw: number, evaluate: EvaluateSize): SizePoint {
  const [least, greatest] = powersOf(capacity);
  let best = evaluate(capacity, Math.min(Math.max(fromKw, least), greatest));
  const climb = (towards: (kw: number) => number): boolean => {
    const power = towards(best.power_kw);
    if (power < least || power > greatest) return false;
    const next = evaluate(capacity, power);
    if (next.npv_eur <= best.npv_eur) return false;
    best = next;
    return true;
  };
  if (climb(nextPower)) while (climb(nextPower));
  else while (climb(previousPower));
  return best;
}

/** Index of the rating nearest to the rating of a rounded power. */
const ratingIndex = (rating: number): number =>
  C_RATINGS.reduce((nearest, other, i) => {
    return Math.abs(other - rating) < Math.abs(C_RATINGS[nearest]! - rating) ? i : nearest;
  }, 0);

/** Powers of the map's row of a capacity, ascending: its best power has the place of the rating nearest to it. */
function rowPowers({ capacity_kwh, power_kw }: BatterySize): number[] {
  const place = ratingIndex(power_kw / capacity_kwh);
  return C_RATINGS.map((rating, i) => (i === place ? power_kw : powerAt(capacity_kwh, rating)));
}

/** The first point of a row that holds; no power above it is evaluated. */
function firstInRow(size: BatterySize, evaluate: EvaluateSize, holds: (point: SizePoint) => boolean) {
  for (const power of rowPowers(size)) {
    const point = evaluate(size.capacity_kwh, power);
    if (holds(point)) return point;
  }
}

/**
 * The ladder with further capacities added while its best is at either end.
 * @param bestAt the best power of a capacity, given that of its neighbour
 */
function extendLadder(
  ladder: readonly SizePoint[],
  bestAt: (capacity: number, neighbour: SizePoint) => SizePoint,
): SizePoint[] {
  const extended = [...ladder];
  for (let i = 0; i < FURTHER_CAPACITIES; i++) {
    const best = bestOf(extended);
    if (best.npv_eur <= 0) break;
    const last = extended.at(-1)!;
    const first = extended[0]!;
    const isNearlyBest = ({ npv_eur }: SizePoint) => npv_eur >= NEARLY_BEST * best.npv_eur;
    const larger = CAPACITY_LIST.find((capacity) => capacity > last.capacity_kwh);
    const smaller = CAPACITY_LIST.findLast((capacity) => capacity < first.capacity_kwh);
    if (larger !== undefined && isNearlyBest(last)) extended.push(bestAt(larger, last));
    else if (smaller !== undefined && isNearlyBest(first)) extended.unshift(bestAt(smaller, first));
    else break;
  }
  return extended;
}

function ruleOf(input: Case, site: Site, given: GivenSeries): BatteryConfigurations {
  const meanKw = (seriesKwh: Float64Array) => (1000 * sumMwh(seriesKwh)) / site.timeline.hours;
  return batteryConfigurations({
    pv_generation: given.pv_kwh ? meanKw(site.pvKwh) : input.pv.kwp * MEAN_PV_KW_PER_KWP,
    demand_load: given.demand_kwh || given.net_kwh ? meanKw(site.demandKwh) : input.load.averageKw,
  });
}

/** Capacities of the market about a quarter apart. Whatever the site, they are the same: a list that moved with the
 * site would move the recommendation with it. */
export const CAPACITY_LIST = capacityList();

function capacityList(): number[] {
  const list = new Set<number>();
  for (let target = nearestSize(0); target <= GREATEST_CAPACITY; target *= CAPACITY_RATIO)
    list.add(nearestSize(target));
  return [...list];
}

/** Capacities of the map, ascending: a part of the list, for the rule's balanced battery or an hour of mean demand. */
function capacitiesOn(site: Site, rule: BatteryConfigurations): number[] {
  const demandKwhAnHour = (1000 * sumMwh(site.demandKwh)) / site.timeline.hours;
  const energy = Math.max(rule.balanced.capacity_kwh, demandKwhAnHour);
  const from = CAPACITY_LIST.findIndex((capacity) => capacity >= LEAST * energy);
  return CAPACITY_LIST.slice(from, from + CAPACITIES);
}

/** The power that is sold nearest to a rating of a capacity. */
const powerAt = (capacity: number, rating: number): number => nearestPower(capacity * rating);

/** Least and greatest power that a capacity is offered with, kW. */
const powersOf = (capacity: number) =>
  [powerAt(capacity, C_RATINGS[0]!), powerAt(capacity, C_RATINGS.at(-1)!)] as const;

type EvaluateSize = (capacityKwh: number, powerKw: number) => SizePoint;

/** The value of any battery on a site: by the exact dispatches of a year of hours in about 4 ms. */
function valueOfSize(input: Case, { site, operate }: OperatedSite, capacityKwh: number, powerKw: number): SizePoint {
  // The rule's cards have powers that are not sold, with halves: 125 kWh at 0.5C is 62.5 kW.
  const power = Number.isInteger(2 * powerKw) ? powerKw : Math.round(powerKw);
  const sized = withBattery(input, { capacity_kwh: capacityKwh, power_kw: power });
  const assumptions = {
    ...engineAssumptions(sized),
    capex_eur: quoteFactor(input) * defaultCapexEur(sized.battery),
  };
  const life = lifeOf(sized, site, assumptions, operate(dispatchProblem(sized, site, assumptions)));
  return {
    capacity_kwh: capacityKwh,
    power_kw: power,
    capex_eur: assumptions.capex_eur,
    saving_eur: life.years[0]!.customerSavingEur,
    npv_eur: life.npvEur,
    break_even_capex_eur: life.breakEvenCapexEur,
  };
}

const bestOf = (points: readonly SizePoint[]): SizePoint =>
  points.reduce((best, point) => (point.npv_eur > best.npv_eur ? point : best));

const leadingOf = (ladder: readonly SizePoint[]): SizePoint[] =>
  [...ladder].sort((a, b) => b.npv_eur - a.npv_eur).slice(0, LEADING);

/**
 * The best battery and the cards around the recommended one, all with their own realisable share. The best is the
 * leading ladder point worth most, or a card or a neighbouring power that turns out to be worth more.
 * @param ladder the best power of every capacity with the share of the map, ascending
 * @param rule the cards where nothing pays
 * @returns `largest`: the largest size that is as good as the best; null where no size pays
 */
function chooseCards(
  { evaluate, revalue }: Sizer,
  ladder: readonly SizePoint[],
  rule: BatteryConfigurations,
): { best: SizePoint; cards: SizedCards; largest: SizePoint | null } {
  const offered: EvaluateSize = (capacity, power) => revalue(evaluate(capacity, power));
  let best = bestOf(leadingOf(ladder).map(revalue));
  while (best.npv_eur > 0) {
    const isWorth = (share: number) => (point: SizePoint) => {
      const isEnough = ({ npv_eur }: SizePoint) => npv_eur >= share * best.npv_eur;
      return isEnough(point) && isEnough(revalue(point));
    };
    const smallest = ladder.find(isWorth(NEARLY_BEST)) ?? best;
    const inRow = smallest.capacity_kwh === best.capacity_kwh ? best : smallest;
    // The best power with the share of the map may be dearer, and with its own share worth less, than another.
    const recommended = revalue(firstInRow(inRow, evaluate, isWorth(NEARLY_BEST)) ?? inRow);
    const points = payingCards(ladder, recommended, isWorth(CARD_SHARE), revalue, offered);
    const better = bestOf([
      best,
      ...Object.values(points),
      ...neighboursOf(best).map((power) => offered(best.capacity_kwh, power)),
    ]);
    if (better === best) {
      const largest = revalue(ladder.findLast(isWorth(NEARLY_BEST)) ?? best);
      return { best, cards: { points, recommended, rule }, largest };
    }
    best = better;
  }
  const ofTheRule = (key: BatteryKey) => offered(rule[key].capacity_kwh, rule[key].power_kw);
  const points = {
    conservative: ofTheRule("conservative"),
    balanced: ofTheRule("balanced"),
    aggressive: ofTheRule("aggressive"),
  };
  return { best, cards: { points, recommended: null, rule }, largest: null };
}

/** The powers sold next below and next above a size's own. */
function neighboursOf({ capacity_kwh, power_kw }: BatterySize): number[] {
  const [least, greatest] = powersOf(capacity_kwh);
  return [previousPower(power_kw), nextPower(power_kw)].filter((power) => power >= least && power <= greatest);
}

/**
 * Conservative, balanced and aggressive card, distinct and ascending: the recommended one in the middle, the others the
 * smallest and the largest capacity worth enough, at their best power. Where there is none, the nearest on the market
 * is offered. Where the market has nothing smaller, the recommended one is the conservative card.
 */
function payingCards(
  ladder: readonly SizePoint[],
  recommended: SizePoint,
  isWorthEnough: (point: SizePoint) => boolean,
  revalue: (point: SizePoint) => SizePoint,
  evaluate: EvaluateSize,
): Record<BatteryKey, SizePoint> {
  const { capacity_kwh, power_kw } = recommended;
  const offered = (capacity: number) => evaluate(capacity, powerAt(capacity, power_kw / capacity_kwh));
  const smaller = ladder.filter((point) => point.capacity_kwh < capacity_kwh);
  const larger = ladder.filter((point) => point.capacity_kwh > capacity_kwh);
  const nextSmaller = () => {
    const capacity = previousSize(capacity_kwh);
    return capacity === undefined ? undefined : offered(capacity);
  };
  const below = smaller.find(isWorthEnough) ?? nextSmaller();
  if (!below) {
    const balanced = revalue(larger[0] ?? offered(nextSize(capacity_kwh)));
    const beyond = larger.slice(1);
    const aggressive = beyond.findLast(isWorthEnough) ?? beyond[0] ?? offered(nextSize(balanced.capacity_kwh));
    return { conservative: recommended, balanced, aggressive: revalue(aggressive) };
  }
  return {
    conservative: revalue(below),
    balanced: recommended,
    aggressive: revalue(larger.findLast(isWorthEnough) ?? offered(nextSize(capacity_kwh))),
  };
}

/** The changes that would make the size nearest to paying pay: its investment, or the market's price. */
function leversOf({ site, revalue, underPrice }: Sizer, points: readonly SizePoint[]): SizingLevers {
  const recovered = ({ break_even_capex_eur, capex_eur }: SizePoint) =>
    capex_eur > 0 ? break_even_capex_eur / capex_eur : 0;
  const point = revalue(points.reduce((nearest, other) => (recovered(other) > recovered(nearest) ? other : nearest)));
  const { break_even_capex_eur } = point;
  return {
    point,
    recovered: recovered(point),
    capexEur: break_even_capex_eur > 0 ? break_even_capex_eur : null,
    rise: riseThatPays((factor) => underPrice(point, factor).npv_eur),
    marketEurMwh: site.marketEurMwh.reduce((sum, price) => sum + price, 0) / site.timeline.steps,
  };
}

/**
 * The least rise of the market price, in whole percents as a fraction, at which a value turns positive. It is null up
 * to the greatest rise searched.
 */
function riseThatPays(valueAt: (factor: number) => number): number | null {
  if (valueAt(1 + GREATEST_RISE / 100) < 0) return null;
  let low = 0;
  let high = GREATEST_RISE;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (valueAt(1 + middle / 100) < 0) low = middle;
    else high = middle;
  }
  return high / 100;
}
