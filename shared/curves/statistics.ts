export function sumOf(values: ArrayLike<number> = []): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i]!;
  return sum;
}

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
