import { TARIFFS } from "@ecotrim/contracts/simulations/tariff";
import { TABLES, type TariffTables } from "@ecotrim/engine/bill/tables";
import { expect, test } from "vitest";
import { tariffFindings, tariffReport } from "./report-tariffs.ts";

/** The tables with one figure of 2026 off by some units of its sixth digit. */
function mistyped(tariff: (typeof TARIFFS)[number], pick: (tables: TariffTables) => number[], units: number) {
  const tables = structuredClone(TABLES);
  pick(tables[2026].tariffs[tariff])[2]! += units * 1e-6;
  return tariffFindings(tables);
}

test("the shipped tables keep the proportions of their norms", () => {
  expect(tariffFindings()).toEqual([]);
  expect(tariffReport([])).toBe(
    "Regulated prices of 2024, 2025, 2026: excess prices and charges keep their proportions",
  );
});

test("a mistyped excess price of a maximeter is found to two units of its sixth digit", () => {
  for (const tariff of TARIFFS)
    for (const units of [-2, 2])
      expect(mistyped(tariff, ({ excess_eur_kw_day }) => excess_eur_kw_day[0]!.value.eur_kw_day, units)).toEqual([
        `2026 ${tariff} excess_eur_kw_day from 2026-01-01 P3 is not the share of the power toll that the other periods have`,
      ]);
});

test("a mistyped excess price of quarter-hours is found to what its table departs by", () => {
  const units = { "3.0TD": 80, "6.1TD": 80, "6.2TD": 120, "6.3TD": 100, "6.4TD": 3 };
  for (const tariff of TARIFFS)
    expect(mistyped(tariff, ({ excess_eur_kw }) => excess_eur_kw, units[tariff])).toEqual([
      `2026 ${tariff} excess_eur_kw P3 is not the share of the power toll that the other periods have`,
    ]);
});

test("a mistyped charge is found to three units of its sixth digit", () => {
  for (const tariff of TARIFFS)
    expect(mistyped(tariff, ({ power_charge_eur_kw_year }) => power_charge_eur_kw_year, 3)).toEqual([
      `2026 ${tariff} power_charge_eur_kw_year P3 does not rise by the factor of the other charges`,
    ]);
  const findings = mistyped("6.1TD", ({ charge_eur_kwh }) => charge_eur_kwh, -3);
  expect(findings).toEqual(["2026 6.1TD charge_eur_kwh P3 does not rise by the factor of the other charges"]);
  expect(tariffReport(findings)).toBe(
    "Regulated prices of 2024, 2025, 2026: look again at\n  2026 6.1TD charge_eur_kwh P3 does not rise by the factor of the other charges",
  );
});

test("a mistyped power toll is found by both excess prices", () => {
  expect(mistyped("6.4TD", ({ power_toll_eur_kw_year }) => power_toll_eur_kw_year, 1000)).toHaveLength(2);
});
