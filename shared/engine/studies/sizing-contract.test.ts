import { expect, test } from "vitest";
import { FOUND, followed } from "./followed-steel.fixture.ts";
import { sweepSizes } from "./sizing.ts";

const OWN = { capacity_kwh: 500, power_kw: 250 };

test("under a contract the map values the whole bill, and its own cell is the run", () => {
  const { input, ...options } = followed({ availability: 1, auxiliary_kw_per_mwh: 0 });
  const { points, capacities_kwh, realisable_fct, best, pays, levers } = sweepSizes(input, options);
  expect(points).toHaveLength(6 * capacities_kwh.length);
  expect(realisable_fct).toBe(FOUND.realised);
  const own = points.find(
    ({ capacity_kwh, power_kw }) => capacity_kwh === OWN.capacity_kwh && power_kw === OWN.power_kw,
  )!;
  expect(own.saving_eur).toBeCloseTo(FOUND.savingEur, 6);

  // The quick rule is no optimum, so that a larger battery may save a little less.
  const ofPower = points.filter(({ power_kw }) => power_kw === OWN.power_kw);
  expect(ofPower.length).toBeGreaterThan(2);
  for (const [i, point] of ofPower.entries())
    if (i > 0) expect(point.saving_eur).toBeGreaterThan(0.98 * ofPower[i - 1]!.saving_eur);
  expect(Math.max(...points.map(({ npv_eur }) => npv_eur))).toBe(best.npv_eur);
  expect(pays).toBe(levers === null);
}, 120_000);
