import { describe, expect, test } from "vitest";
import { normal } from "./distributions.ts";
import { hashedUniform } from "./sobol.ts";
import { bandOf, histogramOf, shareAboveZero } from "./statistics.ts";

const DRAWS = Array.from({ length: 2000 }, (_, i) => normal(hashedUniform(9, i, 0)));

describe("percentiles", () => {
  test("percentiles lie within three standard errors of the distribution's, and the errors are those of theory", () => {
    const band = bandOf(DRAWS);
    for (const [key, share] of [
      ["p10", 0.1],
      ["p50", 0.5],
      ["p90", 0.9],
    ] as const) {
      const expected = normal(share);
      const density = Math.exp((-expected * expected) / 2) / Math.sqrt(2 * Math.PI);
      const theory = Math.sqrt((share * (1 - share)) / DRAWS.length) / density;
      const { value, standard_error } = band[key];
      expect(Math.abs(value! - expected)).toBeLessThan(3 * theory);
      expect(Math.abs(standard_error! / theory - 1)).toBeLessThan(0.25);
    }
  });

  test("percentiles are interpolated between draws and do not depend on their order", () => {
    expect(bandOf([4, 1, 2, 3]).p50.value).toBe(2.5);
    expect(bandOf(DRAWS.toReversed())).toEqual(bandOf(DRAWS));
  });

  test("percentiles are null where the rank belongs to a draw without a figure", () => {
    const { p10, p50, p90 } = bandOf([...new Array<number>(30).fill(-Infinity), ...DRAWS.slice(0, 70)]);
    expect(p10.value).toBeNull();
    expect([p50.value, p90.value]).toEqual([expect.any(Number), expect.any(Number)]);
  });
});

describe("the share above 0", () => {
  test("the share above 0 has an error even where all are above", () => {
    expect(shareAboveZero([1, 2, 3, 4]).value).toBe(1);
    expect(shareAboveZero([1, 2, 3, 4]).standard_error).toBeGreaterThan(0.1);
  });

  test("the share above 0 counts neither 0 nor what is below", () => {
    expect(shareAboveZero([-1, 0, 1, 2]).value).toBe(0.5);
  });
});

describe("histograms", () => {
  test("histograms hold every value in bars of a round width", () => {
    expect(histogramOf([-7, 12, 13, 100])).toEqual({
      from: -10,
      width: 5,
      counts: [1, 0, 0, 0, 2, ...new Array<number>(17).fill(0), 1],
    });
  });

  test("histograms have one bar where all values are the same", () => {
    expect(histogramOf([2000, 2000])).toEqual({ from: 2000, width: 1, counts: [2] });
  });
});
