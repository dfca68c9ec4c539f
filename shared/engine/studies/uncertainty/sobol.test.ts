import { describe, expect, test } from "vitest";
import { DIMENSIONS, hashedUniform, scrambledSobol, sobolBits } from "./sobol.ts";

const DIMENSION_LIST = Array.from({ length: DIMENSIONS }, (_, dimension) => dimension);
const SEEDS = [0, 1, 7, 123_456_789];

/** Mean square star discrepancy of a set of points of the unit square (Warnock's formula). */
function discrepancy(points: readonly (readonly [number, number])[]): number {
  const n = points.length;
  let single = 0;
  let pairs = 0;
  for (const [x, y] of points) {
    single += (1 - x * x) * (1 - y * y);
    for (const [u, v] of points) pairs += (1 - Math.max(x, u)) * (1 - Math.max(y, v));
  }
  return Math.sqrt(1 / 9 - single / (2 * n) + pairs / (n * n));
}

describe("Sobol points", () => {
  test("Sobol points begin, in the order of the Gray code, as Joe and Kuo's do", () => {
    const published = [
      [0, 0, 0],
      [0.5, 0.5, 0.5],
      [0.75, 0.25, 0.25],
      [0.25, 0.75, 0.75],
      [0.375, 0.375, 0.625],
      [0.875, 0.875, 0.125],
      [0.625, 0.125, 0.875],
      [0.125, 0.625, 0.375],
      [0.1875, 0.3125, 0.9375],
      [0.6875, 0.8125, 0.4375],
    ];
    const points = published.map((_, i) => [0, 1, 2].map((dimension) => sobolBits(i ^ (i >> 1), dimension) / 2 ** 32));
    expect(points).toEqual(published);
  });

  test("Sobol points go on as Joe and Kuo's do in the higher dimensions", () => {
    const tenth = [
      0.4375, 0.5625, 0.1875, 0.6875, 0.8125, 0.0625, 0.6875, 0.6875, 0.6875, 0.0625, 0.9375, 0.3125, 0.1875, 0.1875,
    ];
    expect(DIMENSION_LIST.map((dimension) => sobolBits(11 ^ (11 >> 1), dimension) / 2 ** 32)).toEqual(tenth);
  });

  test.each(SEEDS)("Sobol points scrambled with seed %i put one point in each interval of every dimension", (seed) => {
    for (const dimension of DIMENSION_LIST) {
      for (const [first, count] of [
        [0, 64],
        [64, 64],
        [0, 1024],
      ] as const) {
        const intervals = Array.from({ length: count }, (_, i) =>
          Math.floor(count * scrambledSobol(seed, first + i, dimension)),
        );
        expect(new Set(intervals).size).toBe(count);
      }
    }
  });

  test("scrambled Sobol points lie more evenly than random points in every pair of dimensions", () => {
    const count = 300;
    const pairs = DIMENSION_LIST.flatMap((a) => DIMENSION_LIST.slice(a + 1).map((b) => [a, b] as const));
    const of = (draw: (index: number, dimension: number) => number) =>
      pairs.map(([a, b]) => discrepancy(Array.from({ length: count }, (_, i) => [draw(i, a), draw(i, b)] as const)));
    const sobol = of((index, dimension) => scrambledSobol(5, index, dimension));
    const random = of((index, dimension) => hashedUniform(5, index, dimension));
    const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    expect(Math.max(...sobol)).toBeLessThan(mean(random));
    expect(mean(sobol)).toBeLessThan(mean(random) / 3);
  });

  test("scrambled Sobol points differ from seed to seed and stay strictly between 0 and 1", () => {
    const points = SEEDS.map((seed) => Array.from({ length: 2000 }, (_, i) => scrambledSobol(seed, i, 3)));
    expect(new Set(points.map(([first]) => first)).size).toBe(SEEDS.length);
    expect(Math.min(...points.flat())).toBeGreaterThan(0);
    expect(Math.max(...points.flat())).toBeLessThan(1);
  });
});

describe("hashed numbers", () => {
  const N = 20_000;
  const draws = (seed: number, shift: number, stream: number) =>
    Array.from({ length: N }, (_, i) => hashedUniform(seed, i + shift, stream) - 0.5);
  const product = (a: number[], b: number[]) => (12 * a.reduce((sum, value, i) => sum + value * b[i]!, 0)) / N;
  const numbers = draws(3, 0, 0);

  test("hashed numbers are uniform", () => {
    expect(Math.abs(numbers.reduce((sum, value) => sum + value, 0) / N)).toBeLessThan(0.01);
    expect(product(numbers, numbers)).toBeCloseTo(1, 1);
    const deciles = new Array<number>(10).fill(0);
    for (const value of numbers) deciles[Math.floor(10 * (value + 0.5))]!++;
    for (const count of deciles) expect(Math.abs(count / (N / 10) - 1)).toBeLessThan(0.1);
  });

  test.each([
    ["index", 3, 1, 0],
    ["stream", 3, 0, 1],
    ["seed", 4, 0, 0],
  ] as const)("hashed numbers do not follow those of the next %s", (_, seed, shift, stream) => {
    expect(Math.abs(product(numbers, draws(seed, shift, stream)))).toBeLessThan(0.03);
  });
});
