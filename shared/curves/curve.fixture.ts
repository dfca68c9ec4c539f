import type { SeriesName } from "@ecotrim/contracts/curves/reading";
import { midnightMs } from "@ecotrim/engine/site/calendar";
import type { Curve } from "./read-curve.ts";

/** A curve of whole local days, of the values at instants (ms). */
export function yearCurve(
  start: string,
  end: string,
  valuesAt: Partial<Record<SeriesName, (at: number) => number>>,
  step_minutes = 60,
): Curve {
  const [from, to] = [midnightMs(Date.parse(start)), midnightMs(Date.parse(end))];
  const stepMs = step_minutes * 60_000;
  const steps = (to - from) / stepMs;
  const iso = (ms: number) => new Date(ms).toISOString().replace(".000", "");
  return {
    kind: valuesAt.import || valuesAt.demand ? "load" : "pv",
    first: iso(from),
    last: iso(to - stepMs),
    end: iso(to),
    step_minutes,
    steps,
    values: Object.fromEntries(
      Object.entries(valuesAt).map(([name, valueAt]) => [
        name,
        Float64Array.from({ length: steps }, (_, t) => valueAt(from + t * stepMs)),
      ]),
    ),
    flags: new Uint8Array(steps),
    measured_steps: steps,
    usable: "year",
  };
}
