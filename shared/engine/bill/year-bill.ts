import { type Contract, PERIODS, type Period } from "@ecotrim/contracts/simulations/contract";
import { QUARTER_HOUR } from "@ecotrim/contracts/simulations/input";
import { dateOfDay } from "../site/local-dates.ts";
import type { Timeline } from "../site/site.ts";
import { centsOf, eurOfCents } from "./cents.ts";
import { daysOfMonth, daysOfYear, isoDate, isoMonth, monthOf, yearOf } from "./dates.ts";
import { excessEurKw, excessEurKwDay } from "./excess.ts";
import { reactiveEur } from "./reactive.ts";
import { powerEurKwYear } from "./tables.ts";
import { electricityTaxEur, GENERAL_ELECTRICITY_TAX_PCT } from "./taxes.ts";

/** The bills of a site's own imports under a contract of six powers, month by month. */

/** The part of a timeline that bills depend on. */
export type BilledTimeline = Pick<Timeline, "steps" | "stepHours" | "start" | "day" | "tariffPeriod">;

/** The part of a contract that bills depend on. */
export type BilledContract = Pick<
  Contract,
  "tariff" | "tariff_year" | "contracted_kw" | "meter" | "electricity_tax_reduction"
>;

/** Powers that hold from a date on, for a contract changed within the period. */
export interface PowerChange {
  from_date: string;
  contracted_kw: number[];
}

export interface BilledSite {
  timeline: BilledTimeline;
  /** kWh per step. */
  importKwh: Float64Array;
  /** EUR/MWh per step, without electricity tax. */
  buyEurMwh: Float64Array;
  /** [month 1..12 - 1][period 1..6 - 1] kVArh of the meter; none where left out. */
  reactiveKvarh?: number[][] | undefined;
  changes?: readonly PowerChange[] | undefined;
  /** False where given prices hold the electricity tax. */
  isTaxed?: boolean | undefined;
}

export interface YearBillLine {
  kind: "power" | "excess" | "energy" | "reactive" | "electricity_tax";
  period: Period | null;
  eur: number;
}

export interface MonthBill {
  /** YYYY-MM. */
  month: string;
  lines: YearBillLine[];
}

/** Sums of the period, EUR without IVA. */
export interface BillTotals {
  power_eur: number;
  excess_eur: number;
  energy_eur: number;
  reactive_eur: number;
  tax_eur: number;
  total_eur: number;
}

export interface YearBill {
  months: MonthBill[];
  totals: BillTotals;
}

/** As bills are: every line in whole cents. */
export const toCents = (eur: number): number => eurOfCents(centsOf(eur));

/** For optimisation, where a cent would hide what a step is worth. */
export const unrounded = (eur: number): number => eur;

/** Days of one month with the same contracted powers. */
interface Stretch {
  /** Its first day, YYYY-MM-DD. */
  date: string;
  days: number;
  contractedKw: readonly number[];
  fromStep: number;
  toStep: number;
}

/**
 * The bills of a period. Prices are those of the contract's year in every month of whatever year, and the electricity
 * tax has its general rate: what a law lowers for some months is no basis for years to come.
 * @param round each line, in whole cents as on a bill unless given
 */
export function yearBill(contract: BilledContract, site: BilledSite, round = toCents): YearBill {
  const months: MonthBill[] = [];
  let stretches: Stretch[] = [];
  const close = () => {
    if (stretches.length > 0) months.push(monthBill(contract, site, stretches, round));
    stretches = [];
  };
  for (const stretch of stretchesOf(contract, site)) {
    if (stretches[0] && isoMonth(stretches[0].date) !== isoMonth(stretch.date)) close();
    stretches.push(stretch);
  }
  close();
  return { months, totals: totalsOf(months, round) };
}

function stretchesOf({ contracted_kw }: BilledContract, { timeline, changes = [] }: BilledSite): Stretch[] {
  const { steps, day } = timeline;
  const stretches: Stretch[] = [];
  for (let t = 0; t < steps; t++) {
    if (t > 0 && day[t] === day[t - 1]) continue;
    const date = isoDate(dateOfDay(timeline, day[t]!));
    const contractedKw = changes.findLast(({ from_date }) => from_date <= date)?.contracted_kw ?? contracted_kw;
    const last = stretches.at(-1);
    const isSame = last && isoMonth(last.date) === isoMonth(date) && last.contractedKw === contractedKw;
    if (isSame) last.days += 1;
    else stretches.push({ date, days: 1, contractedKw, fromStep: t, toStep: steps });
  }
  for (const [index, stretch] of stretches.entries()) stretch.toStep = stretches[index + 1]?.fromStep ?? steps;
  return stretches;
}

function monthBill(
  contract: BilledContract,
  site: BilledSite,
  stretches: readonly Stretch[],
  round: (eur: number) => number,
): MonthBill {
  const { date, fromStep } = stretches[0]!;
  const energy = energyOf(site, fromStep, stretches.at(-1)!.toStep);
  const lines = [
    ...stretches.flatMap((stretch) => linesOf("power", powerEur(contract, stretch))),
    ...stretches.flatMap((stretch) => linesOf("excess", excessEur(contract, site, stretch))),
    ...linesOf("energy", energy.eur),
    ...linesOf("reactive", reactiveOf(site, monthOf(date), energy.kwh)),
  ].map((line): YearBillLine => ({ ...line, eur: round(line.eur) }));
  if (site.isTaxed ?? true)
    lines.push({ kind: "electricity_tax", period: null, eur: round(taxEur(contract, lines, energy.kwh)) });
  return { month: isoMonth(date), lines };
}

/** Lines of the periods that cost something. */
const linesOf = (kind: YearBillLine["kind"], eur: readonly number[]): YearBillLine[] =>
  PERIODS.map((period, i) => ({ kind, period, eur: eur[i]! })).filter((line) => line.eur !== 0);

/** The yearly price is spread over the days of the year that they lie in. */
const powerEur = ({ tariff, tariff_year }: BilledContract, { date, days, contractedKw }: Stretch): number[] =>
  powerEurKwYear(tariff, tariff_year).map((eur, i) => (eur * contractedKw[i]! * days) / daysOfYear(yearOf(date)));

function excessEur(
  { tariff, tariff_year, meter }: BilledContract,
  { timeline, importKwh }: BilledSite,
  { date, days, contractedKw, fromStep, toStep }: Stretch,
): number[] {
  const { tariffPeriod, stepHours } = timeline;
  const [highest, squares] = [new Array<number>(PERIODS.length).fill(0), new Array<number>(PERIODS.length).fill(0)];
  for (let t = fromStep; t < toStep; t++) {
    const i = tariffPeriod[t]! - 1;
    const excessKw = importKwh[t]! / stepHours - contractedKw[i]!;
    if (excessKw <= 0) continue;
    squares[i]! += excessKw * excessKw;
    highest[i] = Math.max(highest[i]!, excessKw);
  }
  if (meter === "maximeter") {
    const prices = excessEurKwDay(tariff, `${tariff_year}${date.slice("YYYY".length)}`);
    return highest.map((kw, i) => prices[i]! * kw * days);
  }
  const share = days / daysOfMonth(yearOf(date), monthOf(date));
  // A longer step counts as its quarter-hours, all alike.
  return excessEurKw(tariff, tariff_year).map(
    (eur, i) => eur * Math.sqrt((squares[i]! * stepHours) / QUARTER_HOUR) * share,
  );
}

/** Energy of P1..P6 and its cost. */
function energyOf(
  { timeline: { tariffPeriod }, importKwh, buyEurMwh }: BilledSite,
  fromStep: number,
  toStep: number,
): { kwh: number[]; eur: number[] } {
  const [kwh, eur] = [new Array<number>(PERIODS.length).fill(0), new Array<number>(PERIODS.length).fill(0)];
  for (let t = fromStep; t < toStep; t++) {
    const i = tariffPeriod[t]! - 1;
    kwh[i]! += importKwh[t]!;
    eur[i]! += (importKwh[t]! * buyEurMwh[t]!) / 1000;
  }
  return { kwh, eur };
}

const reactiveOf = ({ reactiveKvarh }: BilledSite, month: number, kwh: readonly number[]): number[] =>
  kwh.map((active, i) => reactiveEur(i + 1, active, reactiveKvarh?.[month - 1]?.[i] ?? 0));

const taxEur = (
  { tariff, electricity_tax_reduction }: BilledContract,
  lines: readonly YearBillLine[],
  kwh: readonly number[],
): number =>
  electricityTaxEur({
    tariff,
    hasReduction: electricity_tax_reduction,
    ratePct: GENERAL_ELECTRICITY_TAX_PCT,
    baseEur: lines.reduce((sum, { eur }) => sum + eur, 0),
    kwh: kwh.reduce((sum, one) => sum + one, 0),
  });

/** Sums of cents are cents: rounding takes binary dust off. */
function totalsOf(months: readonly MonthBill[], round: (eur: number) => number): BillTotals {
  const sumOf = (kind: YearBillLine["kind"]) =>
    round(months.flatMap(({ lines }) => lines).reduce((sum, line) => (line.kind === kind ? sum + line.eur : sum), 0));
  const totals = {
    power_eur: sumOf("power"),
    excess_eur: sumOf("excess"),
    energy_eur: sumOf("energy"),
    reactive_eur: sumOf("reactive"),
    tax_eur: sumOf("electricity_tax"),
  };
  return { ...totals, total_eur: round(Object.values(totals).reduce((sum, eur) => sum + eur, 0)) };
}
