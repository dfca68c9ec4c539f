import type { Band, Estimate, Histogram } from "@ecotrim/contracts/simulations/uncertainty";

/** Quantiles with the standard error of each. `values` may hold -Infinity and Infinity, which give null. */
export function bandOf(values: readonly number[]): Band {
  const sorted = Float64Array.from(values).sort();
  return { p10: quantile(sorted, 0.1), p50: quantile(sorted, 0.5), p90: quantile(sorted, 0.9) };
}

/**
 * The standard error is half the distance between the order statistics one binomial deviation to either side. It
 * assumes independent draws, so for scrambled Sobol points it is conservative.
 */
function quantile(sorted: Float64Array, share: number): Estimate {
  const deviation = Math.sqrt((share * (1 - share)) / sorted.length);
  const standardError = (orderStatistic(sorted, share + deviation) - orderStatistic(sorted, share - deviation)) / 2;
  return { value: finite(orderStatistic(sorted, share)), standard_error: finite(standardError) };
}

function orderStatistic(sorted: Float64Array, share: number): number {
  const position = Math.min(Math.max(share, 0), 1) * (sorted.length - 1);
  const index = Math.floor(position);
  const below = sorted[index]!;
  const above = sorted[Math.min(index + 1, sorted.length - 1)]!;
  return below === above ? below : below + (above - below) * (position - index);
}

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);

/** Share of `values` above 0, with a standard error that is positive even where all or none are above. */
export function shareAboveZero(values: readonly number[]): Estimate {
  const count = values.filter((value) => value > 0).length;
  const shrunk = (count + 1) / (values.length + 2);
  return { value: count / values.length, standard_error: Math.sqrt((shrunk * (1 - shrunk)) / values.length) };
}

const MOST_BARS = 30;

/** Bars of a round width (1, 2 or 5 times a power of ten) that hold every value. */
export function histogramOf(values: readonly number[]): Histogram {
  const least = values.reduce((a, b) => Math.min(a, b));
  const greatest = values.reduce((a, b) => Math.max(a, b));
  const width = roundWidth((greatest - least) / MOST_BARS);
  const first = Math.floor(least / width);
  const counts = new Array<number>(Math.floor(greatest / width) - first + 1).fill(0);
  for (const value of values) counts[Math.floor(value / width) - first]!++;
  return { from: first * width, width, counts };
}

/** The least round width that is not below `width`, and not below 1. */
function roundWidth(width: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(width, 1)));
  return [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= width)!;
}
