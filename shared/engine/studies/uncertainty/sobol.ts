/**
 * Sobol points with Owen scrambling by hashing, and a counter-based generator. Every number depends on seed and index
 * only, so order and number of threads do not matter.
 */

const BITS = 32;
const UNIT = 2 ** -BITS;

/**
 * Primitive polynomials (degree, inner coefficients as bits) and initial direction numbers of dimensions 2 on; the first
 * is the van der Corput sequence. Source: S. Joe and F. Y. Kuo, "Constructing Sobol sequences with better two-dimensional
 * projections", SIAM J. Sci. Comput. 30 (2008), table new-joe-kuo-6.
 */
const POLYNOMIALS: readonly { degree: number; coefficients: number; initial: readonly number[] }[] = [
  { degree: 1, coefficients: 0, initial: [1] },
  { degree: 2, coefficients: 1, initial: [1, 3] },
  { degree: 3, coefficients: 1, initial: [1, 3, 1] },
  { degree: 3, coefficients: 2, initial: [1, 1, 1] },
  { degree: 4, coefficients: 1, initial: [1, 1, 3, 3] },
  { degree: 4, coefficients: 4, initial: [1, 3, 5, 13] },
  { degree: 5, coefficients: 2, initial: [1, 1, 5, 5, 17] },
  { degree: 5, coefficients: 4, initial: [1, 1, 5, 5, 5] },
  { degree: 5, coefficients: 7, initial: [1, 1, 7, 11, 19] },
  { degree: 5, coefficients: 11, initial: [1, 1, 5, 1, 1] },
  { degree: 5, coefficients: 13, initial: [1, 1, 1, 3, 11] },
  { degree: 5, coefficients: 14, initial: [1, 3, 5, 5, 31] },
  { degree: 6, coefficients: 1, initial: [1, 3, 3, 9, 7, 49] },
];

export const DIMENSIONS = POLYNOMIALS.length + 1;

/** Direction numbers of dimension d at d x BITS, the most significant bit first. */
const DIRECTIONS = new Uint32Array(DIMENSIONS * BITS);
for (let bit = 0; bit < BITS; bit++) DIRECTIONS[bit] = 2 ** (BITS - 1 - bit);
for (const [i, { degree, coefficients, initial }] of POLYNOMIALS.entries()) {
  const numbers = DIRECTIONS.subarray((i + 1) * BITS, (i + 2) * BITS);
  for (let bit = 0; bit < BITS; bit++) {
    if (bit < degree) {
      numbers[bit] = initial[bit]! * 2 ** (BITS - 1 - bit);
      continue;
    }
    let number = numbers[bit - degree]! ^ (numbers[bit - degree]! >>> degree);
    for (let k = 1; k < degree; k++) {
      if ((coefficients >>> (degree - 1 - k)) & 1) number ^= numbers[bit - k]!;
    }
    numbers[bit] = number;
  }
}

/** Coordinate of the Sobol point `index`, not scrambled, as 32 bits after the binary point. */
export function sobolBits(index: number, dimension: number): number {
  let bits = 0;
  for (let bit = 0; bit < BITS && index >>> bit !== 0; bit++) {
    if ((index >>> bit) & 1) bits ^= DIRECTIONS[dimension * BITS + bit]!;
  }
  return bits >>> 0;
}

/** Coordinate of the scrambled Sobol point `index` (0 to 2^32 - 1), strictly between 0 and 1. */
export function scrambledSobol(seed: number, index: number, dimension: number): number {
  return toUnit(owenScramble(sobolBits(index, dimension), hash(seed, dimension)));
}

/** A number strictly between 0 and 1 that depends on seed, index and stream only. */
export function hashedUniform(seed: number, index: number, stream: number): number {
  return toUnit(hash(hash(seed ^ 0x5bd1e995, index), stream));
}

const toUnit = (bits: number): number => (bits + 0.5) * UNIT;

/**
 * Nested uniform scramble: whether a bit is flipped depends on the bits above it. The hash is that of B. Burley,
 * "Practical hash-based Owen scrambling", JCGT 9(4), 2020, with the constants of N. Vegdahl (2021): in reversed bits
 * every operation carries only upwards.
 */
function owenScramble(bits: number, seed: number): number {
  let x = reverseBits(bits);
  x ^= Math.imul(x, 0x3d20adea);
  x = (x + seed) | 0;
  x = Math.imul(x, (seed >>> 16) | 1);
  x ^= Math.imul(x, 0x05526c56);
  x ^= Math.imul(x, 0x53a22864);
  return reverseBits(x);
}

function reverseBits(bits: number): number {
  let x = bits;
  x = ((x >>> 1) & 0x55555555) | ((x & 0x55555555) << 1);
  x = ((x >>> 2) & 0x33333333) | ((x & 0x33333333) << 2);
  x = ((x >>> 4) & 0x0f0f0f0f) | ((x & 0x0f0f0f0f) << 4);
  x = ((x >>> 8) & 0x00ff00ff) | ((x & 0x00ff00ff) << 8);
  return ((x >>> 16) | (x << 16)) >>> 0;
}

/** Mixes two whole numbers into 32 bits (the finaliser of MurmurHash3 over their combination). */
function hash(a: number, b: number): number {
  let x = (Math.imul(a ^ (a >>> 16), 0x9e3779b1) + Math.imul(b + 1, 0x85ebca77)) | 0;
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return (x ^ (x >>> 16)) >>> 0;
}
