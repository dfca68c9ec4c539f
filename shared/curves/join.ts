import type { SeriesName } from "@ecotrim/contracts/curves/reading";
import { flagsOf, numbersOf } from "./columns.ts";
import { coarser, cut, type Grid, type Repairs, seriesOf } from "./grid.ts";
import { MOST_STEPS } from "./limits.ts";
import { CurveRefusal } from "./refusal.ts";

/** Lays curves of several sources on one grid: the coarsest step, the span of the load. */
export function joined(grids: readonly Grid[], repairs: Repairs): Grid {
  const stepMs = Math.max(...grids.map((grid) => grid.stepMs));
  const same = grids.map((grid) => {
    if (grid.stepMs < stepMs) repairs.add("steps_merged", grid.steps);
    return coarser(grid, stepMs);
  });
  const loads = same.filter(({ values }) => values.import ?? values.demand);
  const spanned = loads.length > 0 ? loads : same;
  const startMs = Math.min(...spanned.map((grid) => grid.startMs));
  const endMs = Math.max(...spanned.map((grid) => grid.startMs + grid.steps * stepMs));
  const steps = (endMs - startMs) / stepMs;
  if (steps > MOST_STEPS) throw new CurveRefusal("too_large");
  const values: Grid["values"] = {};
  const estimated = new Uint8Array(steps);
  for (const grid of same) lay(grid, { startMs, stepMs, steps, values, estimated }, repairs);
  return { startMs, stepMs, steps, values, estimated };
}

function lay(grid: Grid, onto: Grid, repairs: Repairs): void {
  const shift = (grid.startMs - onto.startMs) / grid.stepMs;
  const twice = new Map<number, boolean>();
  for (const [series, from] of seriesOf(grid)) {
    const to = onto.values[series] ?? new Float64Array(onto.steps).fill(Number.NaN);
    onto.values[series] = to;
    from.forEach((value, i) => {
      const t = i + shift;
      if (t < 0 || t >= onto.steps || Number.isNaN(value)) return;
      const before = to[t]!;
      if (!Number.isNaN(before)) twice.set(t, (twice.get(t) ?? true) && before === value);
      if (Number.isNaN(before) || !grid.estimated[i] || onto.estimated[t]) to[t] = value;
    });
  }
  for (const [t, isEqual] of twice)
    repairs.add(isEqual ? "duplicates_identical" : "duplicates_conflicting", 1, onto.startMs + t * onto.stepMs);
  grid.estimated.forEach((flag, i) => {
    const t = i + shift;
    if (flag && t >= 0 && t < onto.steps) onto.estimated[t] = 1;
  });
}

const endOf = ({ startMs, stepMs, steps }: Grid): number => startMs + steps * stepMs;

/** The sum of several supplies, over the time that all have readings of. A step that one of them lacks has none. */
export function added(grids: readonly Grid[], repairs: Repairs): Grid {
  const [first] = grids;
  if (first && grids.length === 1) return first;
  const stepMs = Math.max(...grids.map((grid) => grid.stepMs));
  const same = grids.map((grid) => coarser(grid, stepMs));
  const startMs = Math.max(...same.map((grid) => grid.startMs));
  const steps = (Math.min(...same.map(endOf)) - startMs) / stepMs;
  if (steps <= 0) throw new CurveRefusal("too_short");
  const common = same.map((grid) => {
    const from = (startMs - grid.startMs) / stepMs;
    return cut(grid, from, from + steps);
  });
  repairs.add("supplies_added", grids.length);
  const names = new Set(common.flatMap((grid) => seriesOf(grid).map(([series]) => series)));
  return {
    ...{ startMs, stepMs, steps },
    values: Object.fromEntries(
      [...names].map((series) => [
        series,
        numbersOf(steps, (t) => common.reduce((sum, grid) => sum + energyAt(grid, series, t), 0)),
      ]),
    ),
    estimated: flagsOf(steps, (t) => Number(common.some(({ estimated }) => estimated[t]))),
  };
}

/** Not every supply exports or has a plant, and those that do leave the cells of the night empty. */
function energyAt({ values }: Grid, series: SeriesName, t: number): number {
  const isLoad = series === "import" || series === "demand";
  return isLoad ? (values[series]?.[t] ?? 0) : values[series]?.[t] || 0;
}

/**
 * A curve with the readings of an earlier one where it has none of its own.
 * @throws CurveRefusal where they do not measure the same
 */
export function withEarlier(grid: Grid, earlier: Grid, repairs: Repairs): Grid {
  const namesOf = (one: Grid): string =>
    seriesOf(one)
      .map(([series]) => series)
      .sort()
      .join();
  if (namesOf(grid) !== namesOf(earlier)) throw new CurveRefusal("other_series");
  const stepMs = Math.max(grid.stepMs, earlier.stepMs);
  const [own, before] = [coarser(grid, stepMs), coarser(earlier, stepMs)];
  const endMs = Math.max(endOf(own), endOf(before));
  const startMs = Math.max(Math.min(own.startMs, before.startMs), endMs - MOST_STEPS * stepMs);
  const steps = (endMs - startMs) / stepMs;
  const from = (one: Grid): number => (startMs - one.startMs) / stepMs;
  const [laidOwn, laidBefore] = [own, before].map((one) => cut(one, from(one), from(one) + steps)) as [Grid, Grid];
  const isOwn = (t: number): boolean => seriesOf(laidOwn).some(([, values]) => !Number.isNaN(values[t]!));
  for (let t = 0; t < steps; t++) {
    if (isOwn(t) || seriesOf(laidBefore).some(([, values]) => Number.isNaN(values[t]!))) continue;
    for (const [series, values] of seriesOf(laidOwn)) values[t] = laidBefore.values[series]![t]!;
    laidOwn.estimated[t] = laidBefore.estimated[t]!;
    repairs.add("months_joined", 1, startMs + t * stepMs);
  }
  return laidOwn;
}
