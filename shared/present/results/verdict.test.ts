import type { StudyRuns } from "@ecotrim/contracts/simulations/record";
import { SENSITIVITY_KEYS, type Sensitivity } from "@ecotrim/contracts/simulations/sensitivity";
import { CHOSEN_DRIVER, firstDrawn, isOfOldModel } from "@ecotrim/contracts/simulations/verdict";
import { describe, expect, test } from "vitest";
import { spell } from "../phrase.ts";
import { type VerdictBasis, type VerdictFacts, type VerdictRisk, verdictFacts, verdictOf } from "./verdict.ts";

const SUMMARY = { savings: 81_234, npv: 119_432, payback_years: 6.71, capex_eur: 515_000 };

const basisWith = (
  summary: Partial<typeof SUMMARY> | object = {},
  others: Partial<VerdictBasis> = {},
): VerdictBasis => ({
  engine_version: "2.0.0",
  summary: { ...SUMMARY, ...summary },
  warnings: [],
  null_reasons: {},
  contract_range: [],
  economic_case: { assumptions: { discount_rate: 0.075, life_years: 15 } },
  ...others,
});

const risk = (probability: number | null, scenarios = 2000, isComing = false): VerdictRisk => ({
  probability,
  scenarios,
  contracts: [],
  isComing,
});

const facts = (given: Partial<VerdictFacts> = {}): VerdictFacts => ({
  basis: basisWith(),
  contractKind: "fixed",
  risk: risk(0.86),
  driver: "capex",
  ...given,
});

const sentenceOf = (given: Partial<VerdictFacts>) => verdictOf(facts(given)).sentence.replaceAll("\u00a0", " ");
const codeOf = (given: Partial<VerdictFacts>) => verdictOf(facts(given)).code;

describe("the verdict on provisional results", () => {
  const basis = basisWith({}, { provisional: true });

  test.each([
    [undefined, "pending", "Calculando lo esperable"],
    ["processing", "pending", "Calculando lo esperable"],
    ["failed", "none", "no se pudo calcular lo esperable"],
  ] as const)("a study of powers that is %s gives %s, whatever the scenarios say", (power, code, says) => {
    expect(codeOf({ basis, power })).toBe(code);
    expect(sentenceOf({ basis, power })).toContain(says);
    expect(sentenceOf({ basis, power })).not.toMatch(/\d/);
  });
});

describe("the verdict by probability", () => {
  test.each([
    [1, "pays"],
    [0.8, "pays"],
    [0.7999, "depends"],
    [0.2001, "depends"],
    [0.2, "does_not_pay"],
    [0, "does_not_pay"],
  ])("a positive NPV in a share of %d of the scenarios is the verdict %s", (probability, code) => {
    expect(codeOf({ risk: risk(probability) })).toBe(code);
  });

  test.each([
    [249, true, "pending"],
    [250, true, "pays"],
    [250, false, "pays"],
    [249, false, "none"],
  ])("%d scenarios, with more to come: %s, give %s", (scenarios, isComing, code) => {
    expect(codeOf({ risk: risk(0.9, scenarios, isComing) })).toBe(code);
  });
});

describe("the sentence of a verdict", () => {
  test("a battery that pays says what it recovers, when, what it is worth and how often it loses", () => {
    expect(sentenceOf({})).toBe(
      "Compensa: recupera 515.000 € en 6,7 años y vale 119.000 € (VAN al 7,5 %); pierde dinero en 1 de cada 7 escenarios.",
    );
  });

  test("the figures of a sentence stand in its parts as numbers of three significant figures", () => {
    const { sentence, sentence_parts } = verdictOf(facts());
    expect(spell(sentence_parts!)).toBe(sentence);
    expect(sentence_parts).toContainEqual({ value: 119_000, decimals: 0, unit: "€" });
    expect(spell(sentence_parts!, "en-US")).toContain("119,000");
  });

  test("a battery that does not pay says that it recovers too late, or never", () => {
    const late = basisWith({ npv: -104_321, payback_years: 13.2 });
    const never = basisWith({ npv: -404_321, payback_years: null });
    expect(sentenceOf({ basis: late, risk: risk(0.08) })).toBe(
      "No compensa: recupera 515.000 € en 13,2 años, pero vale −104.000 € (VAN al 7,5 %); pierde dinero en 9 de cada 10 escenarios.",
    );
    expect(sentenceOf({ basis: never, risk: risk(0) })).toBe(
      "No compensa: no recupera 515.000 € en 15 años y vale −404.000 € (VAN al 7,5 %); pierde dinero en todos los escenarios.",
    );
  });

  test("with a revenue share the verdict names who invests, whose are investment, payback, saving and value", () => {
    const customers = { savings: 48_000, payback_years: null };
    const shared = (savings: number, payback_years: number | null, summary = {}) =>
      basisWith({ ...customers, ...summary }, { owner: { savings, payback_years } });
    expect(sentenceOf({ basis: shared(72_000, 6.71) })).toBe(
      "Compensa: quien invierte recupera 515.000 € en 6,7 años y la inversión vale 119.000 € (VAN al 7,5 %); pierde dinero en 1 de cada 7 escenarios.",
    );
    expect(sentenceOf({ basis: shared(20_000, null, { npv: -200_000 }), risk: risk(0) })).toBe(
      "No compensa: quien invierte no recupera 515.000 € en 15 años y la inversión vale −200.000 € (VAN al 7,5 %); pierde dinero en todos los escenarios.",
    );
    expect(sentenceOf({ basis: shared(72_000, 6.71, { savings: 0 }) })).toMatch(/^Compensa: quien invierte/);
    expect(sentenceOf({ basis: shared(-201.3, null, { npv: -5000 }) })).toBe(
      "No compensa: a quien invierte, en lugar de ahorrar, le cuesta 201 € más al año, y su VAN es de −5.000 €.",
    );
    expect(sentenceOf({ basis: shared(0, null, { npv: -5000 }) })).toBe(
      "No compensa: quien invierte no ahorra nada, y su VAN es de −5.000 €.",
    );
  });

  test("a battery that depends names the driver that moves its value most", () => {
    expect(sentenceOf({ risk: risk(0.62) })).toBe(
      "Depende: de la inversión; vale 119.000 € (VAN al 7,5 %) y pierde dinero en 4 de cada 10 escenarios.",
    );
    const drawn = SENSITIVITY_KEYS.flatMap((key) => firstDrawn([{ key }]) ?? []);
    expect(drawn).toHaveLength(SENSITIVITY_KEYS.length - 1);
    for (const driver of drawn) expect(sentenceOf({ risk: risk(0.5), driver })).toMatch(/^Depende: del? \S/);
    expect(sentenceOf({ risk: risk(0.5), driver: null })).toMatch(/^Depende: de los precios/);
  });

  test("a verdict depends on the first driver that scenarios draw, never on the discount rate", () => {
    const driverOf = (...keys: string[]) => {
      const drivers = keys.map((key) => ({ key })) as Sensitivity["drivers"];
      const tornado = { drivers } as Sensitivity;
      const sensitivity = { status: "completed", tornado, sizing: null } as unknown as StudyRuns["sensitivity"];
      return verdictFacts(basisWith(), { power: null, uncertainty: null, sensitivity }, { contract_kind: "fixed" })
        .driver;
    };
    expect(driverOf(CHOSEN_DRIVER, "capex", "pv")).toBe("capex");
    expect(driverOf("pv", CHOSEN_DRIVER)).toBe("pv");
    expect(driverOf(CHOSEN_DRIVER)).toBeNull();
    expect(driverOf()).toBeNull();
  });

  test("until there are enough scenarios only the sign of the NPV is said, and that the risk is calculated", () => {
    const coming = { risk: risk(null, 64, true) };
    expect(sentenceOf(coming)).toMatch(/^VAN positivo, calculando el riesgo: recupera 515.000 €/);
    expect(sentenceOf({ ...coming, basis: basisWith({ npv: -1 }) })).toMatch(/^VAN negativo, calculando el riesgo/);
    expect(sentenceOf({ risk: null })).toMatch(/^VAN positivo, sin calcular el riesgo/);
  });

  test.each([
    [1, "no pierde dinero en ninguno de 2.000 escenarios"],
    [0.999, "pierde dinero en 1 de cada 1.000 escenarios"],
    [0.75, "pierde dinero en 1 de cada 4 escenarios"],
    [0.7, "pierde dinero en 3 de cada 10 escenarios"],
    [0.01, "pierde dinero en más de 9 de cada 10 escenarios"],
  ])("with a gain in a share of %d it says: %s", (probability, words) => {
    expect(sentenceOf({ risk: risk(probability) })).toContain(words);
  });
});

describe("what wins over the scenarios", () => {
  const range = (...npvs: (number | null)[]) => npvs.map((npv_eur, index) => ({ key: String(index), npv_eur }));
  const disagreeing = basisWith({}, { contract_range: range(137_000, 20_000, null, -104_000) });

  test("a contract that is not known decides, before the scenarios, where the kinds' values differ in sign", () => {
    expect(sentenceOf({ basis: disagreeing, contractKind: "unknown" })).toBe(
      "Depende: de su contrato; según su tipo, el VAN va de −104.000 € a 137.000 €.",
    );
    expect(codeOf({ basis: disagreeing, contractKind: undefined, risk: null })).toBe("depends");
  });

  test("a contract that is not known decides before a saving that is not positive, which is of one kind alone", () => {
    const contract_range = range(-104_000, 137_000);
    const basis = basisWith({ savings: -201.3, npv: -104_000 }, { contract_range });
    expect(sentenceOf({ basis, contractKind: "unknown" })).toMatch(/^Depende: de su contrato; /);
    expect(sentenceOf({ basis, contractKind: "fixed_margin" })).toMatch(/^No compensa: en lugar de ahorrar/);
    const losing = basisWith({ savings: -201.3, npv: -104_000 }, { contract_range: range(-104_000, -1) });
    expect(sentenceOf({ basis: losing, contractKind: "unknown" })).toMatch(/^No compensa: en lugar de ahorrar/);
  });

  /** The risk of an own kind with the first share, beside those of the others. */
  const shares = (...values: number[]): VerdictRisk => ({
    ...risk(values[0]!),
    contracts: values.map((value, index) => ({ key: String(index), value })),
  });
  const gaining = basisWith({}, { contract_range: range(95_000, 13_414) });
  const unknown = (basis: VerdictBasis, values: number[]) =>
    verdictOf(facts({ basis, contractKind: "unknown", risk: shares(...values) }));

  test.each([
    [[0.86, 0.8], "pays"],
    [[0.86, 0.7999], "depends on the contract"],
    [[0.2001, 0.7999], "depends"],
    [[0.2001, 0.2], "depends on the contract"],
    [[0.2, 0], "does_not_pay"],
    [[0.8, 0.2], "depends on the contract"],
  ])("kinds of one sign whose shares are %j give the verdict: %s", (values, expected) => {
    const { code, sentence } = unknown(gaining, values);
    expect(sentence.startsWith("Depende: de su contrato; ") ? "depends on the contract" : code).toBe(expected);
  });

  test("kinds of one sign whose verdicts differ are told by their values and their shares", () => {
    const told = (basis: VerdictBasis, ...values: number[]) =>
      unknown(basis, values).sentence.replaceAll("\u00a0", " ");
    expect(told(gaining, 0.987, 0.66)).toBe(
      "Depende: de su contrato; según su tipo, el VAN va de 13.400 € a 95.000 €, y los escenarios en que es positivo, del 66 % al 99 %.",
    );
    expect(told(gaining, 0.8, 0.7995)).toMatch(/del 79,95 % al 80,00 %\.$/);
    const losing = basisWith({ npv: -12_000 }, { contract_range: range(-12_000, -90_000) });
    expect(told(losing, 0.35, 0.1)).toMatch(/el VAN va de −90.000 € a −12.000 €, y .* del 10 % al 35 %\.$/);
  });

  test("kinds of both signs with one verdict leave it to the scenarios", () => {
    const around = basisWith({}, { contract_range: range(5000, -3000) });
    expect(unknown(around, [0.55, 0.48]).sentence).toMatch(/^Depende: de la inversión; /);
  });

  test("a kind that saves nothing does not pay, and makes the verdicts differ with those that do", () => {
    const contract_range = [
      { key: "0", saving_eur: 81_234, npv_eur: 119_432 },
      { key: "1", saving_eur: 0, npv_eur: 1 },
    ];
    expect(unknown(basisWith({}, { contract_range }), [0.86, 0.86]).sentence).toMatch(/^Depende: de su contrato; /);
    const owner = { savings: 81_234, payback_years: 6.71 };
    expect(unknown(basisWith({}, { contract_range, owner }), [0.86, 0.86]).code).toBe("pays");
  });

  test("below 250 scenarios, and where some kind has no share, the signs of the values alone decide", () => {
    const early = { ...shares(0.9, 0.1), scenarios: 249, isComing: true };
    expect(codeOf({ basis: gaining, contractKind: "unknown", risk: early })).toBe("pending");
    expect(codeOf({ basis: gaining, contractKind: "unknown", risk: shares(0.9) })).toBe("pays");
    const differing = basisWith({}, { contract_range: range(5000, -3000) });
    expect(sentenceOf({ basis: differing, contractKind: "unknown", risk: early })).toMatch(/^Depende: de su contrato/);
  });

  test("a contract that is known leaves the verdict to the scenarios", () => {
    expect(codeOf({ basis: disagreeing })).toBe("pays");
    expect(codeOf({ basis: gaining, risk: shares(0.86, 0.1) })).toBe("pays");
  });

  test.each([
    [0, "No compensa: no ahorra nada, y su VAN es de −5.000 €."],
    [-201.3, "No compensa: en lugar de ahorrar, cuesta 201 € más al año, y su VAN es de −5.000 €."],
  ])("a saving of %d EUR does not pay, whatever the scenarios say", (savings, sentence) => {
    expect(sentenceOf({ basis: basisWith({ savings, npv: -5000 }) })).toBe(sentence);
  });

  test("a spending that the engine replaced takes the verdict away", () => {
    const basis = basisWith({}, { warnings: [{ code: "spending_out_of_range", message: "" }] });
    expect(verdictOf(facts({ basis }))).toMatchObject({
      code: "none",
      sentence: "No podemos fiarnos de este resultado: revise su gasto.",
    });
  });

  test("a figure that does not exist leaves its reason in place of a verdict", () => {
    const without = { savings: null, npv: null };
    const null_reasons = { savings: "No hay batería.", npv: "No hay VAN." };
    expect(sentenceOf({ basis: basisWith(without, { null_reasons }) })).toBe("Sin veredicto. No hay batería.");
    const short = basisWith({ npv: null }, { null_reasons: { npv: "El periodo es corto." } });
    expect(sentenceOf({ basis: short })).toBe("Sin veredicto. El periodo es corto.");
  });

  test.each(["0.9.0", "1.3.0", "1.3.0+dbc262ec1141"])("results of engine %s keep no verdict", (engine_version) => {
    expect(isOfOldModel(engine_version)).toBe(true);
    expect(verdictOf(facts({ basis: basisWith({}, { engine_version }) }))).toMatchObject({
      code: "old",
      sentence: "Calculado con un modelo anterior.",
    });
  });

  test("results of engines from 2.0.0 on have a verdict", () => {
    for (const version of ["2.0.0", "2.0.0+dbc262ec1141", "10.1.0"]) expect(isOfOldModel(version)).toBe(false);
  });

  test("results of another program have no verdict", () => {
    expect(codeOf({ basis: null })).toBe("none");
  });
});
