import type { CurveSummary } from "@ecotrim/contracts/curves/curve";
import {
  type SeriesName,
  STEP_FLAGS,
  type StepFlag,
  type TrustLevel,
  type TrustReason,
} from "@ecotrim/contracts/curves/reading";
import { isHoliday } from "@ecotrim/engine/site/calendar";
import { dateOfDay } from "@ecotrim/engine/site/local-dates";
import type { Timeline } from "@ecotrim/engine/site/site";
import { EXTENDED, FILLED } from "./flags.ts";
import { type LevelChange, levelChangeOf } from "./level-change.ts";
import { zeroRuns } from "./repair.ts";
import { HOUR_MS, MINUTE_MS } from "./stamps.ts";
import { percentile, percentileOfSorted, sumOf } from "./statistics.ts";
import { instantOf, timelineOf } from "./timeline.ts";
import { knownDaysOf, measuredShareOf } from "./trust.ts";
import type { YearCurve } from "./year.ts";

/** All that the pictures of a year show, of its load or, without one, of its production. Powers are means in kW. */

export const HOURS = 24;
const WEEK_HOURS = 7 * HOURS;
const MONTHS = 12;
const PERIODS = 6;

export interface Power {
  kw: number;
  /** UTC instant of the step's beginning. */
  at: string;
}

export interface CurveMonth {
  /** 1 to 12 */
  month: number;
  kwh: number;
  /** Energy and the greatest measured power of the periods P1 to P6; power null where the month has none of it. */
  kwh_by_period: number[];
  peak_by_period: (Power | null)[];
  /** Share of steps filled or extended. */
  filled_share: number;
  /** Shares of steps by what their value is; they add up to 1. */
  quality: Record<StepFlag, number>;
}

export interface WeekHour {
  median: number;
  p10: number;
  p90: number;
}

export interface CurveFigures {
  series: SeriesName;
  start: string;
  end: string;
  step_minutes: number;
  totals_kwh: Partial<Record<SeriesName, number>>;
  peak: Power;
  /** Median of the hours from 0 to 5. */
  base_kw: number;
  measured_share: number;
  known_days: number;
  heat: {
    /** Local dates of the rows, YYYY-MM-DD. */
    dates: string[];
    /** A row of 24 hours a day; NaN in the hour that is skipped. */
    kw: Float32Array;
    /** Place in `STEP_FLAGS` of each of these hours: of what is not measured, where part of it is not. */
    flags: Uint8Array;
    max_kw: number;
  };
  /** January to December. */
  months: CurveMonth[];
  /** From Monday 0 h, of weeks that are worked; without holidays and extended days. */
  week: WeekHour[];
  /** Power exceeded during a share of the year, from 0 to 1 in equal parts. */
  duration: number[];
  /** The greatest measured power of P1 to P6. */
  peak_by_period: (Power | null)[];
  /** Runs of a day and more without any load; `to` is the beginning of the last step. */
  zero_runs: { from: string; to: string; hours: number }[];
  level_change: LevelChange | null;
}

/** The series that a year is shown by. */
const mainSeries = ({ values }: Pick<YearCurve, "values">): SeriesName =>
  values.demand ? "demand" : values.import ? "import" : "pv";

export function figuresOf(year: YearCurve): CurveFigures {
  const series = mainSeries(year);
  const kwh = year.values[series]!;
  const timeline = timelineOf(year);
  const heat = heatOf(year, timeline, kwh);
  const months = monthsOf(year, timeline, kwh);
  const byPeriod = Array.from({ length: PERIODS }, (_, p) => greatest(months.map((month) => month.peak_by_period[p]!)));
  const at = (step: number): string => instantOf(year, step);
  return {
    series,
    start: year.start,
    end: year.end,
    step_minutes: year.step_minutes,
    totals_kwh: Object.fromEntries(Object.entries(year.values).map(([name, values]) => [name, sumOf(values)])),
    peak: greatest(byPeriod) ?? peakOf(year, kwh),
    base_kw: baseOf(heat.kw),
    measured_share: measuredShareOf(year),
    known_days: knownDaysOf(year),
    heat,
    months,
    week: weekOf(timeline, heat),
    duration: durationOf(kwh, timeline.stepHours),
    peak_by_period: byPeriod,
    zero_runs: zeroRuns({ ...year, stepMs: year.step_minutes * MINUTE_MS }).map(([from, to]) => ({
      from: at(from),
      to: at(to - 1),
      hours: (to - from) * timeline.stepHours,
    })),
    level_change: levelChangeOf(year.start, timeline.stepHours, kwh),
  };
}

/** The figures that a stored curve is listed by. */
export function summaryOf(
  { series, totals_kwh, peak, base_kw, measured_share }: CurveFigures,
  { level, reasons }: { level: TrustLevel; reasons: TrustReason[] },
): CurveSummary {
  return {
    annual_kwh: totals_kwh[series]!,
    peak_kw: peak.kw,
    peak_at: peak.at,
    base_kw,
    import_kwh: totals_kwh.import ?? 0,
    ...(totals_kwh.export !== undefined && { export_kwh: totals_kwh.export }),
    ...(totals_kwh.pv !== undefined && { pv_kwh: totals_kwh.pv }),
    measured_share,
    trust: level,
    trust_reasons: reasons,
  };
}

const isInvented = (flag: number): boolean => flag === FILLED || flag === EXTENDED;

const greatest = (powers: readonly (Power | null)[]): Power | null =>
  powers.reduce((most, one) => (one && (!most || one.kw > most.kw) ? one : most), null);

/** The greatest power of a year of which nothing is measured. */
function peakOf(year: YearCurve, kwh: Float64Array): Power {
  const step = kwh.indexOf(kwh.reduce((most, value) => Math.max(most, value), 0));
  return { kw: (kwh[step]! * HOUR_MS) / MINUTE_MS / year.step_minutes, at: instantOf(year, step) };
}

function heatOf(year: YearCurve, timeline: Timeline, kwh: Float64Array): CurveFigures["heat"] {
  const { steps, stepHours, day, hour } = timeline;
  const days = day[steps - 1]! + 1;
  const sums = new Float64Array(days * HOURS);
  const counts = new Uint8Array(days * HOURS);
  const flags = new Uint8Array(days * HOURS);
  for (let t = 0; t < steps; t++) {
    const cell = day[t]! * HOURS + hour[t]!;
    sums[cell]! += kwh[t]!;
    counts[cell]! += 1;
    if (!isInvented(flags[cell]!) && year.flags[t]) flags[cell] = year.flags[t]!;
  }
  const kw = new Float32Array(days * HOURS);
  let max_kw = 0;
  for (let cell = 0; cell < kw.length; cell++) {
    kw[cell] = counts[cell] === 0 ? Number.NaN : sums[cell]! / counts[cell]! / stepHours;
    if (kw[cell]! > max_kw) max_kw = kw[cell]!;
  }
  const dates = Array.from({ length: days }, (_, i) => dateOfDay(timeline, i).toISOString().slice(0, 10));
  return { dates, kw, flags, max_kw };
}

function monthsOf(year: YearCurve, timeline: Timeline, kwh: Float64Array): CurveMonth[] {
  const { steps, stepHours, month, tariffPeriod } = timeline;
  const energies = new Float64Array(MONTHS * PERIODS);
  const peaks = new Int32Array(MONTHS * PERIODS).fill(-1);
  const flags = new Float64Array(MONTHS * STEP_FLAGS.length);
  for (let t = 0; t < steps; t++) {
    const m = month[t]! - 1;
    const cell = m * PERIODS + tariffPeriod[t]! - 1;
    energies[cell]! += kwh[t]!;
    flags[m * STEP_FLAGS.length + year.flags[t]!]! += 1;
    if (isInvented(year.flags[t]!)) continue;
    if (peaks[cell]! < 0 || kwh[t]! > kwh[peaks[cell]!]!) peaks[cell] = t;
  }
  return Array.from({ length: MONTHS }, (_, m) => {
    const ofMonth = flags.subarray(m * STEP_FLAGS.length, (m + 1) * STEP_FLAGS.length);
    const shares = ofMonth.map((count) => count / sumOf(ofMonth));
    const kwhByPeriod = energies.subarray(m * PERIODS, (m + 1) * PERIODS);
    return {
      month: m + 1,
      kwh: sumOf(kwhByPeriod),
      kwh_by_period: Array.from(kwhByPeriod),
      peak_by_period: Array.from(peaks.subarray(m * PERIODS, (m + 1) * PERIODS), (step) =>
        step < 0 ? null : { kw: kwh[step]! / stepHours, at: instantOf(year, step) },
      ),
      filled_share: shares[FILLED]! + shares[EXTENDED]!,
      quality: Object.fromEntries(STEP_FLAGS.map((flag, i) => [flag, shares[i]!])) as Record<StepFlag, number>,
    };
  });
}

const NIGHT_HOURS = 5;

const baseOf = (kw: Float32Array): number =>
  percentile(
    kw.filter((value, cell) => cell % HOURS < NIGHT_HOURS && !Number.isNaN(value)),
    0.5,
  );

/** Share of the usual energy of a week below which it is not worked. */
const STOPPED = 0.6;

function weekOf(timeline: Timeline, { kw, flags, dates }: CurveFigures["heat"]): WeekHour[] {
  const energies = dates.map((_, day) =>
    kw.subarray(day * HOURS, (day + 1) * HOURS).reduce((sum, value) => sum + (Number.isNaN(value) ? 0 : value), 0),
  );
  const around = energies.map((_, day) => sumOf(energies.slice(Math.max(0, day - 3), day + 4)));
  const least = STOPPED * percentile(around, 0.5);
  const cells: number[][] = Array.from({ length: WEEK_HOURS }, () => []);
  dates.forEach((_, day) => {
    const date = dateOfDay(timeline, day);
    if (isHoliday(date.getTime()) || around[day]! < least) return;
    const monday = (date.getUTCDay() + 6) % 7;
    for (let hour = 0; hour < HOURS; hour++) {
      const cell = day * HOURS + hour;
      if (flags[cell] !== EXTENDED && !Number.isNaN(kw[cell]!)) cells[monday * HOURS + hour]!.push(kw[cell]!);
    }
  });
  return cells.map((values) => {
    const sorted = Float64Array.from(values).sort();
    const at = (share: number): number => percentileOfSorted(sorted, share);
    return { p10: at(0.1), median: at(0.5), p90: at(0.9) };
  });
}

const DURATION_PARTS = 200;

function durationOf(kwh: Float64Array, stepHours: number): number[] {
  const rising = kwh.slice().sort();
  return Array.from(
    { length: DURATION_PARTS + 1 },
    (_, i) => percentileOfSorted(rising, 1 - i / DURATION_PARTS) / stepHours,
  );
}
