import { expect, test } from "vitest";
import { seeded } from "../dispatch/seeded.fixture.ts";
import { bestPowers, type PowerTerms } from "./best-powers.ts";
import { type Groups, groupsOf, type Meter, powerBill, sortImports } from "./excess.ts";
import { PRICES_3_0TD, PRICES_6_1TD, steelYear } from "./steel-year.fixture.ts";

/** Twelve groups of two months, whose imports are of up to `mostKw`. */
function smallCase(seed: number, mostKw: number) {
  const random = seeded(seed);
  const steps = 80;
  const groups: Groups = {
    stepHours: 0.25,
    ofStep: Uint16Array.from({ length: steps }, (_, t) => (t < 12 ? t : Math.floor(12 * random()))),
    period: Uint8Array.from({ length: 12 }, (_, g) => g % 6),
    days: Uint8Array.from({ length: 12 }, (_, g) => (g < 6 ? 31 : 28)),
  };
  const importKwh = Float64Array.from({ length: steps }, () => 0.25 * mostKw * random() ** 3);
  const draw = (most: number) => Array.from({ length: 6 }, () => most * random());
  const prices = { powerEurKw: draw(20), excessEurKw: draw(20), excessEurKwDay: draw(1), leastP6Kw: 0 };
  return { groups, importKwh, prices };
}

/** Every chain of whole powers from 1 to `most` that never falls. */
function* chains(most: number, least = 1, length = 6): Generator<number[]> {
  if (length === 0) {
    yield [];
    return;
  }
  for (let kw = least; kw <= most; kw++) for (const rest of chains(most, kw, length - 1)) yield [kw, ...rest];
}

const SMALL_KW = 7;

test.each<[string, Partial<PowerTerms>, leastP6Kw: number]>([
  ["quarter-hours", { meter: "quarter_hours" }, 0],
  ["a maximeter", { meter: "maximeter" }, 0],
  ["either meter", {}, 0],
  ["a power kept in P6", { meter: "quarter_hours", keepP6Kw: 5.5 }, 0],
  ["a least power in P6", { meter: "maximeter" }, 4.001],
])("the powers are the best of all whole ones with %s", (_, rest, leastP6Kw) => {
  const least = Math.max(leastP6Kw, rest.keepP6Kw ?? 0);
  const meter: Meter = rest.meter ?? "maximeter";
  for (let seed = 0; seed < 40; seed++) {
    const { groups, importKwh, prices } = smallCase(seed, SMALL_KW);
    const sorted = sortImports(groups, importKwh);
    let expected = Infinity;
    for (const chain of chains(SMALL_KW)) {
      if (chain[5]! < Math.floor(least)) continue;
      const powers = chain.with(5, Math.max(chain[5]!, least));
      const { powerEur, excessEur } = powerBill(sorted, groups, prices, meter, powers);
      expected = Math.min(expected, powerEur + excessEur);
    }
    const best = bestPowers(groups, importKwh, { ...rest, prices: { ...prices, leastP6Kw } });
    expect(best.powerEur + best.excessEur, `seed ${seed}`).toBeCloseTo(expected, 9);
    expect(best.contractedKw, `seed ${seed}`).toEqual(best.contractedKw.toSorted((a, b) => a - b));
    expect(best.contractedKw[5]).toBeGreaterThanOrEqual(least);
  }
});

test("the meter is the one with which power and excess cost less, and 50 kW decide which", () => {
  const meters = new Set<Meter>();
  for (let seed = 0; seed < 40; seed++) {
    const { groups, importKwh, prices } = smallCase(seed, 80);
    const costs = (["quarter_hours", "maximeter"] as const).map((meter) => {
      const keepP6Kw = meter === "maximeter" ? 0 : 51;
      const { powerEur, excessEur } = bestPowers(groups, importKwh, { prices, meter, keepP6Kw });
      return powerEur + excessEur;
    });
    const best = bestPowers(groups, importKwh, { prices });
    expect(best.powerEur + best.excessEur, `seed ${seed}`).toBeCloseTo(Math.min(...costs), 9);
    expect(best.contractedKw[5]! > 50).toBe(best.meter === "quarter_hours");
    meters.add(best.meter);
  }
  expect(meters.size).toBe(2);
});

test("a power above 50 kW that is kept in P6 leaves no maximeter", () => {
  const { groups, importKwh, prices } = smallCase(0, SMALL_KW);
  const best = bestPowers(groups, importKwh, { prices, meter: "maximeter", keepP6Kw: 60 });
  expect(best).toMatchObject({
    meter: "quarter_hours",
    contractedKw: [1, 1, 1, 1, 1, 60].fill(expect.any(Number), 0, 5),
  });
});

test("the steel works contract 527 kW in all periods for 34,272.27 EUR a year", () => {
  const { timeline, problem } = steelYear(0, 0);
  const best = bestPowers(groupsOf(timeline), problem.demandKwh, { prices: PRICES_6_1TD });
  expect(best).toMatchObject({ meter: "quarter_hours", contractedKw: [527, 527, 527, 527, 527, 527] });
  expect(best.powerEur + best.excessEur).toBeCloseTo(34272.27, 2);
});

test("a low-voltage site contracts more than 15 kW in P6, however little it needs", () => {
  const { timeline, problem } = steelYear(0, 0, "2024-02-29");
  const best = bestPowers(
    groupsOf(timeline),
    problem.demandKwh.map((kwh) => kwh / 100),
    { prices: PRICES_3_0TD },
  );
  expect(best.contractedKw[5]).toBe(15.001);
  expect(best.contractedKw[0]).toBeLessThan(15);
});
