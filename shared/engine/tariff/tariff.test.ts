import { readCase } from "@ecotrim/contracts/simulations/input";
import { TARIFF_YEARS, TARIFFS } from "@ecotrim/contracts/simulations/tariff";
import { expect, test } from "vitest";
import { buildSite } from "../site/build-site.ts";
import { normsOf, tariffOf, tariffVersion } from "./tariff.ts";

test("6.1TD of 2024 has the prices that the independent figures were computed with", () => {
  const { lossFactors, fixedEurMwh, addedP6EurKwYear } = tariffOf({ name: "6.1TD", year: 2024 });
  const losses = [6.7, 6.8, 6.5, 6.5, 4.3, 7.7];
  const capacity = [0.000537, 0.000247, 0.000165, 0.000124, 0.000124, 0];
  const tolls = [0.021899, 0.011675, 0.007394, 0.005376, 0.000406, 0.000212];
  const charges = [0.013305, 0.009856, 0.005322, 0.002661, 0.001706, 0.001064];
  expect(lossFactors.slice(1)).toEqual(losses.map((loss) => 1 + loss / 100));
  expect(fixedEurMwh.slice(1)).toEqual(
    losses.map((loss, i) => 1000 * capacity[i]! * (1 + loss / 100) + 15 + 1000 * (tolls[i]! + charges[i]!)),
  );
  expect(addedP6EurKwYear).toBe(0.9679);
});

test.each([
  ["3.0TD", 2024, 48.443, 1.553638],
  ["3.0TD", 2025, 61.031, 1.356394],
  ["3.0TD", 2026, 63.352, 1.442287],
  ["6.1TD", 2025, 44.778, 0.916088],
  ["6.1TD", 2026, 46.274, 1.004181],
] as const)("%s of %d has the toll and charge of P1 and the power term of P6 of its norms", (name, year, p1, p6) => {
  const { fixedEurMwh, lossFactors, addedP6EurKwYear } = tariffOf({ name, year });
  const capacity = {
    "3.0TD": { 2024: 1.251, 2025: 1.141, 2026: 1.082 },
    "6.1TD": { 2024: 0.537, 2025: 0.49, 2026: 0.465 },
  };
  expect(fixedEurMwh[1]).toBeCloseTo(p1 + 15 + capacity[name][year] * lossFactors[1]!, 9);
  expect(addedP6EurKwYear).toBe(p6);
});

test("every tariff and year has a positive price in every period, dearer in P1 than in P6", () => {
  for (const name of TARIFFS) {
    for (const year of TARIFF_YEARS) {
      const { fixedEurMwh, lossFactors } = tariffOf({ name, year });
      expect(fixedEurMwh).toHaveLength(7);
      expect(lossFactors.slice(1).every((factor) => factor > 1 && factor < 1.2)).toBe(true);
      expect(fixedEurMwh[1]).toBeGreaterThan(fixedEurMwh[6]!);
      expect(fixedEurMwh[6]).toBeGreaterThan(15);
      expect(normsOf(year).every((norm) => /^BOE-A-\d{4}-\d+$/.test(norm))).toBe(true);
    }
  }
});

test("a case chooses its tariff and year, which results name", () => {
  const input = readCase({ demand_value: 500, tariff: "3.0TD", tariff_year: 2025 });
  expect(buildSite(input).tariff).toEqual(tariffOf({ name: "3.0TD", year: 2025 }));
  expect(tariffVersion(input.tariff)).toBe("3.0TD-2025");
  expect(tariffVersion(readCase({ demand_value: 500 }).tariff)).toBe("6.1TD-2026");
});
