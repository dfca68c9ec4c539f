export const sumOf = (values: Float64Array | undefined): number => values?.reduce((sum, value) => sum + value, 0) ?? 0;

/** The value below which a share of the values lies, 0.5 the median; NaN of none. */
export function percentile(values: ArrayLike<number>, share: number): number {
  return percentileOfSorted(Float64Array.from(values).sort(), share);
}

export function percentileOfSorted(sorted: ArrayLike<number>, share: number): number {
  const place = share * (sorted.length - 1);
  const below = Math.floor(place);
  const [a = Number.NaN, b = a] = [sorted[below], sorted[below + 1]];
  return a + (place - below) * (b - a);
}
