import type { BatteryValue, Results } from "@ecotrim/contracts/simulations/result";
import { expect, test } from "vitest";
import { spell } from "../phrase.ts";
import { BILLS, VALUE } from "./contract-bill.fixture.ts";
import {
  billSentences,
  type ContractBills,
  conceptRows,
  excessRows,
  type FigureRow,
  monthConcepts,
  monthExcess,
  monthTotals,
  powerRows,
} from "./contract-bill.ts";

const plain = ({ label, values }: FigureRow) => [label, ...values];

test("each period has its power now, at best without battery and at best with it, and all have their cost", () => {
  const rows = powerRows(BILLS).map(plain);
  expect(rows[0]).toEqual(["P1", 629, 527, 388]);
  expect(rows.slice(6)).toEqual([["Coste con excesos (€)", 37_997, 34_272, 24_696]]);
});

test("the parts of the bill end in their total and what each step saves, and what no bill has is left out", () => {
  const rows = conceptRows(BILLS).map(plain);
  expect(rows.map(([label]) => label)).toEqual([
    "Término de potencia",
    "Excesos de potencia",
    "Energía",
    "Total sin IVA",
    "Ahorro de cada paso",
  ]);
  expect(rows.at(-1)).toEqual(["Ahorro de cada paso", null, 3725, 16_576]);
});

test("only periods with an excess are listed, and how often there is one", () => {
  expect(excessRows(BILLS).map(plain)).toEqual([
    ["Exceso P2 (€)", 0, 1420, 496],
    ["Exceso P3 (€)", 0, 1000, 0],
    ["Meses y periodos con exceso", 0, 8, 6],
    ["Días con exceso", 0, 31, 10],
  ]);
});

test("the months add up to the year, by contract, by concept and by period", () => {
  const { as_is, best_without, best_with } = BILLS;
  expect(monthTotals(BILLS)).toMatchObject({ columns: ["Ahora", "Óptima sin batería", "Óptima con batería"] });
  expect(
    monthTotals(BILLS)
      .rows.map(({ label }) => label)
      .slice(-2),
  ).toEqual(["dic", "Suma"]);
  expect(monthTotals(BILLS).rows.at(-1)!.values).toEqual([
    as_is.total_eur,
    best_without.total_eur,
    best_with.total_eur,
  ]);
  const { columns, rows } = monthConcepts(best_with);
  expect(columns).toEqual(["Potencia", "Excesos", "Energía", "Total"]);
  expect(rows.at(-1)!.values).toEqual([24_200, 496, 83_000, 107_696]);
  expect(monthExcess(best_without)).toMatchObject({ columns: ["P2", "P3"] });
  expect(monthExcess(best_without).rows.at(-1)!.values).toEqual([1420, 1000]);
});

test("months of two years have their year beside them", () => {
  const [first, ...others] = BILLS.as_is.months;
  const months = [...others, { ...first!, month: "2025-01" }];
  expect(monthConcepts({ ...BILLS.as_is, months }).rows[0]!.label).toBe("feb 2024");
});

const sentencesOf = (
  bills: ContractBills,
  battery_value: BatteryValue | undefined,
  savings_split: Results["savings_split"] = [],
) => {
  const summary = { savings: savings_split.reduce((sum, { value_eur }) => sum + value_eur, 0) };
  return billSentences(bills, { battery_value, savings_split, summary }).map((parts) => spell(parts));
};

test("the saving that needs no battery comes first and is not the battery's", () => {
  const [free, , ofBattery] = sentencesOf(BILLS, VALUE);
  expect([free, ofBattery]).toEqual([
    "Cambiar las potencias ahorra 3.725\u00a0€ al año sin comprar nada; no se cuenta como ahorro de la batería.",
    "La batería, con las potencias que le convienen, ahorra 16.576\u00a0€ al año más: energía 7.000\u00a0€ + potencia 7.652\u00a0€ + excesos 1.924\u00a0€.",
  ]);
});

const part = (key: string, value_eur: number) => ({ key, label: key, value_eur });

test("the saving that heads the result is told as the difference of the bills with what is on no bill", () => {
  const parts = [part("shifting", 7000), part("power", 9576), part("operation", -497), part("auxiliaries", -204)];
  expect(sentencesOf(BILLS, VALUE, parts)[3]).toBe(
    "El ahorro anual de este resultado, 15.875\u00a0€, es esa diferencia de factura menos 497\u00a0€ por la disponibilidad y la operación real y menos 204\u00a0€ de consumo auxiliar.",
  );
  const told = sentencesOf(BILLS, VALUE, [part("power", 16_576), part("operation", 0), part("extraPower", -0.4)]);
  expect(told).toEqual(sentencesOf(BILLS, VALUE));
});

test("powers that are the best already save nothing, and a battery may cost", () => {
  const { best_without, best_with } = BILLS;
  const dearer = { as_is: best_with, best_without: best_with, best_with: best_without };
  const [free, , ofBattery] = sentencesOf(dearer, VALUE);
  expect([free, ofBattery]).toEqual([
    "Sus potencias ya son las mejores sin batería.",
    expect.stringMatching(/^La batería, con las potencias que le convienen, cuesta 16\.576.€ al año más: /),
  ]);
});

test("what can be expected is told beside the ceiling and its proof, where there is one", () => {
  const sentences = sentencesOf(BILLS, VALUE);
  expect(sentences[3]).toMatch(/Techo teórico, .*: 14\.267.€ \(demostrado a menos de 253.€ al año\)\.$/);
  expect(sentences[4]).toBe("Meses y periodos sin excesos: 15 de 21. Días con exceso: 10.");
  expect(sentences[5]).toMatch(/^Ningún reparto de potencias y despacho puede ahorrar más de 14\.520/);
  expect(sentencesOf(BILLS, { ...VALUE, bound_eur: null })).toHaveLength(5);
});

test("without a battery only the saving of the powers is told", () => {
  expect(sentencesOf(BILLS, undefined)).toHaveLength(2);
});

test("surplus that the battery keeps from being sold counts against it", () => {
  const { as_is, best_without, best_with } = BILLS;
  const sold = {
    as_is: { ...as_is, surplus_eur: 5000 },
    best_without: { ...best_without, surplus_eur: 5000 },
    best_with,
  };
  expect(conceptRows(sold).slice(-3).map(plain)).toEqual([
    ["Venta de excedentes", -5000, -5000, 0],
    ["Total menos excedentes", 122_997, 119_272, 107_696],
    ["Ahorro de cada paso", null, 3725, 11_576],
  ]);
  expect(sentencesOf(sold, VALUE)[2]).toMatch(/ahorra 11\.576/);
});

test("powers above today's highest are told with what the right to them costs once", () => {
  const raised = { ...BILLS, best_with: { ...BILLS.best_with, access_right_eur: 1700 } };
  expect(sentencesOf(raised, VALUE)[3]).toMatch(/pago único de 1\.700.*cuatro de cada cinco nudos/);
});

test("powers that rise without battery pay the right to them in the first year", () => {
  const rise = (access_right_eur: number) => ({ ...BILLS, best_without: { ...BILLS.best_without, access_right_eur } });
  expect(sentencesOf(rise(1700), VALUE)[0]).toMatch(/El primer año ahorra 2\.025\u00a0€: se descuentan 1\.700/);
  expect(sentencesOf(rise(5000), VALUE)[0]).toMatch(/El primer año cuesta 1\.275/);
});

test("how long powers hold is told where another power is advised, and only there", () => {
  const { best_with } = BILLS;
  const same = { as_is: best_with, best_without: best_with, best_with };
  const told = /12 meses.*3 años en baja tensión y 5 en alta/;
  expect(sentencesOf(BILLS, undefined)[1]).toMatch(told);
  expect(sentencesOf(same, VALUE).some((sentence) => told.test(sentence))).toBe(false);
  expect(sentencesOf(same, VALUE)[1]).toBe("La batería no cambia la factura.");
});
