import { describe, expect, test } from "vitest";
import { fitSurface, leastPoints, valueAt } from "./response-surface.ts";
import { hashedUniform } from "./sobol.ts";

const POINTS = Array.from({ length: 200 }, (_, i) => [0, 1, 2].map((d) => 4 * hashedUniform(1, i, d) - 2));
const quadratic = ([x, y, z]: number[]) => 3 - x! + 2 * y! * y! - 0.5 * x! * z! + 4 * z!;

describe("a quadratic response surface", () => {
  test("a quadratic response surface finds a quadratic function and explains all of it out of sample", () => {
    const surface = fitSurface(POINTS, POINTS.map(quadratic));
    expect(surface.r2).toBeCloseTo(1, 9);
    const scratch = new Float64Array(surface.coefficients.length);
    for (const point of [
      [0, 0, 0],
      [1.5, -0.5, 1],
      [-2, 2, -2],
    ]) {
      expect(valueAt(surface, point, scratch)).toBeCloseTo(quadratic(point), 9);
    }
  });

  test("a quadratic response surface explains nothing of noise out of sample, however well it fits it", () => {
    const noise = POINTS.map((_, i) => hashedUniform(2, i, 0));
    expect(fitSurface(POINTS, noise).r2).toBeLessThan(0.1);
    const few = leastPoints(3);
    expect(fitSurface(POINTS.slice(0, few), noise.slice(0, few)).r2).toBeLessThan(0.1);
  });

  test("a quadratic response surface has no share of variance to explain where nothing varies", () => {
    for (const constant of [0, 5, -1e6]) {
      const surface = fitSurface(
        POINTS,
        POINTS.map(() => constant),
      );
      expect(surface.r2).toBeNull();
      expect(valueAt(surface, [1, 1, 1], new Float64Array(surface.coefficients.length))).toBeCloseTo(constant, 5);
    }
  });

  test("a quadratic response surface is refused for fewer points than it needs", () => {
    const few = POINTS.slice(0, leastPoints(3) - 1);
    expect(() => fitSurface(few, few.map(quadratic))).toThrow(RangeError);
  });
});
