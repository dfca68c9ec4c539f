import type { Repair } from "@ecotrim/contracts/curves/curve";
import type { RepairCode, SeriesName } from "@ecotrim/contracts/curves/reading";
import { flagsOf, numbersOf } from "./columns.ts";

/** Energies on a regular grid of instants, kWh a step; NaN where no reading is. */
export interface Grid {
  startMs: number;
  stepMs: number;
  steps: number;
  values: Partial<Record<SeriesName, Float64Array>>;
  /** 1 where the source says that it estimated. */
  estimated: Uint8Array;
}

/** Counts of repairs with the energy and the time they touch. */
export class Repairs {
  private readonly found = new Map<RepairCode, { count: number; kwh: number; from: number; to: number }>();

  add(code: RepairCode, count: number, at?: number, kwh = 0, until = at): void {
    if (count === 0) return;
    const before = this.found.get(code) ?? {
      count: 0,
      kwh: 0,
      from: Number.POSITIVE_INFINITY,
      to: Number.NEGATIVE_INFINITY,
    };
    before.count += count;
    before.kwh += kwh;
    if (at !== undefined && until !== undefined) {
      before.from = Math.min(before.from, at);
      before.to = Math.max(before.to, until);
    }
    this.found.set(code, before);
  }

  list(): Repair[] {
    return [...this.found].map(([code, { count, kwh, from, to }]) => ({
      code,
      count,
      ...(kwh !== 0 && { kwh }),
      ...(from <= to && { from: isoInstant(from), to: isoInstant(to) }),
    }));
  }
}

export const isoInstant = (ms: number): string => new Date(ms).toISOString().replace(".000Z", "Z");

export const seriesOf = ({ values }: Pick<Grid, "values">): [SeriesName, Float64Array][] =>
  Object.entries(values) as [SeriesName, Float64Array][];

/** Adds steps up to coarser ones. A coarse step with half of its readings or more is scaled to the whole. */
export function coarser(grid: Grid, stepMs: number): Grid {
  if (stepMs === grid.stepMs) return grid;
  const startMs = Math.floor(grid.startMs / stepMs) * stepMs;
  const endMs = grid.startMs + grid.steps * grid.stepMs;
  const steps = Math.ceil((endMs - startMs) / stepMs);
  const ratio = stepMs / grid.stepMs;
  const indexOf = (i: number): number => Math.floor((grid.startMs + i * grid.stepMs - startMs) / stepMs);
  const values: Grid["values"] = {};
  for (const [series, fine] of seriesOf(grid)) {
    const sums = new Float64Array(steps);
    const counts = new Float64Array(steps);
    fine.forEach((value, i) => {
      if (Number.isNaN(value)) return;
      sums[indexOf(i)]! += value;
      counts[indexOf(i)]! += 1;
    });
    values[series] = sums.map((sum, t) => (2 * counts[t]! >= ratio ? (sum * ratio) / counts[t]! : Number.NaN));
  }
  const estimated = new Uint8Array(steps);
  grid.estimated.forEach((flag, i) => {
    if (flag) estimated[indexOf(i)] = 1;
  });
  return { startMs, stepMs, steps, values, estimated };
}

/** The part of a grid between two steps; both ends may lie beyond it. */
export function cut(grid: Grid, from: number, to: number): Grid {
  const steps = to - from;
  const values: Grid["values"] = {};
  for (const [series, all] of seriesOf(grid)) values[series] = numbersOf(steps, (t) => all[from + t] ?? Number.NaN);
  return {
    startMs: grid.startMs + from * grid.stepMs,
    stepMs: grid.stepMs,
    steps,
    values,
    estimated: flagsOf(steps, (t) => grid.estimated[from + t] ?? 0),
  };
}
