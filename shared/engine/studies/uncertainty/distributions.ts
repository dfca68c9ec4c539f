/** Inverse distribution functions: a uniform number strictly between 0 and 1 in, a draw out. */

const CENTRE_NUMERATOR = [
  -39.69683028665376, 220.9460984245205, -275.9285104469687, 138.357751867269, -30.66479806614716, 2.506628277459239,
];
const CENTRE_DENOMINATOR = [
  -54.47609879822406, 161.5858368580409, -155.6989798598866, 66.80131188771972, -13.28068155288572, 1,
];
const TAIL_NUMERATOR = [
  -0.007784894002430293, -0.3223964580411365, -2.400758277161838, -2.549732539343734, 4.374664141464968,
  2.938163982698783,
];
const TAIL_DENOMINATOR = [0.007784695709041462, 0.3224671290700398, 2.445134137142996, 3.754408661907416, 1];
const TAIL = 0.02425;

/** Standard normal; relative error below 1.2e-9 (P. J. Acklam's rational approximation). */
export function normal(u: number): number {
  if (u > 1 - TAIL) return -normal(1 - u);
  if (u < TAIL) {
    const q = Math.sqrt(-2 * Math.log(u));
    return polynomial(TAIL_NUMERATOR, q) / polynomial(TAIL_DENOMINATOR, q);
  }
  const q = u - 0.5;
  return (q * polynomial(CENTRE_NUMERATOR, q * q)) / polynomial(CENTRE_DENOMINATOR, q * q);
}

const polynomial = (coefficients: readonly number[], x: number): number =>
  coefficients.reduce((value, coefficient) => value * x + coefficient, 0);

export const uniform = (u: number, least: number, greatest: number): number => least + (greatest - least) * u;

export function triangular(u: number, least: number, mode: number, greatest: number): number {
  const below = (mode - least) / (greatest - least);
  return u < below
    ? least + Math.sqrt(u * (greatest - least) * (mode - least))
    : greatest - Math.sqrt((1 - u) * (greatest - least) * (greatest - mode));
}

/** The second of two standard normal numbers with a given correlation, from two independent ones. */
export const correlated = (first: number, other: number, correlation: number): number =>
  correlation * first + Math.sqrt(1 - correlation ** 2) * other;
