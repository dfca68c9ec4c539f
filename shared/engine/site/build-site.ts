import { type Case, QUARTER_HOUR } from "@ecotrim/contracts/simulations/input";
import { DEFAULT_ZONE, zoneOf } from "@ecotrim/contracts/simulations/zones";
import { contractEurMwh } from "../bill/energy-price.ts";
import { faultError } from "../faults.ts";
import { demandSeries, grossDemand } from "../load/demand.ts";
import { groupsOf } from "../power-contract/excess.ts";
import { limitsKeepingPeak } from "../power-contract/peak-limit.ts";
import { calibrate } from "../tariff/calibration.ts";
import { contractPrices } from "../tariff/contract.ts";
import { type PricedKind, supplyContract } from "../tariff/contract-kind.ts";
import { importLimits } from "../tariff/contracted-power.ts";
import { marketSeries, sellSeries } from "../tariff/market.ts";
import { underAskedMarket } from "../tariff/market-change.ts";
import { tariffOf } from "../tariff/tariff.ts";
import { buildTimeline, DATA_YEAR, timelineOfLength } from "./calendar.ts";
import { gridNeed } from "./grid-need.ts";
import { inQuarterHours, liftedBy, liftedDemand, liftsTo, SWING_LIFTS } from "./maximeter-lift.ts";
import { plantBehindMeter } from "./plant-behind-meter.ts";
import { pvSeries } from "./pv.ts";
import type { Calibration, GivenSeries, Site, SiteWarning, Timeline } from "./site.ts";
import { sourceData } from "./source-data.ts";

/**
 * The site of a simulation: its timeline, energies, prices and limits, from resolved inputs and given series. Given
 * series replace the default ones and set the length of the period.
 * @throws AppError INVALID_INPUT, field `series` for unequal lengths, `series.<name>[<step from 0>]` for a faulty
 * value, `series.<name>` for prices in EUR/kWh.
 */
export function buildSite(input: Case, given: GivenSeries = {}): Site {
  const { supply } = input;
  const { timeline, pvKwh, installedKwh, demandKwh, marketEurMwh, loadWarnings, ...paid } = seriesOf(input, given);
  const { stepHours } = timeline;

  const importKwh = gridNeed(pvKwh, demandKwh);
  const paidImportKwh = gridNeed(installedKwh, demandKwh);
  const sources = { timeline, tariff: tariffOf(input.tariff), marketEurMwh, importKwh: paidImportKwh };
  const contract = supplyContract(input.tariff.contractKind, input.battery.mayExport ?? false);
  const statedEurMwh = paid.buyEurMwh ?? statedPrices(input, timeline, marketEurMwh);
  const { calibration, warnings } = statedEurMwh
    ? NOT_CALIBRATED
    : calibrate(contract.kind, sources, input.tariff.spendingEurYear);
  const prices = contractPrices(contract, sources, calibration);
  const buyEurMwh = statedEurMwh ?? prices.buyEurMwh;
  const sellEurMwh = paid.sellEurMwh ?? (statedEurMwh ? sellSeries(marketEurMwh, buyEurMwh) : prices.sellEurMwh);

  const pricesGiven = statedEurMwh !== null;
  const freeP6 = input.contract.powerKw === 0 && !pricesGiven && !supply;
  const site: Site = {
    timeline,
    pvKwh,
    demandKwh,
    marketEurMwh,
    paidMarketEurMwh: marketEurMwh,
    paidImportKwh,
    buyEurMwh,
    sellEurMwh,
    importLimitKwh: siteLimits(input, timeline, importKwh, freeP6),
    exportLimitKwh: exportLimit(input.site, stepHours),
    tariff: sources.tariff,
    contract,
    calibration,
    pricesGiven,
    freeP6,
    warnings: [...loadWarnings, ...calendarWarnings(timeline, input, given), ...placeWarnings(input), ...warnings],
  };
  return underAskedMarket(site, given, input.tariff);
}

interface Series {
  timeline: Timeline;
  pvKwh: Float64Array;
  /** The part of it that stands there already. */
  installedKwh: Float64Array;
  demandKwh: Float64Array;
  marketEurMwh: Float64Array;
  /** Null where none are given. */
  buyEurMwh: Float64Array | null;
  sellEurMwh: Float64Array | null;
  loadWarnings: SiteWarning[];
}

/** Default and given series; in quarter-hours where a contract tells or estimates the peaks of a longer step. */
function seriesOf(input: Case, given: GivenSeries): Series {
  const timeline = timelineFor(input, given);
  const { pvKwh, installedKwh } = plantOf(timeline, input, given);
  const { demandKwh, warnings: loadWarnings } = demandOf(timeline, input.load, installedKwh, given);
  const marketEurMwh = given.market_eur_mwh
    ? Float64Array.from(given.market_eur_mwh)
    : marketSeries(timeline, input.tariff.marketYear ?? DATA_YEAR);
  const buyEurMwh = given.buy_eur_mwh ? Float64Array.from(given.buy_eur_mwh) : null;
  const sellEurMwh = given.sell_eur_mwh ? Float64Array.from(given.sell_eur_mwh) : null;
  const series = { timeline, pvKwh, installedKwh, demandKwh, marketEurMwh, buyEurMwh, sellEurMwh, loadWarnings };

  if (!liftedBy(input, given)) return series;
  const { stepHours, start } = timeline;
  const { maximeters, load_swing, zone } = input.supply!;
  const importKwh = gridNeed(installedKwh, demandKwh);
  const lifts = maximeters && liftsTo(maximeters, timeline, importKwh);
  const liftOf = (month: number, period: number) => lifts?.[month - 1]?.[period - 1] ?? SWING_LIFTS[load_swing!];
  const repeated = (prices: Float64Array) => inQuarterHours(prices, stepHours);
  const divided = (kwh: Float64Array) => inQuarterHours(kwh, stepHours, QUARTER_HOUR / stepHours);
  return {
    timeline: timelineOfLength(start, (timeline.steps * stepHours) / QUARTER_HOUR, QUARTER_HOUR, zone),
    pvKwh: divided(pvKwh),
    installedKwh: divided(installedKwh),
    demandKwh: liftedDemand(timeline, demandKwh, importKwh, liftOf),
    marketEurMwh: repeated(marketEurMwh),
    buyEurMwh: buyEurMwh && repeated(buyEurMwh),
    sellEurMwh: sellEurMwh && repeated(sellEurMwh),
    loadWarnings,
  };
}

/** The site with the prices that the case's spending gives under another kind of contract. */
export function siteUnder(kind: PricedKind, { tariff, battery }: Case, site: Site): Site {
  const paid = { ...site, importKwh: site.paidImportKwh, marketEurMwh: site.paidMarketEurMwh };
  const contract = supplyContract(kind, battery.mayExport ?? false);
  return sitePriced(site, { contract, calibration: calibrate(kind, paid, tariff.spendingEurYear).calibration });
}

/** The site with the prices of another contract, whose calibration is known. */
export function sitePriced(site: Site, { contract, calibration }: Pick<Site, "contract" | "calibration">): Site {
  const sources = { ...site, importKwh: site.paidImportKwh };
  return { ...site, contract, calibration, ...contractPrices(contract, sources, calibration) };
}

const NOT_CALIBRATED: { calibration: Calibration; warnings: SiteWarning[] } = {
  calibration: { k: 1, adderEurMwh: 0, ratio: null },
  warnings: [],
};

/** The prices that a contract states; null where it states none, so that they follow from the spending. */
function statedPrices({ supply, tariff }: Case, timeline: Timeline, marketEurMwh: Float64Array): Float64Array | null {
  if (!supply) return null;
  const isCalibrated = supply.pricing.kind === "unknown" && tariff.spendingEurYear !== undefined;
  return isCalibrated ? null : contractEurMwh(supply, timeline, marketEurMwh);
}

/** Greatest import of each step, kWh: under a contract of six powers the battery raises the site's peak only where it may. */
export function siteLimits(
  { supply, contract }: Case,
  timeline: Timeline,
  importKwh: Float64Array,
  freeP6: boolean,
): Float64Array {
  const limits = importLimits(timeline, contract.powerKw, importKwh, freeP6);
  if (!supply) return limits;
  return limitsKeepingPeak(limits, groupsOf(timeline), importKwh, supply.contracted_kw, supply.allow_p6_kw);
}

/** What the connection may export, kWh per step. */
function exportLimit({ exportLimitKw, zeroExport }: Case["site"], stepHours: number): number {
  if (zeroExport) return 0;
  return exportLimitKw > 0 ? exportLimitKw * stepHours : Infinity;
}

function timelineFor({ period: { start, end, stepHours }, supply }: Case, given: GivenSeries): Timeline {
  const series = Object.entries(given).filter(([, values]) => values !== undefined);
  const [first] = series;
  if (!first) return buildTimeline(start, end, stepHours, supply?.zone);
  checkLengths(series);
  for (const [name, values] of series) checkValues(name, values);
  for (const [name, values] of series) if (name.endsWith("_eur_mwh")) checkPriceUnit(name, values);
  return timelineOfLength(start, first[1].length, stepHours, supply?.zone);
}

function checkLengths(series: [name: string, values: number[]][]): void {
  const byLength = series.toSorted(([, a], [, b]) => a.length - b.length);
  const [shortName, shortest] = byLength[0]!;
  const [longName, longest] = byLength.at(-1)!;
  if (shortest.length === longest.length && shortest.length > 0) return;
  if (longest.length === 0) throw faultError("INVALID_INPUT", "series", { fault: "empty_series" });
  throw faultError("INVALID_INPUT", "series", {
    fault: "unequal_series",
    shortest: { name: shortName, steps: shortest.length },
    longest: { name: longName, steps: longest.length },
  });
}

function checkValues(name: string, values: number[]): void {
  const isEnergy = name.endsWith("_kwh") && name !== "net_kwh";
  const faulty = values.findIndex((value) => !Number.isFinite(value) || (isEnergy && value < 0));
  if (faulty < 0) return;
  const reason = Number.isFinite(values[faulty]) ? "negative" : "not_finite";
  throw faultError("INVALID_INPUT", `series.${name}[${faulty}]`, { fault: "series_value", name, step: faulty, reason });
}

/** Mean price below which a series can only be meant in EUR/kWh, EUR/MWh. */
const LEAST_MEAN_PRICE_EUR_MWH = 1;

/** Hours of no price say nothing of the unit, and negative prices are prices as well. */
function checkPriceUnit(name: string, values: number[]): void {
  const priced = values.filter((value) => value !== 0);
  const meanEurMwh = priced.reduce((sum, value) => sum + Math.abs(value), 0) / priced.length;
  if (priced.length === 0 || meanEurMwh >= LEAST_MEAN_PRICE_EUR_MWH) return;
  throw faultError("INVALID_INPUT", `series.${name}`, { fault: "price_per_kwh", name, meanEurMwh });
}

/** Production of the whole plant, and of what a net series or a curve has behind it already, kWh per step. */
function plantOf(
  timeline: Timeline,
  { pv: { kwp, installedKwp = kwp, plane }, site: { province }, curve }: Case,
  { pv_kwh, net_kwh }: GivenSeries,
): { pvKwh: Float64Array; installedKwh: Float64Array } {
  const modelled = () => pvSeries(timeline, installedKwp, province, plane);
  const behindMeter = () => (curve && net_kwh ? plantBehindMeter(timeline, modelled(), net_kwh) : modelled());
  const installedKwh = pv_kwh ? Float64Array.from(pv_kwh) : behindMeter();
  if (installedKwp >= kwp) return { pvKwh: installedKwh, installedKwh };
  // With nothing there yet, a production that is given is that of the plant to come.
  if (installedKwp === 0 && pv_kwh) return { pvKwh: installedKwh, installedKwh: new Float64Array(timeline.steps) };
  const addedKwh = pvSeries(timeline, kwp - installedKwp, province, plane);
  return { pvKwh: installedKwh.map((kwh, t) => kwh + addedKwh[t]!), installedKwh };
}

/** Gross consumption: a given series, a net measurement plus the PV behind it, or the default profile. */
function demandOf(
  timeline: Timeline,
  load: Case["load"],
  pvKwh: Float64Array,
  { demand_kwh, net_kwh }: GivenSeries,
): { demandKwh: Float64Array; warnings: SiteWarning[] } {
  if (demand_kwh) return { demandKwh: Float64Array.from(demand_kwh), warnings: [] };
  if (!net_kwh) return { demandKwh: demandSeries(timeline, load), warnings: [] };
  const { demandKwh, exportBeyondPv } = grossDemand(net_kwh, pvKwh);
  return {
    demandKwh,
    warnings: exportBeyondPv > 0 ? [{ code: "export_beyond_pv", steps: exportBeyondPv }] : [],
  };
}

/** Warnings for default series that come from another year than the simulated one. */
function calendarWarnings(timeline: Timeline, { tariff, curve }: Case, given: GivenSeries): SiteWarning[] {
  const { marketYear } = tariff;
  const warnings: SiteWarning[] = [];
  const years = [...new Set([timeline.start, timeline.end].map((date) => date.slice(0, 4)))];
  const outside = years.some((year) => year !== String(DATA_YEAR));
  const marketIsDefault = !given.market_eur_mwh && !(given.buy_eur_mwh && given.sell_eur_mwh);
  const pv = !given.pv_kwh && !sourceData()?.pv;
  const market = marketIsDefault && marketYear === undefined;
  if (outside && (pv || market)) {
    const ofCurve = curve ? { curveYears: years } : {};
    warnings.push({ code: "outside_data_year", year: DATA_YEAR, pv, market, ...ofCurve });
  }
  if (marketIsDefault && marketYear !== undefined && marketYear !== DATA_YEAR) {
    warnings.push({ code: "market_year", year: marketYear });
  }
  return warnings;
}

/** Outside the peninsula there are other periods, and other prices in part. */
const placeWarnings = ({ site: { province }, supply }: Case): SiteWarning[] =>
  supply || zoneOf(province) === DEFAULT_ZONE ? [] : [{ code: "peninsula_prices" }];
