import type { Results } from "@ecotrim/contracts/simulations/result";
import type { Uncertainty } from "@ecotrim/contracts/simulations/uncertainty";
import { expect, test } from "vitest";
import { contractRows } from "./contract-rows.ts";

const kind = (key: string, npv_eur: number | null, saving_eur = 80_000) => ({
  ...{ key, label: key, energy_saving_eur: 90_000, saving_eur, npv_eur, payback_years: 7, own: key === "fixed_margin" },
});
const resultsWith = (changes: Partial<Results> = {}) =>
  ({
    engine_version: "2.0.0",
    warnings: [],
    contract_range: [kind("indexed", 150_000), kind("fixed_margin", 119_000), kind("fixed", -129_000)],
    ...changes,
  }) as Results;
const drawn = (count: number, ...shares: number[]) => {
  const keys = ["indexed", "fixed_margin", "fixed"];
  return { count, contract_probabilities: shares.map((value, index) => ({ key: keys[index]!, value })) } as Uncertainty;
};
const words = (...given: Parameters<typeof contractRows>) =>
  contractRows(...given).map(({ verdict }) => verdict && [verdict.word, verdict.tone]);

test("each kind of contract has the word that its share of the scenarios gives, at the verdict's own bounds", () => {
  expect(words(resultsWith(), drawn(2000, 0.8, 0.7999, 0.2))).toEqual([
    ["Compensa", "good"],
    ["Depende", "fair"],
    ["No compensa", "bad"],
  ]);
});

test("without enough scenarios each kind says the sign of its value", () => {
  for (const uncertainty of [null, drawn(249, 0.9, 0.9, 0.9), { count: 2000 } as Uncertainty]) {
    expect(words(resultsWith(), uncertainty)).toEqual([
      ["VAN positivo", null],
      ["VAN positivo", null],
      ["VAN negativo", null],
    ]);
  }
});

test("a kind that saves nothing does not pay, unless the saving is another's", () => {
  const contract_range = [kind("indexed", -5000, 0)];
  expect(words(resultsWith({ contract_range }), null)).toEqual([["No compensa", "bad"]]);
  const owner = { share_fct: 1, savings: 80_000, payback_years: 7, lcoe: 90 };
  expect(words(resultsWith({ contract_range: [kind("indexed", 5000, 0)], owner }), drawn(500, 0.9))).toEqual([
    ["Compensa", "good"],
  ]);
});

test("a row holds the figures of its kind, and is marked where it is the simulation's own", () => {
  const rows = contractRows(resultsWith(), drawn(2000, 0.9, 0.86, 0.1));
  expect(rows[1]).toMatchObject({ own: true, saving: 80_000, npv: 119_000, payback: 7, probability: 0.86 });
  expect(rows.map(({ own }) => own)).toEqual([false, true, false]);
});

test("given prices and a replaced spending leave no rows, and what has no value no word", () => {
  expect(contractRows(resultsWith({ contract_range: [] }), null)).toEqual([]);
  const warnings = [{ code: "spending_out_of_range", message: "" }];
  expect(contractRows(resultsWith({ warnings }), null)).toEqual([]);
  expect(words(resultsWith({ contract_range: [kind("indexed", null)] }), null)).toEqual([null]);
  expect(words(resultsWith({ engine_version: "1.3.0" }), null)).toEqual([null, null, null]);
});
