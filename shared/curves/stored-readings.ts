import { flagsOf, numbersOf } from "./columns.ts";
import { ESTIMATED, EXTENDED, FILLED } from "./flags.ts";
import { type Grid, seriesOf } from "./grid.ts";
import { MINUTE_MS } from "./stamps.ts";
import type { YearCurve } from "./year.ts";

/** The readings of a stored year: what was filled or extended is none. */
export function readingsOfYear({ start, step_minutes, steps, values, flags }: YearCurve): Grid {
  const isRead = (t: number): boolean => flags[t] !== FILLED && flags[t] !== EXTENDED;
  return {
    ...{ startMs: Date.parse(start), stepMs: step_minutes * MINUTE_MS, steps },
    values: Object.fromEntries(
      seriesOf({ values }).map(([series, kwh]) => [
        series,
        numbersOf(steps, (t) => (isRead(t) ? kwh[t]! : Number.NaN)),
      ]),
    ),
    estimated: flagsOf(steps, (t) => Number(flags[t] === ESTIMATED)),
  };
}
