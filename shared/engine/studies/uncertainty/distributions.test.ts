import { describe, expect, test } from "vitest";
import { correlated, normal, triangular, uniform } from "./distributions.ts";

const N = 20_000;
const GRID = Array.from({ length: N }, (_, i) => (i + 0.5) / N);
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const deviation = (values: number[]) => {
  const centre = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - centre) ** 2)));
};

describe("the normal quantile", () => {
  test.each([
    [0.5, 0],
    [0.975, 1.959963984540054],
    [0.9, 1.2815515655446004],
    [0.01, -2.3263478740408408],
    [1e-9, -5.9978070150076865],
    [0.024, -1.977368428181947],
    [0.0245, -1.9685916691865946],
  ])("the normal quantile of %f is %f", (u, z) => {
    expect(normal(u)).toBeCloseTo(z, 8);
    expect(normal(1 - u)).toBeCloseTo(-z, 6);
  });
});

describe("moments", () => {
  test("the draws of the normal distribution have its moments", () => {
    const values = GRID.map(normal);
    expect(mean(values)).toBeCloseTo(0, 9);
    expect(deviation(values)).toBeCloseTo(1, 3);
  });

  test("the draws of a triangular distribution that leans to one side have its moments", () => {
    const values = GRID.map((u) => triangular(u, 1, 2, 5));
    expect(mean(values)).toBeCloseTo(8 / 3, 5);
    expect(deviation(values)).toBeCloseTo(Math.sqrt((1 + 4 + 25 - 2 - 5 - 10) / 18), 4);
    expect(triangular(0.25, 1, 2, 5)).toBeCloseTo(2, 9);
  });

  test("the draws of a uniform distribution have its moments", () => {
    expect(mean(GRID.map((u) => uniform(u, -1, 4)))).toBeCloseTo(1.5, 9);
    expect(uniform(0.25, -1, 4)).toBe(0.25);
  });

  test("two correlated numbers have their moments", () => {
    const first = GRID.map(normal);
    // A stride coprime to the count walks through the same grid in another order.
    const other = GRID.map((_, i) => normal(GRID[(i * 7919) % N]!));
    const second = first.map((value, i) => correlated(value, other[i]!, 0.2));
    expect(deviation(second)).toBeCloseTo(1, 2);
    expect(mean(first.map((value, i) => value * second[i]!))).toBeCloseTo(0.2, 2);
  });
});
