import { caseOf, completeInput, readCase, SHIFTS, type SimulationInput } from "@ecotrim/contracts/simulations/input";
import { PROVINCES } from "@ecotrim/contracts/simulations/provinces";
import { CONTRACT_KINDS, TARIFF_YEARS } from "@ecotrim/contracts/simulations/tariff";
import { expect, test } from "vitest";
import { inputHash } from "./input-hash.ts";

const OVERRIDES = {
  ...{ capex_eur: 1, om_fct: 1, om_indexation: 1, price_growth: 1, discount_rate: 1, life_years: 1 },
  ...{ replacement_fct: 1, replacement_year: 1, fade: 1, warranty_cycles: 1, availability: 1, realisable_fct: 1 },
  ...{ auxiliary_kw_per_mwh: 1, wear_eur_mwh: 1, battery_export: true, market_year: 2024 as const },
  ...{ price_level_fct: 1, price_spread_fct: 1, pv_tilt_deg: 1, pv_azimuth_deg: 1 },
};
const payload = completeInput({ demand_value: 1500, total_spending: 1000, ...OVERRIDES });
const hash = inputHash(caseOf(payload));

test("the order in which a case was written does not change its hash", () => {
  const input = readCase({ demand_value: 1500 });
  const reversed = Object.fromEntries(Object.entries(input).reverse()) as typeof input;
  expect(inputHash(reversed)).toBe(inputHash(input));
});

test("a default written out has the hash of a default left out", () => {
  expect(inputHash(readCase({ demand_value: 1500, pv_value: 2000 }))).toBe(inputHash(readCase({ demand_value: 1500 })));
});

/** `two_turnes` follows from `shifts`, which the case has. */
const { two_turnes: _, ...decisive } = payload;

test.each(Object.entries(decisive))("the case and its hash change with %s", (name, value) => {
  const other = typeof value === "number" ? value + 1 : typeof value === "boolean" ? !value : `${value}0`;
  expect(inputHash(caseOf({ ...payload, [name]: other }))).not.toBe(hash);
});

test.each(Object.keys(OVERRIDES))("the case and its hash change where %s is left out", (name) => {
  const { [name as keyof typeof payload]: _, ...rest } = payload;
  expect(inputHash(caseOf(rest as typeof payload))).not.toBe(hash);
});

test("a field that only describes a simulation is no part of its case", () => {
  const input = { demand_value: 1500 };
  expect(readCase({ ...input, battery_type: "LFP" })).toEqual(readCase(input));
});

test("every province, kind of contract, tariff, tariff year, shift and conversion has a hash of its own", () => {
  const given = { demand_value: 1500, total_spending: 1_000_000 };
  const variants: SimulationInput[] = [
    ...PROVINCES.map(([province]) => ({ province })),
    ...CONTRACT_KINDS.filter((kind) => kind !== "unknown").map((contract_kind) => ({ contract_kind })),
    { tariff: "3.0TD" },
    ...TARIFF_YEARS.filter((year) => year !== 2026).map((tariff_year) => ({ tariff_year })),
    ...SHIFTS.filter((shifts) => shifts !== 3).map((shifts) => ({ shifts })),
    { conversion_efficiency: 0.95 },
  ];
  const hashes = variants.map((variant) => inputHash(readCase({ ...given, ...variant })));
  expect(new Set(hashes).size).toBe(variants.length);
  expect(hashes).toContain(inputHash(readCase(given)));
});

test("a plane written out that is the best of the province has the hash of none", () => {
  const hashOf = (given: object) => inputHash(readCase({ demand_value: 1500, ...given }));
  expect(hashOf({ pv_tilt_deg: 35, pv_azimuth_deg: 0 })).toBe(hashOf({}));
  expect(hashOf({ province: "35", pv_tilt_deg: 27 })).toBe(hashOf({ province: "35" }));
  expect(hashOf({ province: "35", pv_tilt_deg: 35 })).not.toBe(hashOf({ province: "35" }));
  expect(hashOf({ pv_azimuth_deg: -90 })).toBe(hashOf({ pv_tilt_deg: 35, pv_azimuth_deg: -90 }));
});

test("a province has one hash, however it is written", () => {
  const hashOf = (province: string) => inputHash(readCase({ demand_value: 1500, province }));
  expect(new Set(["46", "Valencia", "VALÈNCIA", "Valencia/València"].map(hashOf)).size).toBe(1);
});
