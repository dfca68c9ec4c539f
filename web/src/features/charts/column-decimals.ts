/** Largest value of a column that has two decimals; above it one is enough. */
const FINE = 100;

/** Decimals that all cells of a column share: none for whole figures. Cells without a figure do not count. */
export function columnDecimals(values: readonly unknown[]): number {
  const figures = values.filter((value) => typeof value === "number" && Number.isFinite(value)) as number[];
  if (figures.every(Number.isInteger)) return 0;
  return figures.some((value) => Math.abs(value) >= FINE) ? 1 : 2;
}
