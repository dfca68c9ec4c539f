import {
  type BatteryConfigurations,
  type BatteryKey,
  batteryConfigurations,
  type KnownSiteQuery,
  nearestSize,
  nextSize,
  previousSize,
} from "@ecotrim/contracts/simulations/battery-options";
import { MEAN_PV_KW_PER_KWP } from "@ecotrim/contracts/simulations/battery-rule";
import { type Case, readCase, withRealisableShare } from "@ecotrim/contracts/simulations/input";
import type { SizePoint, Sizing } from "@ecotrim/contracts/simulations/sizing";
import { energyEur } from "../bill/bill.ts";
import { type FastOperator, fastOperator } from "../dispatch/fast-operation.ts";
import { sumMwh } from "../dispatch/flows.ts";
import { realisableShare } from "../dispatch/realisable.ts";
import { lifeOf, operateAged } from "../economics/aged-operation.ts";
import { engineAssumptions } from "../economics/assumptions.ts";
import { isShortPeriod } from "../economics/economic-figures.ts";
import { faultError } from "../faults.ts";
import { buildSite } from "../site/build-site.ts";
import { dispatchProblem } from "../site/dispatch-problem.ts";
import type { GivenSeries, Site, SiteWarning } from "../site/site.ts";
import { scaledLevel, underMarket } from "../tariff/market-change.ts";

/** Power over capacity, 1/h: six hours of discharge to one. In hourly steps a faster battery is worth no more. */
const C_RATINGS = [1 / 6, 1 / 4, 1 / 3, 1 / 2, 3 / 4, 1];
const CAPACITIES = 15;
/** Least and greatest capacity, relative to the rule's; the best lies mostly at one to three times it. */
const SPAN = { least: 0.15, greatest: 4 };
const CAPACITY_RATIO = (SPAN.greatest / SPAN.least) ** (1 / (CAPACITIES - 1));
/** Capacities looked at beyond the span, either way, while the value rises. */
const FURTHER_CAPACITIES = 10;
/** Of an input, kWh. */
const GREATEST_CAPACITY = 2_000_000;
/** Capacities that the map puts first, to be valued with a realisable share of their own. */
const LEADING = 4;

/** Share of the best value that the conservative and the aggressive card keep. */
const CARD_SHARE = 0.6;
const NEARLY_BEST = 0.95;
/** Greatest rise of the market price looked at, percent. */
const GREATEST_RISE = 200;

export interface SizingOptions {
  series?: GivenSeries;
}

/** One site and what all sizes on it share. */
interface SizingBase {
  input: Case;
  series: GivenSeries;
  site: Site;
  rule: BatteryConfigurations;
  operated: OperatedSite;
  /** The share of the map. */
  realisableFct: number;
}

/** What would have to change for the battery nearest to paying to pay, one thing at a time. */
export interface SizingLevers {
  point: SizePoint;
  /** Share of its investment that it recovers. */
  recovered: number;
  /** Investment that would pay, EUR; null where none does. */
  capexEur: number | null;
  /** Rise of the market price that would pay, fraction; null where none does. */
  rise: number | null;
  /** Mean market price, EUR/MWh. */
  marketEurMwh: number;
}

/** The batteries of the three cards, with what they are worth. */
export interface SizedCards {
  points: Record<BatteryKey, SizePoint>;
  /** The one of them that is the best of all; null where nothing pays, and the cards are those of the rule. */
  best: SizePoint | null;
  rule: BatteryConfigurations;
}

/** The sweep in numbers and codes; names as in the results. */
export interface SizingStudy extends Omit<Sizing, "cards" | "levers" | "sentence" | "sentence_parts" | "warnings"> {
  cards: SizedCards;
  /** Null where something pays. */
  levers: SizingLevers | null;
  warnings: SiteWarning[];
}

/**
 * Values batteries of 15 capacities and 6 powers on one site by the exact dispatch, new and aged, as `runSimulation`
 * does. The battery of the input does not matter, save that an investment given for it scales that of every size. A given
 * realisable share holds for every size. Else the map has that of the rule's balanced battery; the best, the cards and
 * their rivals have their own. Where the value still rises at the edge of the map, capacities are added until it falls.
 * @throws AppError INVALID_INPUT, field `end_date`, for a period too short; INFEASIBLE where the site does not fit in its
 * contracted power without battery.
 */
export const sweepSizes = (input: Case, options: SizingOptions = {}): SizingStudy =>
  sizingOf(createSizer(sizingBase(input, options)));

/** @throws AppError as `sweepSizes` */
function sizingBase(input: Case, { series = {} }: SizingOptions = {}): SizingBase {
  const site = buildSite(input, series);
  if (isShortPeriod(site.timeline.hours)) {
    throw faultError("INVALID_INPUT", "end_date", { fault: "short_period" });
  }
  const rule = ruleOf(input, site, series);
  const operated = operatedSite(input, site);
  const realisableFct = input.battery.realisableShare ?? realisableOf(withBattery(input, rule.balanced), operated);
  return { input, series, site, rule, operated, realisableFct };
}

/** One site and the sizes to be looked at on it, each valued once: the same object each time. */
interface Sizer extends SizingBase {
  capacities: number[];
  /** The value with the share of the map. */
  evaluate: EvaluateSize;
  /** The value of a size with its own share: that of its simulation. */
  revalue(point: SizePoint): SizePoint;
  /** The same where it is known already. */
  revalued(point: SizePoint): SizePoint | undefined;
  /** What `revalue` gives of a size on the same site with the market price times `factor`. */
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
      ownValue(input, operatedSite(input, underMarket(site, series, scaledLevel(site, factor))), point),
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
  const rowOf = (capacity: number) => C_RATINGS.map((rating) => evaluate(capacity, capacity * rating));
  const ladder = extendLadder(
    sizer.capacities.map((capacity) => bestOf(rowOf(capacity))),
    (capacity) => bestOf(rowOf(capacity)),
  );
  const { best, cards } = chooseCards(sizer, ladder, sizer.rule);
  const looked = new Set([...ladder.map(({ capacity_kwh }) => capacity_kwh), best.capacity_kwh]);
  const capacities = [...looked].sort((a, b) => a - b);
  const mapped = capacities.flatMap(rowOf);
  const pays = best.npv_eur > 0;
  const levers = pays ? null : leversOf(sizer, mapped);
  // What the map puts above the best is not shown so unless its own share says so too.
  const points = mapped.map((point) => (point.npv_eur > best.npv_eur ? revalue(point) : (revalued(point) ?? point)));
  return {
    capacities_kwh: capacities,
    c_ratings: C_RATINGS,
    points,
    best,
    smallest_within_5_percent: points.find(({ npv_eur }) => pays && npv_eur >= NEARLY_BEST * best.npv_eur) ?? null,
    pays,
    cards,
    levers,
    realisable_fct: sizer.realisableFct,
    approximate_steps: sizer.operated.operator.approximateSteps,
    warnings: site.warnings,
  };
}

/**
 * The batteries of the cards of step 5: those of the sweep, found without all of it.
 * @throws AppError as `sweepSizes`
 */
export function sizeCards(query: KnownSiteQuery): SizedCards {
  const { demand_load, pv_kwp, type, weekend, total_spendings } = query;
  const input = readCase({
    demand_value: demand_load,
    pv_value: pv_kwp,
    total_spending: total_spendings,
    two_turnes: type === "2turnos",
    weekends: weekend,
  });
  const sizer = createSizer(sizingBase(input));
  const climbed = climbLadder(sizer.capacities, sizer.evaluate);
  const ladder = extendLadder(climbed, (capacity, { capacity_kwh, power_kw }) => {
    const [best] = climbLadder([capacity], sizer.evaluate, ratingIndex(power_kw / capacity_kwh));
    return best!;
  });
  return chooseCards(sizer, ladder, batteryConfigurations(query)).cards;
}

const withBattery = (input: Case, { capacity_kwh, power_kw }: BatterySize): Case => ({
  ...input,
  battery: { ...input.battery, capacityKwh: capacity_kwh, chargeKw: power_kw, dischargeKw: power_kw },
});

interface OperatedSite {
  site: Site;
  operator: FastOperator;
}

const operatedSite = (input: Case, site: Site): OperatedSite => ({
  site,
  operator: fastOperator(dispatchProblem(input, site, engineAssumptions(input)), site),
});

/** The value of a size with a share of its own where none is given. */
function ownValue(input: Case, operated: OperatedSite, size: BatterySize): SizePoint {
  const share = input.battery.realisableShare ?? realisableOf(withBattery(input, size), operated);
  return valueOfSize(withRealisableShare(input, share), operated, size.capacity_kwh, size.power_kw);
}

function realisableOf(input: Case, { site, operator: { operate, without } }: OperatedSite): number {
  const problem = dispatchProblem(input, site, engineAssumptions(input));
  const optimalBillEur = energyEur(operate(problem.battery, 1).bill);
  return realisableShare(problem, site.timeline, energyEur(without.bill), optimalBillEur);
}

/**
 * The best power of each capacity, climbing from that of the capacity before: with more power the saving rises ever more
 * slowly and the investment evenly, so a power that is better than its neighbours is the best.
 */
function climbLadder(capacities: readonly number[], evaluate: EvaluateSize, firstRating = 0): SizePoint[] {
  let index = firstRating;
  return capacities.map((capacity) => {
    let best = evaluate(capacity, capacity * C_RATINGS[index]!);
    const climb = (direction: 1 | -1): boolean => {
      const rating = C_RATINGS[index + direction];
      const next = rating !== undefined && evaluate(capacity, capacity * rating);
      if (!next || next.npv_eur <= best.npv_eur) return false;
      best = next;
      index += direction;
      return true;
    };
    if (climb(1)) while (climb(1));
    else while (climb(-1));
    return best;
  });
}

/** The number of the rating nearest to one of a power rounded. */
const ratingIndex = (rating: number): number =>
  C_RATINGS.reduce((nearest, other, i) => {
    return Math.abs(other - rating) < Math.abs(C_RATINGS[nearest]! - rating) ? i : nearest;
  }, 0);

/**
 * The ladder with further capacities while its best is the first or the last, so that a better one is beyond neither.
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
    const larger = nearestSize(last.capacity_kwh * CAPACITY_RATIO);
    const smaller = nearestSize(first.capacity_kwh / CAPACITY_RATIO);
    if (best === last && larger <= GREATEST_CAPACITY) extended.push(bestAt(larger, last));
    else if (best === first && smaller < first.capacity_kwh) extended.unshift(bestAt(smaller, first));
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

/**
 * Capacities to be looked at, ascending: sizes on the market evenly spread, in proportion, around the rule's balanced
 * battery or an hour of the mean demand.
 */
function capacitiesOn(site: Site, rule: BatteryConfigurations): number[] {
  const demandKwhAnHour = (1000 * sumMwh(site.demandKwh)) / site.timeline.hours;
  const energy = Math.max(rule.balanced.capacity_kwh, demandKwhAnHour);
  const capacities: number[] = [];
  for (let i = 0; i < CAPACITIES; i++) {
    const target = energy * SPAN.least * CAPACITY_RATIO ** i;
    const above = capacities.at(-1) ?? 0;
    const nearest = nearestSize(target);
    capacities.push(nearest > above ? nearest : nextSize(above));
  }
  return capacities;
}

type EvaluateSize = (capacityKwh: number, powerKw: number) => SizePoint;

/** The value of any battery on a site; the exact dispatches of a year of hours, about 4 ms. */
function valueOfSize(input: Case, { site, operator }: OperatedSite, capacityKwh: number, powerKw: number): SizePoint {
  const { capexEur, ...finance } = { ...input.finance, powerTermSavingEurYear: 0, securityOfSupplyEurYear: 0 };
  const withoutCapex = { ...input, finance };
  const defaultCapexEur = engineAssumptions(withoutCapex).capex_eur;
  const capexFactor = capexEur !== undefined && defaultCapexEur > 0 ? capexEur / defaultCapexEur : 1;

  // Whole kilowatts, but for the halves of the rule's cards: 125 kWh at 0.5C is 62.5 kW.
  const power = Number.isInteger(2 * powerKw) ? powerKw : Math.round(powerKw);
  const sized = withBattery(withoutCapex, { capacity_kwh: capacityKwh, power_kw: power });
  const defaults = engineAssumptions(sized);
  const assumptions = { ...defaults, capex_eur: capexFactor * defaults.capex_eur };
  const { battery } = dispatchProblem(sized, site, assumptions);
  const life = lifeOf(sized, site, assumptions, operateAged(operator, site, battery));
  return {
    capacity_kwh: capacityKwh,
    power_kw: power,
    capex_eur: assumptions.capex_eur,
    saving_eur: life.years[0]!.savingEur,
    npv_eur: life.npvEur,
    break_even_capex_eur: life.breakEvenCapexEur,
  };
}

const bestOf = (points: readonly SizePoint[]): SizePoint =>
  points.reduce((best, point) => (point.npv_eur > best.npv_eur ? point : best));

const leadingOf = (ladder: readonly SizePoint[]): SizePoint[] =>
  [...ladder].sort((a, b) => b.npv_eur - a.npv_eur).slice(0, LEADING);

/**
 * The best battery and the cards around it, all with their own realisable share: the best of those that lead the ladder,
 * or a card that turns out to be worth more.
 * @param ladder the best power of every capacity with the share of the map, ascending
 * @param rule the cards where nothing pays
 */
function chooseCards(
  { evaluate, revalue }: Sizer,
  ladder: readonly SizePoint[],
  rule: BatteryConfigurations,
): { best: SizePoint; cards: SizedCards } {
  const offered: EvaluateSize = (capacity, power) => revalue(evaluate(capacity, power));
  let best = bestOf(leadingOf(ladder).map(revalue));
  while (best.npv_eur > 0) {
    const chosen = payingCards(ladder, best, revalue, offered);
    const better = bestOf([best, ...Object.values(chosen)]);
    if (better === best) return { best, cards: { points: chosen, best, rule } };
    best = better;
  }
  const ofTheRule = (key: BatteryKey) => offered(rule[key].capacity_kwh, rule[key].power_kw);
  const points = {
    conservative: ofTheRule("conservative"),
    balanced: ofTheRule("balanced"),
    aggressive: ofTheRule("aggressive"),
  };
  return { best, cards: { points, best: null, rule } };
}

/**
 * Conservative, balanced and aggressive by value, each capacity at its best power, distinct and ascending. Where no
 * smaller (larger) capacity keeps enough of the value, the nearest on the market is offered. Where the market has nothing
 * smaller, the best is the conservative card.
 */
function payingCards(
  ladder: readonly SizePoint[],
  best: SizePoint,
  revalue: (point: SizePoint) => SizePoint,
  evaluate: EvaluateSize,
): Record<BatteryKey, SizePoint> {
  const rating = C_RATINGS[ratingIndex(best.power_kw / best.capacity_kwh)]!;
  const offered = (capacity: number) => evaluate(capacity, capacity * rating);
  const isWorthEnough = ({ npv_eur }: SizePoint) => npv_eur >= CARD_SHARE * best.npv_eur;
  const keepsValue = (point: SizePoint) => isWorthEnough(point) && isWorthEnough(revalue(point));

  const smaller = ladder.filter(({ capacity_kwh }) => capacity_kwh < best.capacity_kwh);
  const larger = ladder.filter(({ capacity_kwh }) => capacity_kwh > best.capacity_kwh);
  const nextLarger = () => offered(nextSize(best.capacity_kwh));
  const nextSmaller = () => {
    const capacity = previousSize(best.capacity_kwh);
    return capacity === undefined ? undefined : offered(capacity);
  };
  const below = smaller.find(keepsValue) ?? nextSmaller();
  if (!below) {
    const balanced = revalue(larger[0] ?? nextLarger());
    const beyond = larger.slice(1);
    const aggressive = beyond.findLast(keepsValue) ?? beyond[0] ?? offered(nextSize(balanced.capacity_kwh));
    return { conservative: best, balanced, aggressive: revalue(aggressive) };
  }
  return {
    conservative: revalue(below),
    balanced: best,
    aggressive: revalue(larger.findLast(keepsValue) ?? nextLarger()),
  };
}

/** What would make the size nearest to paying pay: its investment, or the market's price. */
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

/** A rise of the market price, whole percents as a fraction, at which a value turns positive; null up to the greatest. */
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
