import type {
  CurveClock,
  CurveUnit,
  FormatId,
  NoticeCode,
  SeriesName,
  StampLabel,
} from "@ecotrim/contracts/curves/reading";
import { type Clock, clockOf } from "./clock.ts";
import { flagsOf, numbersOf } from "./columns.ts";
import { changesClock, holdsTwo } from "./daylight.ts";
import { STEPPED_IDS } from "./formats.ts";
import { type Grid, type Repairs, seriesOf } from "./grid.ts";
import { labelOf } from "./label.ts";
import { MOST_STEPS } from "./limits.ts";
import { placed } from "./place.ts";
import type { Readings } from "./readings.ts";
import { CurveRefusal } from "./refusal.ts";
import { isDailyRegister, isRegister, type Registers, registerSteps } from "./register.ts";
import { DAY_MS, MINUTE_MS } from "./stamps.ts";
import { clockMinutes, stepsOf } from "./step.ts";
import {
  annualKwh,
  chooseUnit,
  ENERGY_UNITS,
  isPower,
  type Known,
  kwhOf,
  type Magnitude,
  type UnitChoice,
} from "./units.ts";

export interface GroupAnswers extends Known {
  unit?: CurveUnit | undefined;
  clock?: CurveClock | undefined;
  label?: "start" | "end" | undefined;
}

/** Tables of one source, read as one. */
export interface GroupReading {
  format: FormatId;
  grid: Grid;
  label: StampLabel;
  isLabelCertain: boolean;
  clock: Clock;
  unit: UnitChoice;
  /** kWh a year in each unit that is offered where it is asked. */
  annualByUnit: number[];
  /** Hours of October that came once. */
  repeated: RepeatedHour[];
  notices: NoticeCode[];
}

export interface RepeatedHour {
  at: number;
  /** It held the energy of both; else the second has no reading. */
  isHalved: boolean;
}

/** Columns of a table with the instants they are placed at, in order of time. */
interface Row {
  at: number;
  part: number;
  row: number;
}

export function readGroup(parts: readonly Readings[], answers: GroupAnswers, repairs: Repairs): GroupReading {
  const { native, target, finest } = stepsOf(parts);
  const format = STEPPED_IDS[parts[0]!.format.id]?.[native < 60 ? 1 : 0] ?? parts[0]!.format.id;
  const found = answers.label ? { label: answers.label, isCertain: true } : labelOf(parts, native);
  const lead = leadOf(found.label, native);
  const clock = clockOf(parts, native, lead, answers.clock);
  const registers = registersOf(parts);
  const hasRegister = registers.whole.length + registers.daily.length > 0;
  const places = parts.map((part) => placed(part, native, hasRegister ? 0 : lead, clock.clock));
  const isOrdinal = places.some((one) => one.isOrdinal);

  countUnplaced(parts, places, repairs);
  const onGrid = rowsOnGrid(
    places.map(({ starts }) => starts),
    finest * MINUTE_MS,
    repairs,
  );
  let rows = withoutDuplicates(onGrid, parts, repairs);
  let columns = columnsOf(parts, rows);
  if (hasRegister) {
    const differences = registerSteps(
      rows.map(({ at }) => at),
      columns,
      registers,
      finest * MINUTE_MS,
      repairs,
    );
    columns = differences.columns;
    rows = differences.starts.map((at, i) => ({ ...rows[i + 1]!, at }));
  }
  if (rows.length === 0) throw new CurveRefusal("not_a_curve", { format });
  const stepMs = target * MINUTE_MS;
  const durations = durationsOf(rows, finest * MINUTE_MS, stepMs);
  const { units, main, annualByUnit } = unitsOf(parts, columns, durations, answers);
  const energies = Object.fromEntries(
    Object.entries(columns).map(([series, values]) => [
      series,
      values.map((value, i) => kwhOf(value, units[series as SeriesName]!.unit, durations[i]! / 60 / MINUTE_MS)),
    ]),
  );
  const merged = durations.filter((duration) => duration < stepMs).length;
  repairs.add("steps_merged", merged, undefined);
  const estimated = flagsOf(rows.length, (i) => parts[rows[i]!.part]!.estimated[rows[i]!.row]!);
  const grid = merge(rows, durations, energies, estimated, stepMs);
  const repeated = clock.clock === "local" && !hasRegister ? completeRepeatedHours(grid) : [];
  return {
    format,
    grid,
    label: isOrdinal ? "ordinal" : found.label,
    isLabelCertain: isOrdinal || found.isCertain,
    clock,
    unit: main,
    annualByUnit,
    repeated,
    notices: noticesOf(parts, main, clock, energies),
  };
}

/** Minutes from the beginning of a step to its stamp. */
function leadOf(label: StampLabel, step: number): number {
  if (label === "hour_end_minute_start") return 60;
  return label === "end" ? step : 0;
}

function registersOf(parts: readonly Readings[]): Registers {
  const names = Object.keys(parts[0]!.values) as SeriesName[];
  const inAll = (is: (part: Readings, values: Float64Array) => boolean): SeriesName[] =>
    names.filter((series) => parts.every((part) => part.values[series] && is(part, part.values[series])));
  const dayOf = (part: Readings) => (i: number) => Math.floor((clockMinutes(part, i) * MINUTE_MS) / DAY_MS);
  return {
    whole: inAll((_, values) => isRegister(values)),
    daily: inAll((part, values) => isDailyRegister(values, dayOf(part))),
  };
}

function countUnplaced(
  parts: readonly Readings[],
  places: readonly ReturnType<typeof placed>[],
  repairs: Repairs,
): void {
  places.forEach(({ nonexistent }, k) => {
    repairs.add("nonexistent_hour_rows", nonexistent.length);
    const { count } = parts[k]!.totalRows;
    repairs.add("total_rows", count);
  });
}

/** Share of rows from which a common distance to the grid is the source's way of stamping. */
const COMMON = 0.95;

/** Rows in order of time; those between the steps are left out. */
function rowsOnGrid(starts: readonly Float64Array[], stepMs: number, repairs: Repairs): Row[] {
  const rows: Row[] = [];
  const remainders = new Map<number, number>();
  starts.forEach((instants, part) => {
    instants.forEach((at, row) => {
      if (Number.isNaN(at)) return;
      const remainder = at % stepMs;
      remainders.set(remainder, (remainders.get(remainder) ?? 0) + 1);
      rows.push({ at, part, row });
    });
  });
  const [common = 0, count = 0] = [...remainders].reduce<number[]>(
    (best, one) => (one[1] > (best[1] ?? 0) ? one : best),
    [],
  );
  const shift = count >= COMMON * rows.length ? common : 0;
  const kept = rows.filter(({ at }) => (at - shift) % stepMs === 0);
  for (const one of kept) one.at -= shift;
  repairs.add("off_grid_rows", rows.length - kept.length);
  const isSorted = kept.every(({ at }, i) => i === 0 || kept[i - 1]!.at <= at);
  return isSorted ? kept : kept.sort((a, b) => a.at - b.at || a.part - b.part || a.row - b.row);
}

/** One row an instant: real before estimated, then the later file, then the later row. */
function withoutDuplicates(rows: readonly Row[], parts: readonly Readings[], repairs: Repairs): Row[] {
  const kept: Row[] = [];
  for (const row of rows) {
    const before = kept.at(-1);
    if (before?.at !== row.at) {
      kept.push(row);
      continue;
    }
    const isEqual = seriesOf(parts[row.part]!).every(([series, values]) =>
      Object.is(values[row.row], parts[before.part]!.values[series]?.[before.row]),
    );
    repairs.add(isEqual ? "duplicates_identical" : "duplicates_conflicting", 1, row.at);
    const isWorse = isEstimated(parts, row) && !isEstimated(parts, before);
    if (!isEqual && !isWorse && hasReading(parts, row)) kept[kept.length - 1] = row;
  }
  return kept;
}

const isEstimated = (parts: readonly Readings[], { part, row }: Row): boolean => parts[part]!.estimated[row] === 1;

const hasReading = (parts: readonly Readings[], { part, row }: Row): boolean =>
  seriesOf(parts[part]!).some(([, values]) => !Number.isNaN(values[row]!));

function columnsOf(parts: readonly Readings[], rows: readonly Row[]): Record<string, Float64Array> {
  const names = new Set(parts.flatMap(({ values }) => Object.keys(values) as SeriesName[]));
  return Object.fromEntries(
    [...names].map((series) => [
      series,
      numbersOf(rows.length, (i) => parts[rows[i]!.part]!.values[series]?.[rows[i]!.row] ?? Number.NaN),
    ]),
  );
}

/** How long each row lasts: until the next, or as its neighbour where a gap follows. */
function durationsOf(rows: readonly Row[], finestMs: number, targetMs: number): Float64Array {
  const durations = new Float64Array(rows.length);
  let before = finestMs;
  for (let i = 0; i < rows.length; i++) {
    const next = i + 1 < rows.length ? rows[i + 1]!.at - rows[i]!.at : before;
    if (next <= targetMs) before = next;
    durations[i] = before;
  }
  return durations;
}

function unitsOf(
  parts: readonly Readings[],
  columns: Record<string, Float64Array>,
  durations: Float64Array,
  answers: GroupAnswers,
): { units: Partial<Record<SeriesName, UnitChoice>>; main: UnitChoice; annualByUnit: number[] } {
  const names = Object.keys(columns) as SeriesName[];
  const said = (series: SeriesName): CurveUnit | undefined =>
    parts.map(({ units }) => units[series] ?? Object.values(units)[0]).find((unit) => unit);
  const units: Partial<Record<SeriesName, UnitChoice>> = {};
  for (const series of names) {
    const isLoad = series === "import" || series === "demand";
    units[series] = answers.unit
      ? { unit: answers.unit, isCertain: true }
      : chooseUnit(said(series), magnitudeOf(columns[series]!, durations), isLoad ? answers : {});
  }
  const first = names.find((series) => series === "import" || series === "demand") ?? names[0]!;
  const main = units[first]!;
  const magnitude = magnitudeOf(columns[first]!, durations);
  // Columns without a word are of the unit of the load beside them.
  for (const series of names) if (units[series]!.isAsked) units[series] = main;
  return { units, main, annualByUnit: ENERGY_UNITS.map((unit) => annualKwh(unit, magnitude)) };
}

function magnitudeOf(values: Float64Array, durations: Float64Array): Magnitude {
  const hoursOf = (i: number): number => durations[i]! / 60 / MINUTE_MS;
  let sum = 0;
  let sumHours = 0;
  let hours = 0;
  values.forEach((value, i) => {
    if (Number.isNaN(value)) return;
    sum += Math.abs(value);
    sumHours += Math.abs(value) * hoursOf(i);
    hours += hoursOf(i);
  });
  const peak = () => percentile(values, 0.999);
  const peakRate = () =>
    percentile(
      values.map((value, i) => value / hoursOf(i)),
      0.999,
    );
  return { sum, sumHours, hours, peak, peakRate };
}

/** A percentile among the numbers of a column. */
function percentile(values: Float64Array, share: number): number {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort();
  return sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
}

/** Rows laid on the grid of the curve; finer ones are added up. */
function merge(
  rows: readonly Row[],
  durations: Float64Array,
  energies: Record<string, Float64Array>,
  estimated: Uint8Array,
  stepMs: number,
): Grid {
  const startMs = Math.floor(rows[0]!.at / stepMs) * stepMs;
  const steps = Math.floor((rows.at(-1)!.at - startMs) / stepMs) + 1;
  if (steps > MOST_STEPS) throw new CurveRefusal("too_large");
  const values: Grid["values"] = {};
  for (const [series, column] of Object.entries(energies)) {
    const sums = new Float64Array(steps);
    const covered = new Float64Array(steps);
    column.forEach((value, i) => {
      if (Number.isNaN(value)) return;
      const t = Math.floor((rows[i]!.at - startMs) / stepMs);
      sums[t]! += value;
      covered[t]! += durations[i]!;
    });
    values[series as SeriesName] = sums.map((sum, t) =>
      2 * covered[t]! >= stepMs ? (sum * stepMs) / covered[t]! : Number.NaN,
    );
  }
  const flags = new Uint8Array(steps);
  estimated.forEach((flag, i) => {
    if (flag) flags[Math.floor((rows[i]!.at - startMs) / stepMs)] = 1;
  });
  return { startMs, stepMs, steps, values, estimated: flags };
}

/** A day of 25 hours with 24 rows: the hour that came once is halved if it holds both. */
function completeRepeatedHours(grid: Grid): RepeatedHour[] {
  const perHour = (60 * MINUTE_MS) / grid.stepMs;
  const found = new Map<number, RepeatedHour>();
  for (let t = perHour; t + 2 * perHour < grid.steps; t++) {
    const at = grid.startMs + t * grid.stepMs;
    if (!isRepeatedHour(at)) continue;
    for (const [, values] of seriesOf(grid)) {
      for (let k = 0; k < perHour; k++) {
        const first = values[t + k]!;
        if (Number.isNaN(first) || !Number.isNaN(values[t + perHour + k]!)) continue;
        const after = values[t + k + 2 * perHour]!;
        const isHalved = holdsTwo(first, values[t + k - perHour]!, after);
        if (isHalved) values[t + k] = first / 2;
        values[t + perHour + k] = isHalved ? first / 2 : (first + after) / 2;
        found.set(at, { at, isHalved });
      }
    }
  }
  return [...found.values()];
}

/** Whether the hour that begins at an instant is the first of the two that the clock shows alike. */
function isRepeatedHour(at: number): boolean {
  return at % DAY_MS === 0 && new Date(at).getUTCMonth() === 9 && changesClock(at);
}

function noticesOf(
  parts: readonly Readings[],
  unit: UnitChoice,
  { clock }: Clock,
  energies: Record<string, Float64Array>,
): NoticeCode[] {
  const notices: NoticeCode[] = [];
  if (clock === "utc") notices.push("clock_utc");
  if (clock === "winter") notices.push("clock_winter");
  if (unit.isByMagnitude) notices.push("unit_by_magnitude");
  if (isPower(unit.unit)) notices.push("power_as_energy");
  if (parts.some((part) => totalDiffers(part, unit.unit, energies))) notices.push("total_differs");
  return notices;
}

/** Part of the total by which the file's own may differ. */
const TOTAL_TOLERANCE = 0.005;

function totalDiffers({ totalRows }: Readings, unit: CurveUnit, energies: Record<string, Float64Array>): boolean {
  const [column] = Object.values(energies);
  const [said] = totalRows.values;
  if (said === undefined || column === undefined) return false;
  const sum = column.reduce((total, value) => total + (Number.isNaN(value) ? 0 : value), 0);
  return Math.abs(kwhOf(said, unit, 1) - sum) > TOTAL_TOLERANCE * sum;
}
