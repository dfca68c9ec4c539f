import { expect, test } from "vitest";
import { byMonths, HOURS, heatPixels } from "./heat-pixels.ts";

const grid = (columns: number, kwOf: (column: number, hour: number) => number) => ({
  columns,
  kw: Float32Array.from({ length: columns * HOURS }, (_, i) => kwOf(Math.floor(i / HOURS), i % HOURS)),
  filled: new Uint8Array(columns * HOURS),
});
/** Lightness of a pixel, 0 to 255. */
const lightness = (pixels: Uint8ClampedArray, at: number): number =>
  0.3 * pixels[4 * at]! + 0.6 * pixels[4 * at + 1]! + 0.1 * pixels[4 * at + 2]!;

test("the more power an hour has, the darker its pixel", () => {
  const pixels = heatPixels(
    grid(1, (_, hour) => hour),
    HOURS - 1,
    1,
    HOURS,
  );
  const shades = Array.from({ length: HOURS }, (_, hour) => lightness(pixels, hour));
  expect(shades).toEqual([...shades].sort((a, b) => b - a));
  expect(new Set(shades).size).toBe(HOURS);
});

test("what was not measured is striped, and the hour that the clock skips is white", () => {
  const days = grid(2, (day, hour) => (day === 1 && hour === 2 ? Number.NaN : 5));
  days.filled[0] = 1;
  const width = 24;
  const pixels = heatPixels(days, 10, width, HOURS);
  const row = Array.from({ length: width / 2 }, (_, x) => lightness(pixels, x));
  expect(new Set(row).size).toBe(2);
  expect(lightness(pixels, 2 * width + width - 1)).toBeCloseTo(255, 5);
});

test("a month shows the mean of its days, and is striped where most of it is not measured", () => {
  const dates = ["2025-01-30", "2025-01-31", "2025-02-01"];
  const days = grid(3, (day) => [10, 20, 60][day]!);
  days.filled[0] = 1;
  days.filled[2 * HOURS] = 1;
  const months = byMonths(days, dates);
  expect(months).toMatchObject({ columns: 2, firstDays: [0, 2] });
  expect([months.kw[0], months.kw[HOURS]]).toEqual([15, 60]);
  expect([months.filled[0], months.filled[HOURS]]).toEqual([0, 1]);
});
