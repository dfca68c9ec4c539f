/** A quadratic response surface: least squares over the terms 1, x_i and x_i x_j of standardised coordinates. */

/** Folds of the cross-validation: each point is predicted by a surface fitted without its fold. */
const FOLDS = 5;

export interface ResponseSurface {
  dimensions: number;
  coefficients: Float64Array;
  /** Share of the variance explained out of sample; null where the values do not vary, or none were left out. */
  r2: number | null;
}

const termCount = (dimensions: number): number => ((dimensions + 1) * (dimensions + 2)) / 2;

/** Least number of points for a surface of so many dimensions; with fewer it would fit noise. */
export const leastPoints = (dimensions: number): number => 3 * termCount(dimensions);

/**
 * Fits a surface to `values` at `points`. The coordinates should be of the order of 1, so that the normal equations are
 * well conditioned.
 * @throws RangeError for fewer than `leastPoints` points.
 */
export function fitSurface(points: readonly (readonly number[])[], values: readonly number[]): ResponseSurface {
  const dimensions = points[0]?.length ?? 0;
  if (points.length < leastPoints(dimensions)) throw new RangeError(`${points.length} points are too few to fit`);
  const size = termCount(dimensions);
  const terms = points.map((point) => fillTerms(point, new Float64Array(size)));
  const folds = Array.from({ length: FOLDS }, () => createEquations(size));
  for (const [i, term] of terms.entries()) addPoint(folds[i % FOLDS]!, term, values[i]!);
  const all = createEquations(size);
  for (const fold of folds) addEquations(all, fold, 1);

  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  let residual = 0;
  let variation = 0;
  for (const [f, fold] of folds.entries()) {
    const others = createEquations(size);
    addEquations(others, all, 1);
    addEquations(others, fold, -1);
    const coefficients = solve(others);
    for (let i = f; i < values.length; i += FOLDS) {
      residual += (values[i]! - product(coefficients, terms[i]!)) ** 2;
      variation += (values[i]! - mean) ** 2;
    }
  }
  const varies = variation > (1e-9 * mean) ** 2 * values.length;
  return { dimensions, coefficients: solve(all), r2: varies ? 1 - residual / variation : null };
}

/**
 * A surface with some of the terms alone, which needs no more points than those.
 * @param powers the kept terms, each as the indices of its coordinates: none, one or two
 */
export function fitTerms(
  points: readonly (readonly number[])[],
  values: readonly number[],
  powers: readonly (readonly number[])[],
): ResponseSurface {
  const dimensions = points[0]!.length;
  const coefficients = new Float64Array(termCount(dimensions));
  const kept = powers.map(placeOf);
  const equations = createEquations(kept.length);
  for (const [i, point] of points.entries()) {
    const terms = fillTerms(point, new Float64Array(coefficients.length));
    addPoint(
      equations,
      Float64Array.from(kept, (place) => terms[place]!),
      values[i]!,
    );
  }
  for (const [i, coefficient] of solve(equations).entries()) coefficients[kept[i]!] = coefficient;
  return { dimensions, coefficients, r2: null };
}

/** Place of a term among those of `fillTerms`. */
function placeOf(coordinates: readonly number[]): number {
  const [high = -1, low = -1] = coordinates.toSorted((a, b) => b - a);
  return high < 0 ? 0 : termCount(high) + low + 1;
}

/** @param scratch reused from call to call, as long as the surface's coefficients */
export function valueAt(
  { coefficients }: Pick<ResponseSurface, "coefficients">,
  point: readonly number[],
  scratch: Float64Array,
): number {
  return product(coefficients, fillTerms(point, scratch));
}

function fillTerms(point: readonly number[], terms: Float64Array): Float64Array {
  let next = 0;
  terms[next++] = 1;
  for (let i = 0; i < point.length; i++) {
    terms[next++] = point[i]!;
    for (let j = 0; j <= i; j++) terms[next++] = point[i]! * point[j]!;
  }
  return terms;
}

function product(coefficients: Float64Array, terms: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < coefficients.length; i++) sum += coefficients[i]! * terms[i]!;
  return sum;
}

/** Normal equations: the lower triangle of the matrix row by row, and the right side. */
interface Equations {
  matrix: Float64Array;
  right: Float64Array;
}

const createEquations = (size: number): Equations => ({
  matrix: new Float64Array(size * size),
  right: new Float64Array(size),
});

function addPoint({ matrix, right }: Equations, terms: Float64Array, value: number): void {
  const size = terms.length;
  for (let i = 0; i < size; i++) {
    right[i]! += terms[i]! * value;
    for (let j = 0; j <= i; j++) matrix[i * size + j]! += terms[i]! * terms[j]!;
  }
}

function addEquations(to: Equations, from: Equations, factor: number): void {
  for (let i = 0; i < to.matrix.length; i++) to.matrix[i]! += factor * from.matrix[i]!;
  for (let i = 0; i < to.right.length; i++) to.right[i]! += factor * from.right[i]!;
}

/** Coefficients of the normal equations by Cholesky's decomposition, in place. */
function solve({ matrix, right }: Equations): Float64Array {
  const size = right.length;
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = matrix[i * size + j]!;
      for (let k = 0; k < j; k++) sum -= matrix[i * size + k]! * matrix[j * size + k]!;
      matrix[i * size + j] = i === j ? Math.sqrt(sum) : sum / matrix[j * size + j]!;
    }
  }
  const solution = Float64Array.from(right);
  for (let i = 0; i < size; i++) {
    for (let k = 0; k < i; k++) solution[i]! -= matrix[i * size + k]! * solution[k]!;
    solution[i]! /= matrix[i * size + i]!;
  }
  for (let i = size - 1; i >= 0; i--) {
    for (let k = i + 1; k < size; k++) solution[i]! -= matrix[k * size + i]! * solution[k]!;
    solution[i]! /= matrix[i * size + i]!;
  }
  return solution;
}
