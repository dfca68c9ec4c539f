import { formatNumber } from "@ecotrim/contracts/numbers";

/** Maps values to positions on the page. */
export type Scale = (value: number) => number;

export const linear =
  ([from, to]: readonly [number, number], [start, end]: readonly [number, number]): Scale =>
  (value) =>
    start + ((value - from) / (to - from)) * (end - start);

export interface Axis {
  from: number;
  to: number;
  ticks: number[];
  /** Formatted tick labels. */
  labels: string[];
}

const STEPS = [1, 2, 2.5, 5, 10];

/** Round ticks around the values, with 0 among them if `withZero`. */
export function axisFor(values: readonly number[], { count = 5, withZero = true } = {}): Axis {
  const all = withZero ? [0, ...values] : values;
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const span = most - least || Math.abs(most) || 1;
  const magnitude = 10 ** Math.floor(Math.log10(span / count));
  const step = magnitude * STEPS.find((factor) => factor * magnitude >= span / count)!;
  const from = Math.floor(least / step) * step;
  const steps = Math.max(1, Math.ceil((most - from) / step - 1e-9));
  const ticks = Array.from({ length: steps + 1 }, (_, index) => from + index * step);
  const decimals = Math.max(0, Math.min(3, -Math.floor(Math.log10(step) + 1e-9) + (step / magnitude === 2.5 ? 1 : 0)));
  return {
    from,
    to: ticks.at(-1)!,
    ticks,
    // A tick within rounding of 0.
    labels: ticks.map((tick) => formatNumber(Math.abs(tick) < step / 1e6 ? 0 : tick, { decimals })),
  };
}
