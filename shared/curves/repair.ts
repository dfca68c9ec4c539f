import type { RepairCode, SeriesName } from "@ecotrim/contracts/curves/reading";
import { localDate, localMs } from "@ecotrim/engine/site/calendar";
import { sunOfHour } from "@ecotrim/engine/site/sun";
import { type Grid, type Repairs, seriesOf } from "./grid.ts";
import { DAY_MS, HOUR_MS } from "./stamps.ts";
import { FAR_WEEKS, remembered, type Typical, typicalOf } from "./typical.ts";

/** Repairs of a curve on its grid, in this order: signs, impossible values, accumulated readings, gaps. */

export interface Repaired {
  grid: Grid;
  /** 1 for a step without a reading of its own. */
  filled: Uint8Array;
}

export interface Known {
  contracted_kw?: number | undefined;
  /** What days without any load are. */
  zeros?: "stopped" | "missing" | undefined;
}

export function repaired(grid: Grid, { contracted_kw, zeros }: Known, repairs: Repairs): Repaired {
  fillSecondary(grid);
  if (zeros === "missing") dropZeros(grid);
  const filled = new Uint8Array(grid.steps);
  const handled = new Uint8Array(grid.steps);
  const typical = typicalOf(grid);
  for (const [series, values] of seriesOf(grid)) {
    if (series === "import" || series === "demand") {
      removeImpossible(grid, values, contracted_kw, typical, handled, repairs);
      spreadAccumulated(grid, values, typical, handled, filled, repairs);
    }
  }
  countGaps(grid, handled, repairs);
  for (const [series, values] of seriesOf(grid)) fillGaps(grid, series, values, typical, filled);
  if (zeros === undefined) flagZeros(grid, repairs);
  keepPeaks(grid, contracted_kw, repairs);
  return { grid, filled };
}

/** Columns of export and production stay empty where there is none, as at night; those of the load do not. */
function fillSecondary({ values, steps }: Grid): void {
  const main = values.import ?? values.demand;
  if (!main) return;
  for (const secondary of [values.export, values.pv]) {
    if (!secondary) continue;
    for (let t = 0; t < steps; t++) if (Number.isNaN(secondary[t]!) && !Number.isNaN(main[t]!)) secondary[t] = 0;
  }
}

/** Height of the sun, radians, below which a plant yields next to nothing: 5 degrees. */
const LOW_SUN = 0.087;
/** The middle of the country, whose sun stands for that of a plant whose place the file does not tell. */
const MIDDLE = "28";

/** A portal of inverters leaves the cells of the night empty: on days with readings these are no production. */
export function fillNights({ startMs, stepMs, steps, values }: Grid): void {
  const { pv } = values;
  if (!pv || values.import || values.demand) return;
  const dayOf = (t: number): number => localDate(startMs + t * stepMs);
  const days = new Set<number>();
  for (let t = 0; t < steps; t++) if (!Number.isNaN(pv[t]!)) days.add(dayOf(t));
  const isDark = remembered((hour: number) =>
    sunOfHour(hour * HOUR_MS, MIDDLE).every(({ height }) => height < LOW_SUN),
  );
  for (let t = 0; t < steps; t++)
    if (Number.isNaN(pv[t]!) && days.has(dayOf(t)) && isDark(Math.floor((startMs + t * stepMs) / HOUR_MS))) pv[t] = 0;
}

/** Share of the energy of exports between these hours of the day from which their sign is proven. */
const SUN_SHARE = 0.9;
const [SUNRISE, SUNSET] = [7, 21];

/**
 * Negative values of a column that is not signed by itself: exports, or what a plant uses at night.
 * @returns false where the sign of a net column contradicts the sun
 */
export function splitSigns(grid: Grid, repairs: Repairs): boolean {
  const { import: imports, export: exports, pv } = grid.values;
  if (pv) zeroNegatives(grid, pv, repairs);
  if (!imports?.some((value) => value < 0)) return true;
  const split = exports ?? imports.map((value) => (Number.isNaN(value) ? Number.NaN : 0));
  let inSun = 0;
  let count = 0;
  imports.forEach((value, t) => {
    if (!(value < 0)) return;
    const at = grid.startMs + t * grid.stepMs;
    const hour = (localMs(at) % DAY_MS) / HOUR_MS;
    count += 1;
    if (hour >= SUNRISE && hour < SUNSET) inSun += 1;
    imports[t] = 0;
    split[t] = (split[t] || 0) - value;
    repairs.add("negative_to_export", 1, at, -value);
  });
  grid.values.export = split;
  return inSun >= SUN_SHARE * count;
}

function zeroNegatives(grid: Grid, pv: Float64Array, repairs: Repairs): void {
  pv.forEach((value, t) => {
    if (!(value < 0)) return;
    repairs.add("negative_zeroed", 1, grid.startMs + t * grid.stepMs, -value);
    pv[t] = 0;
  });
}

const TIMES_CONTRACTED = 5;
const TIMES_P99 = 20;

function removeImpossible(
  grid: Grid,
  values: Float64Array,
  contractedKw: number | undefined,
  typical: Typical,
  handled: Uint8Array,
  repairs: Repairs,
): void {
  const hours = grid.stepMs / HOUR_MS;
  const p99 = values.filter((value) => value > 0).sort();
  const limit = Math.min(
    contractedKw === undefined ? Number.POSITIVE_INFINITY : TIMES_CONTRACTED * contractedKw * hours,
    TIMES_P99 * (p99[Math.floor(0.99 * (p99.length - 1))] ?? Number.POSITIVE_INFINITY),
  );
  values.forEach((value, t) => {
    if (!(value > limit) || isAccumulated(grid, values, typical, t)) return;
    repairs.add("outliers", 1, grid.startMs + t * grid.stepMs, value);
    values[t] = Number.NaN;
    handled[t] = 1;
  });
}

/** Steps missing before a reading from which it may hold their energy. */
const LEAST_MISSING = 2;
/** No meter adds up for longer. */
const LONGEST_SUM_MS = 31 * DAY_MS;
const TOLERANCE = 0.25;

function missingBefore(values: Float64Array, t: number): number {
  let missing = 0;
  while (t - missing - 1 >= 0 && Number.isNaN(values[t - missing - 1]!)) missing += 1;
  return missing;
}

function isAccumulated(grid: Grid, values: Float64Array, typical: Typical, t: number): boolean {
  const missing = missingBefore(values, t);
  if (missing < LEAST_MISSING || missing === t || missing * grid.stepMs > LONGEST_SUM_MS) return false;
  let expected = 0;
  for (let i = t - missing; i <= t; i++) expected += typical.at(values, i);
  return Math.abs(values[t]! - expected) <= TOLERANCE * expected;
}

/** A reading that holds the energy of the gap before it is spread over it, in proportion to the usual. */
function spreadAccumulated(
  grid: Grid,
  values: Float64Array,
  typical: Typical,
  handled: Uint8Array,
  filled: Uint8Array,
  repairs: Repairs,
): void {
  for (let t = 1; t < grid.steps; t++) {
    if (Number.isNaN(values[t]!) || !Number.isNaN(values[t - 1]!) || !isAccumulated(grid, values, typical, t)) continue;
    const missing = missingBefore(values, t);
    const usual = Float64Array.from({ length: missing + 1 }, (_, k) => typical.at(values, t - missing + k));
    const sum = usual.reduce((total, value) => total + value, 0);
    const total = values[t]!;
    usual.forEach((value, k) => {
      const i = t - missing + k;
      values[i] = (total * value) / sum;
      filled[i] = 1;
      handled[i] = 1;
    });
    const at = grid.startMs + t * grid.stepMs;
    repairs.add("accumulated_spread", 1, at, total);
    repairs.add("missing_in_spread", missing, at);
  }
}

/** The longest gap that a straight line fills. */
export const SHORT_MS = 3 * HOUR_MS;

/** Runs of steps that a predicate holds for, as half-open ranges. */
function runsOf(steps: number, isIn: (t: number) => boolean): [from: number, to: number][] {
  const runs: [number, number][] = [];
  for (let t = 0; t < steps; t++) {
    if (!isIn(t)) continue;
    const last = runs.at(-1);
    if (last && last[1] === t) last[1] = t + 1;
    else runs.push([t, t + 1]);
  }
  return runs;
}

function addRun(code: RepairCode, [from, to]: [number, number], { startMs, stepMs }: Grid, repairs: Repairs): void {
  repairs.add(code, to - from, startMs + from * stepMs, 0, startMs + (to - 1) * stepMs);
}

/** A step without a reading in any column counts once. */
function countGaps(grid: Grid, handled: Uint8Array, repairs: Repairs): void {
  const columns = seriesOf(grid).map(([, values]) => values);
  const isMissing = (t: number): boolean => handled[t] === 0 && columns.some((values) => Number.isNaN(values[t]!));
  for (const [from, to] of runsOf(grid.steps, isMissing)) {
    const code = (to - from) * grid.stepMs <= SHORT_MS ? "missing_short" : "missing_long";
    addRun(code, [from, to], grid, repairs);
  }
}

export function fillGaps(
  grid: Grid,
  series: SeriesName,
  values: Float64Array,
  typical: Typical,
  filled: Uint8Array,
): void {
  const source = values.slice();
  const far = (7 * FAR_WEEKS * DAY_MS) / grid.stepMs;
  for (const [from, to] of runsOf(grid.steps, (t) => Number.isNaN(source[t]!))) {
    const isShort = (to - from) * grid.stepMs <= SHORT_MS && from > 0 && to < grid.steps;
    const isNearest = series === "pv" || (!isShort && typical.isStopped(source, from, to));
    for (let t = from; t < to; t++) {
      filled[t] = 1;
      if (isShort) values[t] = onLine(source, from, to, t);
      else if (t - from > far && to - t > far) values[t] = typical.mean(source);
      else values[t] = isNearest ? typical.nearest(source, t) : typical.at(source, t);
    }
  }
}

function onLine(values: Float64Array, from: number, to: number, t: number): number {
  const before = values[from - 1]!;
  const share = (t - from + 1) / (to - from + 1);
  return before + share * (values[to]! - before);
}

const LEAST_ZERO_MS = DAY_MS;

/** Runs of a day and more without any load: a stop, or a meter that was silent. */
export function zeroRuns({
  values,
  steps,
  stepMs,
}: Pick<Grid, "values" | "steps" | "stepMs">): [from: number, to: number][] {
  const load = values.demand ?? values.import;
  const { export: exports } = values;
  const isZero = (t: number): boolean => load?.[t] === 0 && !exports?.[t];
  return runsOf(steps, isZero).filter(([from, to]) => (to - from) * stepMs >= LEAST_ZERO_MS);
}

function dropZeros(grid: Grid): void {
  for (const [from, to] of zeroRuns(grid)) for (const [, values] of seriesOf(grid)) values.fill(Number.NaN, from, to);
}

function flagZeros(grid: Grid, repairs: Repairs): void {
  for (const run of zeroRuns(grid)) addRun("zero_run", run, grid, repairs);
}

function keepPeaks(grid: Grid, contractedKw: number | undefined, repairs: Repairs): void {
  const { import: imports } = grid.values;
  if (!imports || contractedKw === undefined) return;
  const limit = (contractedKw * grid.stepMs) / HOUR_MS;
  imports.forEach((value, t) => {
    if (value > limit) repairs.add("peaks_kept", 1, grid.startMs + t * grid.stepMs, value - limit);
  });
}

const LEAST_CUT_MS = 3 * DAY_MS;

/** Steps at the ends without readings, and zeros of days not yet published, lie outside the curve. */
export function boundsOf(grid: Grid, repairs: Repairs): [from: number, to: number] {
  const columns = seriesOf(grid).map(([, values]) => values);
  const isEmpty = (t: number): boolean => columns.every((values) => Number.isNaN(values[t]!));
  const load = grid.values.import ?? grid.values.demand;
  const isZero = (t: number): boolean => load !== undefined && !load[t] && !grid.values.export?.[t];
  let from = 0;
  let to = grid.steps;
  while (from < to && isEmpty(from)) from += 1;
  while (to > from && isEmpty(to - 1)) to -= 1;
  let zerosTo = from;
  let zerosFrom = to;
  while (zerosTo < to && isZero(zerosTo)) zerosTo += 1;
  while (zerosFrom > zerosTo && isZero(zerosFrom - 1)) zerosFrom -= 1;
  const cutSteps = LEAST_CUT_MS / grid.stepMs;
  if (zerosTo - from >= cutSteps && zerosTo < to) {
    addRun("zeros_cut", [from, zerosTo], grid, repairs);
    from = zerosTo;
  }
  if (to - zerosFrom >= cutSteps && zerosFrom > from) {
    addRun("zeros_cut", [zerosFrom, to], grid, repairs);
    to = zerosFrom;
  }
  return [from, to];
}
