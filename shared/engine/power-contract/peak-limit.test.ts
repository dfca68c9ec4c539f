import { expect, test } from "vitest";
import { groupsOf } from "./excess.ts";
import { accessRightEur, keepingPeak } from "./peak-limit.ts";
import { PRICES_6_1TD, steelYear } from "./steel-year.fixture.ts";

const { timeline, problem } = steelYear(250, 500, "2024-01-31");
const groups = groupsOf(timeline);
const powerCase = { problem, groups, terms: { prices: PRICES_6_1TD } };
const contractedKw = [300, 300, 300, 300, 300, 800];
/** The import limits, kWh, that the steps of a period have. */
const limitsOf = (period: number, limited: ReturnType<typeof keepingPeak>) =>
  new Set(limited.problem.importLimitKwh.filter((_, t) => timeline.tariffPeriod[t] === period));

test("import keeps within the contracted power of each period, or the site's own peak where that is higher", () => {
  const kept = keepingPeak(powerCase, problem.demandKwh, contractedKw);
  const peakKwh = Math.max(...problem.demandKwh.filter((_, t) => timeline.tariffPeriod[t] === 1));
  expect(peakKwh).toBeGreaterThan(75);
  expect(limitsOf(1, kept)).toEqual(new Set([peakKwh]));
  expect(limitsOf(6, kept)).toEqual(new Set([200]));
});

test("power that is allowed to grow in P6 is contracted, and no other period grows", () => {
  const grown = keepingPeak(powerCase, problem.demandKwh, contractedKw, 900);
  expect(limitsOf(6, grown)).toEqual(new Set([225]));
  expect(grown.terms.keepP6Kw).toBe(900);
  expect(limitsOf(1, grown)).toEqual(limitsOf(1, keepingPeak(powerCase, problem.demandKwh, contractedKw)));
});

test("an access right is due once for power above the highest ever contracted", () => {
  expect(accessRightEur([300, 300, 300, 300, 300, 850], 800)).toBe(850);
  expect(accessRightEur([300, 300, 300, 300, 300, 700], 800)).toBe(0);
});

test("the site's physical limit stays above all", () => {
  const limited = { ...powerCase, problem: { ...problem, importLimitKwh: problem.importLimitKwh.map(() => 170) } };
  const { importLimitKwh } = keepingPeak(limited, problem.demandKwh, contractedKw, 900).problem;
  expect(Math.max(...importLimitKwh)).toBe(170);
});
