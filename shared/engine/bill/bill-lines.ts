import {
  type BillInput,
  type BillLineInput,
  type ByPeriod,
  daysBetween,
  daysOf,
  meterOfBill,
  REGULATED,
} from "@ecotrim/contracts/simulations/bill";
import { PERIODS, type Period } from "@ecotrim/contracts/simulations/contract";
import { DEFAULT_TARIFF_YEAR } from "@ecotrim/contracts/simulations/tariff";
import { DEFAULT_ZONE } from "@ecotrim/contracts/simulations/zones";
import { periodsOfMonth } from "./calendar.ts";
import { datesBetween, daysOfMonth, monthOf, yearOf } from "./dates.ts";
import { excessEurKw, excessEurKwDay } from "./excess.ts";
import { type Part, powerEurKwDay } from "./power-term.ts";
import { billedKvarh, reactiveEur, reactiveEurKvarh } from "./reactive.ts";
import { bonoSocialEurDay, tablesOf, tableYear } from "./tables.ts";

/** What each line of a bill comes to, by what the line says and, where it says nothing, by the rules. */

const indexOf = (period: Period): number => PERIODS.indexOf(period);

/** Date whose rules hold where a line needs a single one. */
export function dateOf({ last_day, year }: BillInput): string {
  if (last_day !== undefined && (year === undefined || yearOf(last_day) === year)) return last_day;
  return `${year ?? DEFAULT_TARIFF_YEAR}-12-31`;
}

/** Days of a line x a value of each day; days that the bill does not date have that of its last. */
function overDays(bill: BillInput, days: number, valueOn: (date: string) => number): number {
  const { first_day, last_day } = bill;
  if (!first_day || !last_day || days !== daysBetween(first_day, last_day)) return days * valueOn(dateOf(bill));
  return datesBetween(first_day, last_day).reduce((sum, date) => sum + valueOn(date), 0);
}

/** The part of a month that so many days of a bill are; 1 where the bill covers several months or does not say. */
export function monthShare({ first_day, last_day }: BillInput, days: number | undefined): number {
  if (!first_day || !last_day || days === undefined) return 1;
  const [year, month] = [yearOf(last_day), monthOf(last_day)];
  const isOneMonth = yearOf(first_day) === year && monthOf(first_day) === month;
  return isOneMonth ? Math.min(1, days / daysOfMonth(year, month)) : 1;
}

const partOf = ({ part }: BillLineInput): Part | undefined => (part === "peaje" || part === "cargo" ? part : undefined);

/** The amount of a line, EUR before rounding; undefined where it does not say enough. */
export function lineEur(bill: BillInput, line: BillLineInput): number | undefined {
  const eur = eurOfKind(bill, line);
  return eur === undefined ? undefined : eur * (line.factor ?? 1);
}

function eurOfKind(bill: BillInput, line: BillLineInput): number | undefined {
  switch (line.kind) {
    case "power":
      return saysOneOf(line, ["kw", "days", "eur_kw_day"]) ? powerEur(bill, line) : undefined;
    case "energy":
      return energyEur(bill, line);
    case "excess":
      return saysOneOf(line, EXCESS_FIELDS) ? excessEur(bill, line) : undefined;
    case "reactive":
      return saysOneOf(line, ["kvarh", "eur_kvarh"]) ? reactiveLineEur(bill, line) : undefined;
    case "bono_social":
      return saysOneOf(line, ["days", "eur_day"]) ? bonoSocialEur(bill, line) : undefined;
    case "rental":
      return typeof line.eur_day === "number" ? times(line.days ?? daysOf(bill), line.eur_day) : undefined;
    default:
      return undefined;
  }
}

const EXCESS_FIELDS = ["excess_kw", "ep_kw", "max_kw", "contracted_kw", "days", "eur_kw", "eur_kw_day"] as const;

/** Whether a line has to be computed: one of an amount alone is taken as printed. */
const saysOneOf = (line: BillLineInput, fields: readonly (keyof BillLineInput)[]): boolean =>
  line.amount === undefined || fields.some((field) => line[field] !== undefined);

const times = (quantity: number | undefined, price: number): number | undefined =>
  quantity === undefined ? undefined : quantity * price;

const valueAt = (values: ByPeriod | undefined, period: Period | undefined): number | undefined =>
  period === undefined ? undefined : values?.[period];

function powerEur(bill: BillInput, line: BillLineInput): number | undefined {
  const { period, eur_kw_day = REGULATED } = line;
  const [kw, days] = [line.kw ?? valueAt(bill.contracted_kw, period), line.days ?? daysOf(bill)];
  if (kw === undefined || days === undefined) return undefined;
  if (typeof eur_kw_day === "number") return kw * days * eur_kw_day;
  if (period === undefined) return undefined;
  const ofDay = (date: string) => powerEurKwDay(bill.tariff, date, bill.year, partOf(line))[indexOf(period)]!;
  return kw * overDays(bill, days, ofDay);
}

function energyEur(bill: BillInput, line: BillLineInput): number | undefined {
  const { period, eur_kwh } = line;
  const kwh = line.kwh ?? valueAt(bill.metered_kwh, period);
  if (typeof eur_kwh === "number") return times(kwh, eur_kwh);
  if (eur_kwh === undefined || period === undefined) return undefined;
  const { toll_eur_kwh, charge_eur_kwh } = tablesOf(bill.tariff, bill.year ?? tableYear(dateOf(bill)));
  const [toll, charge] = [toll_eur_kwh[indexOf(period)]!, charge_eur_kwh[indexOf(period)]!];
  const part = partOf(line);
  return times(kwh, part === "peaje" ? toll : part === "cargo" ? charge : toll + charge);
}

function excessEur(bill: BillInput, line: BillLineInput): number | undefined {
  const { period, excess_kw } = line;
  const roots = line.ep_kw ?? (period === undefined || excess_kw === undefined ? undefined : { [period]: excess_kw });
  if (roots) return monthlyExcessEur(bill, line, roots);
  if (typeof line.eur_kw === "number") return times(excess_kw, line.eur_kw * shareOf(bill, line));
  return dailyExcessEur(bill, line);
}

const shareOf = (bill: BillInput, { month_share, days = daysOf(bill) }: BillLineInput): number =>
  month_share ? month_share[0]! / month_share[1]! : monthShare(bill, days);

/** Meters of types 1 to 3. */
function monthlyExcessEur(bill: BillInput, line: BillLineInput, rootsKw: ByPeriod): number {
  const { eur_kw } = line;
  const prices = excessEurKw(bill.tariff, bill.year ?? tableYear(dateOf(bill)));
  const eur = PERIODS.reduce(
    (sum, period, i) => sum + (rootsKw[period] ?? 0) * (typeof eur_kw === "number" ? eur_kw : prices[i]!),
    0,
  );
  return eur * shareOf(bill, line);
}

/** Meters of types 4 and 5. */
function dailyExcessEur(bill: BillInput, line: BillLineInput): number | undefined {
  const { period, eur_kw_day } = line;
  if (eur_kw_day === undefined && meterOfBill(bill) === "quarter_hours") return undefined;
  const maxKw = line.max_kw ?? valueAt(bill.max_kw, period);
  const contractedKw = line.contracted_kw ?? valueAt(bill.contracted_kw, period);
  const days = line.days ?? daysOf(bill);
  if (maxKw === undefined || contractedKw === undefined || days === undefined) return undefined;
  const excessKw = Math.max(0, maxKw - contractedKw);
  if (typeof eur_kw_day === "number") return excessKw * days * eur_kw_day;
  if (period === undefined) return undefined;
  return excessKw * overDays(bill, days, (date) => excessEurKwDay(bill.tariff, date)[indexOf(period)]!);
}

function reactiveLineEur(bill: BillInput, line: BillLineInput): number | undefined {
  const { period, eur_kvarh } = line;
  const [kwh, metered] = [valueAt(bill.metered_kwh, period), valueAt(bill.reactive_kvarh, period)];
  const kvarh =
    line.kvarh ??
    (period === undefined || kwh === undefined || metered === undefined
      ? undefined
      : billedKvarh(indexOf(period) + 1, kwh, metered));
  if (typeof eur_kvarh === "number") return times(kvarh, eur_kvarh);
  return kwh === undefined || metered === undefined ? undefined : times(kvarh, reactiveEurKvarh(kwh, metered));
}

function bonoSocialEur(bill: BillInput, { eur_day, days = daysOf(bill) }: BillLineInput): number | undefined {
  if (days === undefined) return undefined;
  return typeof eur_day === "number" ? days * eur_day : overDays(bill, days, bonoSocialEurDay);
}

/** A line that the rules ask for, whether or not a bill has it; EUR before rounding. */
export interface RuledLine {
  kind: "power" | "excess" | "reactive" | "bono_social";
  period: Period | null;
  eur: number;
}

/**
 * The lines that the rules ask for. Of meters with quarter-hours the excess is the least that the highest power can
 * cost: that of a single quarter-hour.
 */
export function ruledLines(bill: BillInput): RuledLine[] {
  const lines: RuledLine[] = PERIODS.flatMap((period) => [
    { kind: "power", period, eur: powerEur(bill, { kind: "power", period }) ?? 0 },
    { kind: "excess", period, eur: leastExcessEur(bill, period) },
    { kind: "reactive", period, eur: ruledReactiveEur(bill, period) },
  ]);
  lines.push({ kind: "bono_social", period: null, eur: bonoSocialEur(bill, { kind: "bono_social" }) ?? 0 });
  return lines.filter(({ eur }) => eur > 0);
}

function leastExcessEur(bill: BillInput, period: Period): number {
  const line = { kind: "excess", period };
  const [max, contracted] = [valueAt(bill.max_kw, period), valueAt(bill.contracted_kw, period)];
  if (max === undefined || contracted === undefined) return 0;
  if (meterOfBill(bill) === "maximeter") return dailyExcessEur(bill, line) ?? 0;
  return monthlyExcessEur(bill, line, { [period]: Math.max(0, max - contracted) });
}

function ruledReactiveEur({ metered_kwh, reactive_kvarh }: BillInput, period: Period): number {
  const [kwh, kvarh] = [valueAt(metered_kwh, period), valueAt(reactive_kvarh, period)];
  return kwh === undefined || kvarh === undefined ? 0 : reactiveEur(indexOf(period) + 1, kwh, kvarh);
}

/** Whether a period exists in a bill: its zone may not have it in those months. */
export function hasPeriod({ zone = DEFAULT_ZONE, first_day, last_day }: BillInput, period: Period | null): boolean {
  if (period === null || !first_day || !last_day) return true;
  const months = new Set(datesBetween(first_day, last_day).map(monthOf));
  return [...months].some((month) => periodsOfMonth(zone, month).includes(indexOf(period) + 1));
}
