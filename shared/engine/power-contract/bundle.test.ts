import fc from "fast-check";
import { expect, test } from "vitest";
import { type Cut, nextTrial } from "./bundle.ts";

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const cut: fc.Arbitrary<Cut> = fc.record({ value: number(-50, 50), slope: fc.tuple(number(-9, 9), number(-9, 9)) });
const master = fc.record({
  cuts: fc.array(cut, { minLength: 1, maxLength: 8 }),
  centre: fc.tuple(number(0, 10), number(0, 10)),
  stiffness: fc.tuple(number(0.2, 5), number(0.2, 5)),
  leastSum: fc.constantFrom(0, 6),
});

test("no point of a grid is below the trial, distance from the centre included", () => {
  fc.assert(
    fc.property(master, ({ cuts, centre, stiffness, leastSum }) => {
      const height = (point: readonly number[]) =>
        Math.max(...cuts.map(({ value, slope }) => slope.reduce((sum, rise, j) => sum + rise * point[j]!, value))) +
        stiffness.reduce((sum, k, j) => sum + (k / 2) * (point[j]! - centre[j]!) ** 2, 0);
      const trial = nextTrial(cuts, { centre, stiffness }, { coordinates: 2, sum: leastSum });
      expect(Math.min(...trial.point)).toBeGreaterThanOrEqual(0);
      expect(trial.point[0]! + trial.point[1]!).toBeGreaterThanOrEqual(leastSum - 1e-9);
      expect(trial.weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 9);
      let lowest = Infinity;
      for (let x = 0; x <= 20; x++) {
        for (let y = Math.max(0, leastSum - x); y <= 20; y++) lowest = Math.min(lowest, height([x, y]));
      }
      expect(height(trial.point)).toBeLessThanOrEqual(lowest + 1e-4);
    }),
  );
});
