import type { SeriesName } from "@ecotrim/contracts/curves/reading";
import { localDate, midnightMs } from "@ecotrim/engine/site/calendar";
import type { Curve } from "./read-curve.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "./stamps.ts";

/** The series of a simulation's case out of curves: their last whole year, on its own dates. */

export interface CaseOfCurve {
  start_date: string;
  time_step_duration: number;
  series: { demand_kwh?: number[]; net_kwh?: number[]; pv_kwh?: number[] };
}

/** Why a curve is no year of a case. */
export type NoCase = "no_year" | "no_load" | "no_pv";

interface Period {
  /** Local dates, ms: the first, and the one behind the last. */
  start: number;
  end: number;
  stepMs: number;
}

/** Twelve months of a load, and of a production where one is given; else the reason. */
export function caseOfCurves(load: Curve, pv?: Curve): CaseOfCurve | NoCase {
  if (!load.values.import && !load.values.demand) return "no_load";
  if (pv && !pv.values.pv) return "no_pv";
  const period = lastYear(load);
  if (!period) return "no_year";
  const production = pv ? productionOn(period, pv) : within(period, load, "pv");
  if (pv && !production) return "no_pv";
  return {
    start_date: new Date(period.start).toISOString().slice(0, "YYYY-MM-DD".length),
    time_step_duration: period.stepMs / HOUR_MS,
    series: { ...loadOn(period, load), ...(production && { pv_kwh: production }) },
  };
}

/** What the meter lets through is net of the plant; without any export it is the demand. */
function loadOn(period: Period, load: Curve): CaseOfCurve["series"] {
  const demand = within(period, load, "demand");
  if (demand) return { demand_kwh: demand };
  const imports = within(period, load, "import")!;
  const exports = within(period, load, "export");
  if (!exports?.some((kwh) => kwh > 0)) return { demand_kwh: imports };
  return { net_kwh: imports.map((kwh, t) => kwh - exports[t]!) };
}

function lastYear(load: Curve): Period | undefined {
  const stepMs = load.step_minutes * MINUTE_MS;
  const last = localDate(Date.parse(load.end));
  const date = new Date(last);
  const monthsEnd = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
  for (const end of [monthsEnd, last]) {
    const day = new Date(end);
    const start = Date.UTC(day.getUTCFullYear() - 1, day.getUTCMonth(), day.getUTCDate());
    if (midnightMs(start) >= Date.parse(load.first)) return { start, end, stepMs };
  }
  return undefined;
}

const instantsOf = ({ start, end, stepMs }: Period): number[] => {
  const from = midnightMs(start);
  return Array.from({ length: (midnightMs(end) - from) / stepMs }, (_, t) => from + t * stepMs);
};

function within(period: Period, curve: Curve, series: SeriesName): number[] | undefined {
  const values = curve.values[series];
  if (!values) return undefined;
  const first = Date.parse(curve.first);
  return instantsOf(period).map((at) => values[(at - first) / period.stepMs]!);
}

/** A production on the dates of the load, else on the same month and day of its own year: the sun knows no weekday. */
function productionOn(period: Period, pv: Curve): number[] | undefined {
  const values = pv.values.pv!;
  const first = Date.parse(pv.first);
  const ownMs = pv.step_minutes * MINUTE_MS;
  const energyAt = (at: number): number => {
    const to = (at + period.stepMs - first) / ownMs;
    const from = (at - first) / ownMs;
    if (Math.floor(to) > Math.floor(from) && Number.isInteger(from))
      return values.subarray(from, to).reduce((sum, kwh) => sum + kwh, 0);
    return (values[Math.floor(from)] ?? Number.NaN) * (period.stepMs / ownMs);
  };
  const instants = instantsOf(period);
  const isCovered = (at: number): boolean => at >= first && at + period.stepMs <= Date.parse(pv.end);
  const energies = instants.map((at) => energyAt(isCovered(at) ? at : sameDayWithin(at, pv)));
  return energies.some(Number.isNaN) ? undefined : energies;
}

/** The same month, day and time by the sun in the years of another curve; 29 February is its 28th. */
function sameDayWithin(at: number, pv: Curve): number {
  const date = new Date(at);
  const [first, end] = [Date.parse(pv.first), Date.parse(pv.end)];
  for (let year = new Date(first).getUTCFullYear(); year <= new Date(end).getUTCFullYear(); year++) {
    const lastOfMonth = new Date(Date.UTC(year, date.getUTCMonth() + 1, 0)).getUTCDate();
    const day = Date.UTC(year, date.getUTCMonth(), Math.min(date.getUTCDate(), lastOfMonth));
    const same = day + (at % DAY_MS);
    if (same >= first && same < end) return same;
  }
  return Number.NaN;
}
