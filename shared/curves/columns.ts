/** Columns of numbers, written by loops: `from` of typed arrays takes several times as long. */

export function numbersOf(length: number, valueAt: (i: number) => number): Float64Array {
  const column = new Float64Array(length);
  for (let i = 0; i < length; i++) column[i] = valueAt(i);
  return column;
}

export function flagsOf(length: number, flagAt: (i: number) => number): Uint8Array {
  const column = new Uint8Array(length);
  for (let i = 0; i < length; i++) column[i] = flagAt(i);
  return column;
}
