import { expect, test } from "vitest";
import { buildTimeline } from "../site/calendar.ts";
import { type Groups, groupsOf, type Meter, powerBill, sortImports } from "./excess.ts";
import { PRICES_3_0TD, PRICES_6_1TD } from "./steel-year.fixture.ts";

/** Steps of one group each list, with their power in kW. */
function billOf(lists: { period: number; days: number; kw: number[] }[], stepHours: number, ...rest: Rest) {
  const [prices, meter, contractedKw] = rest;
  const groups: Groups = {
    stepHours,
    ofStep: Uint16Array.from(lists.flatMap(({ kw }, g) => kw.map(() => g))),
    period: Uint8Array.from(lists, ({ period }) => period - 1),
    days: Uint8Array.from(lists, ({ days }) => days),
  };
  const importKwh = Float64Array.from(lists.flatMap(({ kw }) => kw.map((power) => power * stepHours)));
  return powerBill(sortImports(groups, importKwh), groups, prices, meter, contractedKw).excessEur;
}
type Rest = [prices: typeof PRICES_6_1TD, meter: Meter, contractedKw: number[]];

const all = (kw: number) => new Array<number>(6).fill(kw);

test("one quarter-hour 3 kW above the contracted power costs three times the price of its period", () => {
  const june = [{ period: 3, days: 30, kw: [120, 148, 145, 90] }];
  expect(billOf(june, 0.25, PRICES_6_1TD, "quarter_hours", all(145))).toBeCloseTo(2.04, 2);
});

test("the excess of a month is the root of the squared excesses of each period", () => {
  const month = [
    { period: 1, days: 31, kw: [103, 104, 90] },
    { period: 2, days: 31, kw: [112] },
  ];
  const { excessEurKw } = PRICES_6_1TD;
  const expected = 5 * excessEurKw[0]! + 12 * excessEurKw[1]!;
  expect(billOf(month, 0.25, PRICES_6_1TD, "quarter_hours", all(100))).toBeCloseTo(expected, 9);
});

test("a maximeter bills the highest power of each period by the day", () => {
  const march = [
    { period: 2, days: 31, kw: [8, 10, 3] },
    { period: 3, days: 31, kw: [10, 10] },
  ];
  expect(billOf(march, 0.25, PRICES_3_0TD, "maximeter", all(6))).toBeCloseTo(14.79, 2);
});

test("an hour counts as four quarter-hours of the same power", () => {
  const hour = [{ period: 1, days: 31, kw: [110, 105] }];
  const quarters = [{ period: 1, days: 31, kw: [110, 110, 110, 110, 105, 105, 105, 105] }];
  const rest: Rest = [PRICES_6_1TD, "quarter_hours", all(100)];
  expect(billOf(hour, 1, ...rest)).toBeCloseTo(billOf(quarters, 0.25, ...rest), 9);
});

test("each calendar month has groups of its own, with its days whatever the clock does", () => {
  const groups = groupsOf(buildTimeline("2024-03-01", "2025-03-31", 0.25));
  const marches = [...groups.days.keys()].filter((g) => g < 3 || g >= groups.days.length - 3);
  expect(marches.map((g) => groups.days[g])).toEqual([31, 31, 31, 31, 31, 31]);
  expect(groups.period).toHaveLength(13 * 3);
  expect([...new Set(groups.days)].sort()).toEqual([28, 30, 31]);
});
