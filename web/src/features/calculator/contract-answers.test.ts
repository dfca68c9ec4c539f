import type { ContractInput } from "@ecotrim/contracts/simulations/contract";
import { expect, test } from "vitest";
import {
  answersOfContract,
  type ContractAnswers,
  NO_CONTRACT,
  readContractAnswers,
  readStoredAnswers,
} from "./contract-answers.ts";

const SITE = { tariff: "6.1TD", contract_kind: "fixed_by_period" } as const;
const SIX = ["145", "145", "145", "145", "145", "263"];
const answers = (change: Partial<ContractAnswers>): ContractAnswers => ({ ...NO_CONTRACT, kw: SIX, ...change });
const read = (change: Partial<ContractAnswers>, site: Parameters<typeof readContractAnswers>[1] = SITE) =>
  readContractAnswers(answers(change), site);

const YEAR = Array.from({ length: 12 }, (_, month) => [100, 110, 120, 130, 140, 150 + month]);

test("a bill of which nothing is typed makes no contract and no fault", () => {
  expect(readContractAnswers(NO_CONTRACT, SITE)).toEqual({ contract: undefined, faults: {} });
});

test("six powers alone make a contract of what the other answers say", () => {
  expect(read({}).contract).toEqual({
    tariff: "6.1TD",
    contracted_kw: [145, 145, 145, 145, 145, 263],
    pricing: { kind: "fixed_by_period" },
  });
});

test("everything that is typed comes into the contract, and comes back for a duplicate", () => {
  const contract: ContractInput = {
    tariff: "6.2TD",
    zone: "canarias",
    tariff_year: 2025,
    contracted_kw: [145, 145.5, 146, 147, 148, 263],
    pricing: {
      kind: "fixed_by_period",
      prices_eur_kwh: [0.121455, 0.097104, 0.092697, 0.076379, 0.069137, 0.093451],
      atr_included: false,
    },
    maximeters: YEAR,
    reactive_kvarh: YEAR,
    electricity_tax_reduction: true,
    keep_p6_kw: 263,
    allow_p6_kw: 400,
    highest_ever_kw: 300,
    load_swing: "starts",
  };
  const site = { tariff: "6.2TD", contract_kind: "fixed_by_period" } as const;
  expect(readContractAnswers(answersOfContract(contract, "28"), site)).toEqual({ contract, faults: {} });
  expect(readStoredAnswers(JSON.parse(JSON.stringify(answersOfContract(contract, "28"))))).toEqual(
    answersOfContract(contract, "28"),
  );
});

test("a zone that is the province's own is not asked for", () => {
  const contract: ContractInput = { tariff: "6.1TD", zone: "canarias", contracted_kw: [1, 1, 1, 1, 1, 1] };
  expect(answersOfContract(contract, "35").zone).toBeNull();
});

test.each([
  ["fixed", { price: ["0,12"] }, { kind: "fixed", price_eur_kwh: 0.12, atr_included: true }],
  ["fixed_margin", { fee: ["15"] }, { kind: "fixed_margin", fee_eur_mwh: 15 }],
  ["unknown", { fee: ["15"], price: ["0,12"] }, { kind: "unknown" }],
] as const)("a contract of kind %s has its own prices alone", (contract_kind, change, pricing) => {
  expect(read(change, { tariff: "6.1TD", contract_kind }).contract?.pricing).toEqual(pricing);
});

test.each<[string, Partial<ContractAnswers>, object]>([
  [
    "falling powers",
    { kw: ["145", "145", "100", "145", "145", "263"] },
    { kw: { 2: expect.stringMatching(/P1 ≤ P2/) } },
  ],
  ["a power that is missing", { kw: ["145", "", "145", "145", "145", "263"] }, { kw: { 1: expect.any(String) } }],
  [
    "a price that is missing",
    { prices: ["0,1", "0,1", "", "0,1", "0,1", "0,1"] },
    { prices: { 2: "Falta el precio." } },
  ],
  [
    "a price in euros per MWh",
    { prices: ["100", "0,1", "0,1", "0,1", "0,1", "0,1"] },
    { prices: { 0: expect.stringMatching(/entre 0 y 5/) } },
  ],
  [
    "a month without maximeters",
    { maximeters: YEAR.flat().map((kw, index) => (index >= 66 ? "" : String(kw))) },
    { maximeters: { 66: "Falta el mes." } },
  ],
  [
    "a negative maximeter",
    { maximeters: YEAR.flat().map((kw, index) => (index === 7 ? "-3" : String(kw))) },
    { maximeters: { 7: expect.stringMatching(/maxímetro/) } },
  ],
  [
    "more power in P6 that is none",
    { allow_p6: ["263"] },
    { allow_p6: { 0: "La potencia que se permite en P6 debe ser mayor que la contratada." } },
  ],
  [
    "a highest power that is below today's",
    { highest_ever: ["262"] },
    { highest_ever: { 0: expect.stringMatching(/no puede ser menor que la contratada/) } },
  ],
  [
    "prices without powers",
    { kw: NO_CONTRACT.kw, prices: SIX.map(() => "0,1") },
    { kw: { 0: "Escriba la potencia contratada." } },
  ],
])("%s are said at their place", (_, change, faults) => {
  expect(read(change)).toEqual({ contract: undefined, faults });
});

test("in low voltage P6 lies above 15 kW", () => {
  const low = { tariff: "3.0TD", contract_kind: "unknown" } as const;
  expect(read({ kw: SIX.map(() => "15") }, low).faults.kw).toEqual({ 5: expect.stringMatching(/mayor que 15 kW/) });
});

test("an empty cell among maximeters is a period that the month does not have", () => {
  const maximeters = YEAR.flat().map((kw, index) => (index === 1 ? "" : String(kw)));
  expect(read({ maximeters }).contract?.maximeters?.[0]).toEqual([100, 0, 120, 130, 140, 150]);
});

test.each([[undefined], [null], [{ kw: ["1"], zone: "marte", maximeters: 3 }]])(
  "a draft with %j has no contract",
  (stored) => {
    expect(readStoredAnswers(stored)).toEqual(NO_CONTRACT);
  },
);
