import { expect, test } from "vitest";
import { distinctSizes, emptyCellsNote, sizeRows } from "./size-map.ts";

const point = (capacity_kwh: number, power_kw: number) => ({
  ...{ capacity_kwh, power_kw, capex_eur: 1, saving_eur: 1, npv_eur: 1, break_even_capex_eur: 1 },
});
const map = (powers: number[][]) => ({
  capacities_kwh: [100, 200],
  c_ratings: [0.25, 0.33, 0.5],
  points: powers.flatMap((row, index) => row.map((power) => point(100 * (index + 1), power))),
});

test("a battery that several ratings round to stands in the first of its cells and counts once", () => {
  const repeated = map([
    [50, 50, 50],
    [50, 50, 100],
  ]);
  expect(sizeRows(repeated).map((row) => row.map((size) => size?.power_kw ?? null))).toEqual([
    [50, null, null],
    [50, null, 100],
  ]);
  expect(distinctSizes(repeated)).toHaveLength(3);
  expect(emptyCellsNote(repeated)).not.toBe("");
});

test("a map without repeated batteries has no empty cells", () => {
  const distinct = map([
    [25, 30, 50],
    [50, 60, 100],
  ]);
  expect(distinctSizes(distinct)).toHaveLength(6);
  expect(emptyCellsNote(distinct)).toBe("");
});
