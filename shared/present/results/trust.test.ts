import { type GivenContext, inputFromContext } from "@ecotrim/contracts/simulations/context";
import { completeInput, type SimulationInput } from "@ecotrim/contracts/simulations/input";
import type { Assumption, Results } from "@ecotrim/contracts/simulations/result";
import { KNOWLEDGE_LEVELS } from "@ecotrim/contracts/simulations/uncertainty";
import { expect, test } from "vitest";
import { spell } from "../phrase.ts";
import { CURVE } from "./curve-words.fixture.ts";
import { KNOWLEDGE_SCALE, trustOf } from "./trust.ts";

const row = (key: string, overridden = false): Assumption => ({ key, label: key, value: "", source: "", overridden });
const ROWS = [row("contract_kind"), row("discount_rate"), row("fade"), row("garantia_suministro")];
const ANSWERS: SimulationInput = {
  ...{ pv_value: 1500, demand_value: 500, shifts: 2, weekends: true, total_spending: 400_000 },
  ...{ battery_capacity: 2000, contract_kind: "unknown", province: "28", tariff: "6.1TD" },
};
const BANDS = {
  saving_by_knowledge: [
    { key: "orientative" as const, p10: 60_000, p90: 93_600 },
    { key: "contract" as const, p10: 68_400, p90: 92_000 },
    { key: "bill" as const, p10: 68_400, p90: 91_990 },
    { key: "curve" as const, p10: 68_400, p90: 91_000 },
  ],
};

const resultsWith = (assumptions: Assumption[], others: Partial<Results> = {}) => ({
  ...{ assumptions, engine_version: "2.0.0", savings_split: [] },
  ...others,
});
const recordOf = (inputParameters: SimulationInput, calculatorContext: GivenContext | null = null) => ({
  inputParameters,
  calculatorContext,
});
const trust = (input: SimulationInput = {}, assumptions = ROWS, uncertainty: typeof BANDS | null = BANDS) =>
  trustOf(resultsWith(assumptions), recordOf({ ...ANSWERS, ...input }), uncertainty)!;
const said = (...given: Parameters<typeof trust>) => spell(trust(...given).next!.sentence).replaceAll("\u00a0", " ");

test("the scale has a Spanish name for every level, from the least known on", () => {
  expect(KNOWLEDGE_SCALE.map(({ key }) => key)).toEqual(KNOWLEDGE_LEVELS);
  expect(KNOWLEDGE_SCALE.map(({ label }) => label)).toEqual([
    "Orientativo",
    "Con contrato",
    "Con factura",
    "Con curva y factura",
  ]);
});

test("a contract that nobody knows leaves a result orientative, and any other lifts it", () => {
  expect(trust().level).toBe("orientative");
  expect(trustOf(resultsWith(ROWS), recordOf({}), null)!.level).toBe("orientative");
  expect(trust({ contract_kind: "fixed" }).level).toBe("contract");
  expect(trust({}, [row("discount_rate")]).level).toBe("contract");
});

test("a result of an old model, which states no contract, is not said to know it", () => {
  const old = resultsWith([row("discount_rate")], { engine_version: "1.3.0" });
  expect(trustOf(old, recordOf(ANSWERS), null)).toBeNull();
});

test("answers and assumptions set are the caller's own, and the rest is assumed but for what no figure holds", () => {
  expect(trust()).toMatchObject({ own: 5, assumed: 3 });
  const told = [row("contract_kind", true), row("discount_rate", true), row("fade"), row("garantia_suministro")];
  expect(trust({ contract_kind: "fixed", province: "41" }, told)).toMatchObject({ own: 8, assumed: 1 });
  expect(spell(trust().counts)).toBe("5 datos suyos · 3 supuestos");
});

test("a complete input without its answers has no more data of the caller's own than differ from their defaults", () => {
  const ownOf = (input: SimulationInput) => trustOf(resultsWith(ROWS), recordOf(completeInput(input)), null)!.own;
  expect(ownOf({ demand_value: 500 })).toBe(1);
  expect(ownOf({ demand_value: 500, two_turnes: true, total_spending: 400_000 })).toBe(3);
  expect(ownOf(ANSWERS)).toBe(trust().own);
});

test("an answer of the wizard is the caller's own also where it equals its default", () => {
  const context = {
    ...{ generation: 2000, demand: { type: "constante", weekend: true, average: 500 }, total_spendings: 400_000 },
    selectedBattery: { capacity_kwh: 1000, power_kw: 1000 },
  } satisfies GivenContext;
  const ownOf = (given: GivenContext) =>
    trustOf(resultsWith(ROWS), recordOf(completeInput(inputFromContext(given)), given), null)!.own;
  expect(ownOf(context)).toBe(5);
  expect(ownOf({ ...context, province: "28", tariff: "6.1TD" })).toBe(7);
  expect(ownOf({ ...context, demand: { average: 500 } })).toBe(4);
});

test("the next step says what telling the contract is worth, and that it can be told here", () => {
  expect(said()).toBe("Sin saber su contrato la banda es de ±16.800 €, no de ±11.800 €: dígalo y se estrecha un 30 %.");
  expect(trust().next).toMatchObject({ level: "contract", action: "contract" });
});

test("before the scenarios the next step promises no figure", () => {
  expect(said({}, ROWS, null)).toBe(
    "Diga si su precio es fijo o indexado: mientras no se sepa, calculamos con uno indexado al mercado.",
  );
});

test("with the contract the next step is the invoice, without a link, and no gain is claimed that is none", () => {
  const known = { contract_kind: "fixed" } as const;
  expect(trust(known).next).toMatchObject({ level: "bill", action: null });
  expect(said(known)).toMatch(/^Con su factura .* apenas cambiaría/);
  const narrower = BANDS.saving_by_knowledge.map((band) => (band.key === "bill" ? { ...band, p90: 86_100 } : band));
  expect(said(known, ROWS, { saving_by_knowledge: narrower })).toBe(
    "Con su factura la banda del ahorro se estrecharía un 25 %: de ±11.800 a ±8.850 €.",
  );
});

test("where prices were given the invoice is not said to give them, but power and excess", () => {
  expect(said({}, [row("discount_rate")], null)).toBe(
    "Con las potencias y los maxímetros de su factura se calcularían también la potencia y los excesos.",
  );
});

test("a saving on the whole bill rests on the bill, also where a link hides it, and the next step is the curve", () => {
  const ofBill = (others: Partial<Results>, bands: typeof BANDS) =>
    trustOf(resultsWith(ROWS, others), recordOf({ ...ANSWERS, contract_kind: "fixed" }), bands)!;
  const hidden: Partial<Results> = { savings_split: [{ key: "power", label: "Potencia", value_eur: 2000 }] };
  for (const others of [{ bill: {} as NonNullable<Results["bill"]> }, hidden]) {
    const { level, next } = ofBill(others, BANDS);
    expect([level, next!.level, next!.action]).toEqual(["bill", "curve", null]);
    expect(spell(next!.sentence).replaceAll("\u00a0", " ")).toBe(
      "Con su curva de cuartos de hora los picos serían los medidos, y la banda del ahorro se estrecharía un 4 %: de ±11.800 a ±11.300 €.",
    );
  }
  const alike = BANDS.saving_by_knowledge.map((band) => ({ ...band, p10: 68_400, p90: 92_000 }));
  expect(spell(ofBill(hidden, { saving_by_knowledge: alike }).next!.sentence)).toMatch(/apenas cambiaría\.$/);
});

test("with bill and curve everything is known, and the curve says how far it is to be trusted", () => {
  const { read: _, ...curve } = CURVE;
  const known = { bill: {} as NonNullable<Results["bill"]>, curve };
  const { level, curve: line, next } = trustOf(resultsWith(ROWS, known), recordOf(ANSWERS), BANDS)!;
  expect([level, next]).toEqual(["curve", null]);
  expect(spell(line!).replaceAll("\u00a0", " ")).toBe(
    "Curva de confianza orientativa. Medido el 93,0 % del año; lo demás se ha completado.",
  );
  expect(trustOf(resultsWith(ROWS, { curve }), recordOf(ANSWERS), BANDS)).toMatchObject({ level: "orientative" });
});
