import { coarser, type Grid, type Repairs, seriesOf } from "./grid.ts";
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
