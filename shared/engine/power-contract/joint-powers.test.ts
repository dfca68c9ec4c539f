import { expect, test } from "vitest";
import { FULL } from "../../../tests/support/full.ts";
import { dispatchWithoutBattery } from "../dispatch/no-battery.ts";
import { bestPowers, type PowerTerms } from "./best-powers.ts";
import { groupsOf, type PowerPrices } from "./excess.ts";
import { jointPowers } from "./joint-powers.ts";
import { limitsKeepingPeak } from "./peak-limit.ts";
import { PRICES_6_1TD, steelYear } from "./steel-year.fixture.ts";
import { lastOf } from "./steps.ts";

/** The prices for some months of the year. */
const pricesOf = (months: number, prices: PowerPrices = PRICES_6_1TD): PowerPrices => ({
  ...prices,
  powerEurKw: prices.powerEurKw.map((eur) => (eur * months) / 12),
});

interface Asked {
  kw: number;
  kwh: number;
  lastDay?: string;
  terms: PowerTerms;
}

/** The joint optimum of the steel works with its peak of 628.72 kW contracted, and the bill without battery. */
function solve({ kw, kwh, lastDay, terms }: Asked) {
  const { timeline, problem } = steelYear(kw, kwh, lastDay);
  const groups = groupsOf(timeline);
  const without = bestPowers(groups, problem.demandKwh, terms);
  const { importLimitKwh, demandKwh } = problem;
  const kept = limitsKeepingPeak(importLimitKwh, groups, demandKwh, new Array(6).fill(628.72));
  const powerCase = { problem: { ...problem, importLimitKwh: kept }, groups, terms };
  const steps = jointPowers(powerCase, without);
  const shares: number[] = [];
  let step = steps.next();
  for (; !step.done; step = steps.next()) shares.push(step.value);
  const withoutEur = dispatchWithoutBattery(problem).objectiveEur + without.powerEur + without.excessEur;
  const joint = step.value;
  return { joint, without, shares, withoutEur, savingEur: withoutEur - joint.totalEur, boundEur: joint.boundEur! };
}

const january = (kw: number, kwh: number, terms: Partial<PowerTerms> = {}) =>
  solve({ kw, kwh, lastDay: "2024-01-31", terms: { prices: pricesOf(1), ...terms } });

test("two months cost what an independent solver finds, and not less than the bound", () => {
  const { joint, boundEur, shares } = solve({
    kw: 250,
    kwh: 500,
    lastDay: "2024-02-29",
    terms: { prices: pricesOf(2) },
  });
  expect(Math.abs(joint.totalEur - 29338.3)).toBeLessThan(0.0005 * 29338.3);
  expect(boundEur).toBeLessThanOrEqual(29338.32);
  expect(boundEur).toBeGreaterThan(0.99 * joint.totalEur);
  expect(joint.totalEur).toBeLessThan(joint.quick.totalEur);
  expect(joint.powers.contractedKw).toEqual(joint.powers.contractedKw.toSorted((a, b) => a - b));
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  expect(Math.min(...shares)).toBeGreaterThan(0);
  expect(shares.at(-1)).toBeLessThanOrEqual(1);
});

test("a battery of nothing leaves bill and powers as they are without battery", () => {
  const { joint, without, withoutEur, boundEur } = january(0, 0);
  expect(joint.powers).toEqual(without);
  expect(joint.totalEur).toBeCloseTo(withoutEur, 6);
  expect(boundEur).toBeLessThanOrEqual(joint.totalEur);
});

test("more power or more capacity never saves less, within the proven gap", () => {
  const sizes = [
    [100, 200],
    [200, 200],
    [200, 400],
  ] as const;
  const solved = sizes.map(([kw, kwh]) => january(kw, kwh));
  for (let i = 1; i < solved.length; i++) {
    const [smaller, larger] = [solved[i - 1]!, solved[i]!];
    const gapEur = larger.joint.totalEur - larger.boundEur;
    expect(gapEur).toBeGreaterThanOrEqual(0);
    expect(larger.savingEur).toBeGreaterThanOrEqual(smaller.savingEur - gapEur);
  }
});

test("where excess costs very much there is none", () => {
  const prices = { ...pricesOf(1), excessEurKw: new Array<number>(6).fill(1e4) };
  const { joint, boundEur } = january(150, 300, { prices });
  expect(joint.powers.excessEur).toBe(0);
  expect(boundEur).toBeLessThanOrEqual(joint.totalEur);
});

test("the peak of no period rises above what was contracted", () => {
  const { joint } = january(250, 500);
  expect(4 * Math.max(...joint.schedule.importKwh)).toBeLessThanOrEqual(628.72 + 1e-6);
});

test("a power kept in P6 is contracted and paid", () => {
  const [free, kept] = [january(150, 300), january(150, 300, { keepP6Kw: 600 })];
  expect(kept.joint.powers.contractedKw[5]).toBe(600);
  expect(kept.boundEur).toBeLessThanOrEqual(kept.joint.totalEur);
  expect(kept.joint.totalEur).toBeGreaterThan(free.joint.totalEur);
});

test("with a maximeter powers and dispatch are found together as well, and proven", () => {
  const { timeline, problem } = steelYear(15, 30, "2024-01-31");
  const groups = groupsOf(timeline);
  const small = { ...problem, demandKwh: problem.demandKwh.map((kwh) => 0.08 * kwh) };
  const terms = { prices: pricesOf(1), meter: "maximeter" as const };
  const joint = lastOf(jointPowers({ problem: small, groups, terms }, bestPowers(groups, small.demandKwh, terms)));
  expect(joint.powers.meter).toBe("maximeter");
  expect(joint.totalEur).toBeLessThan(joint.quick.totalEur);
  expect(joint.boundEur).toBeLessThanOrEqual(joint.totalEur);
  expect(joint.boundEur).toBeGreaterThan(0.99 * joint.totalEur);
});

test("prices that are not convex leave the plan without a bound", () => {
  const { timeline, problem } = steelYear(100, 200, "2024-01-07");
  const groups = groupsOf(timeline);
  const concave = { ...problem, sellEurMwh: problem.buyEurMwh.map((price) => price + 1) };
  const terms = { prices: pricesOf(0.2), meter: "quarter_hours" as const };
  const joint = lastOf(jointPowers({ problem: concave, groups, terms }, bestPowers(groups, problem.demandKwh, terms)));
  expect(joint.boundEur).toBeNull();
});

test("the search can be left after any dispatch", () => {
  const { timeline, problem } = steelYear(250, 500, "2024-01-31");
  const groups = groupsOf(timeline);
  const terms = { prices: pricesOf(1) };
  const steps = jointPowers({ problem, groups, terms }, bestPowers(groups, problem.demandKwh, terms));
  expect(steps.next().done).toBe(false);
  expect(steps.return(undefined as never).done).toBe(true);
  expect(steps.next().done).toBe(true);
});

test.runIf(FULL).each([
  [100, 200, 7656],
  [250, 500, 14267],
  [500, 1000, 18804],
])(
  "a year with %d kW and %d kWh saves %d EUR together with the powers, and the bound is within 1 %",
  (kw, kwh, eur) => {
    const { joint, savingEur, boundEur } = solve({ kw, kwh, terms: { prices: PRICES_6_1TD } });
    expect(savingEur).toBeGreaterThan(0.985 * eur);
    expect(boundEur).toBeLessThanOrEqual(joint.totalEur);
    expect(boundEur).toBeGreaterThan(0.99 * joint.totalEur);
  },
);
