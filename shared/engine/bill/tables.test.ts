import { TARIFF_YEARS, TARIFFS } from "@ecotrim/contracts/simulations/tariff";
import { expect, test } from "vitest";
import { excessEurKwDay } from "./excess.ts";
import { bonoSocialEurDay, electricityTaxPct, powerEurKwYear, tablesOf, tableYear } from "./tables.ts";

test.each([
  ["3.0TD", 2024, [15.713047, 9.547036, 4.658211, 4.14256, 2.285209, 1.553638]],
  ["6.1TD", 2025, [28.791866, 15.077643, 6.55917, 5.172085, 1.932805, 0.916088]],
  ["6.1TD", 2026, [29.595368, 15.514709, 6.801881, 5.393829, 2.125113, 1.004181]],
  ["6.2TD", 2026, [20.103588, 11.115668, 3.709113, 2.728152, 1.265617, 0.605381]],
  ["6.3TD", 2026, [13.053392, 7.587863, 3.062065, 2.332116, 1.010041, 0.481394]],
  ["6.4TD", 2026, [7.905445, 4.585787, 1.460005, 1.15856, 0.492827, 0.230511]],
] as const)("a contracted kW of %s costs toll and charge of %d", (tariff, year, prices) => {
  expect(powerEurKwYear(tariff, year)).toEqual(prices);
});

test.each([
  ["3.0TD", 2026, [0.063352, 0.038914, 0.019279, 0.009795, 0.004706, 0.002898]],
  ["6.2TD", 2026, [0.02388, 0.013975, 0.0062, 0.003083, 0.001234, 0.000752]],
  ["6.4TD", 2025, [0.010526, 0.005482, 0.002321, 0.001197, 0.000367, 0.000211]],
  ["6.3TD", 2024, [0.015516, 0.009442, 0.00565, 0.003682, 0.000894, 0.000549]],
] as const)("energy of %s costs toll and charge of %d", (tariff, year, prices) => {
  const { toll_eur_kwh, charge_eur_kwh } = tablesOf(tariff, year);
  for (const [i, price] of prices.entries()) expect(toll_eur_kwh[i]! + charge_eur_kwh[i]!).toBeCloseTo(price, 9);
});

test("every table has six prices a row, of which no later period is dearer than P1", () => {
  for (const year of TARIFF_YEARS)
    for (const tariff of TARIFFS) {
      const tables = tablesOf(tariff, year);
      const rows = [
        powerEurKwYear(tariff, year),
        tables.toll_eur_kwh,
        tables.charge_eur_kwh,
        tables.excess_eur_kw,
        tables.loss_pct,
        ...tables.capacity_payment_eur_kwh.map(({ value }) => value),
        ...tables.excess_eur_kw_day.map(({ value }) => value.eur_kw_day),
      ];
      for (const row of rows) expect(row, `${tariff} ${year}`).toHaveLength(6);
      for (const row of rows.filter((row) => row !== tables.loss_pct)) expect(Math.max(...row)).toBe(row[0]);
    }
});

test.each([
  ["2024-03-31", 2.5],
  ["2024-04-01", 3.8],
  ["2024-07-01", 5.11269632],
  ["2026-03-21", 5.11269632],
  ["2026-03-22", 0.5],
  ["2026-05-31", 0.5],
  ["2026-06-01", 5.11269632],
  ["2027-01-10", 5.11269632],
])("a bill issued on %s pays an electricity tax of %d %%", (issued, rate) => {
  expect(electricityTaxPct(issued)).toBe(rate);
});

test("the bono social changes within 2026", () => {
  expect(["2025-12-31", "2026-01-01", "2026-06-30", "2026-07-01"].map(bonoSocialEurDay)).toEqual([
    0.012742, 0.019121, 0.019121, 0.024688,
  ]);
});

test("until March 2025 the excess of a maximeter cost twice one price in every period", () => {
  expect(excessEurKwDay("3.0TD", "2025-03-31")).toEqual(new Array(6).fill(2 * 0.110506));
  expect(excessEurKwDay("3.0TD", "2025-04-01")).toEqual([0.168944, 0.089294, 0.028322, 0.021656, 0.006126, 0.006126]);
});

test("a date before or after the tables takes the nearest year", () => {
  expect(["2019-05-01", "2025-12-31", "2031-01-01"].map(tableYear)).toEqual([2024, 2025, 2026]);
});
