import { expect, test } from "vitest";
import { spell } from "../phrase.ts";
import { BILLS, VALUE } from "./contract-bill.fixture.ts";
import { billSentences, conceptRows, excessRows, powerRows } from "./contract-bill.ts";

test("each period has its power now, at best without battery and at best with it", () => {
  expect(powerRows(BILLS).map(({ label, values }) => [label, ...values])[0]).toEqual(["P1", 629, 527, 388]);
  expect(powerRows(BILLS)).toHaveLength(6);
});

test("the parts of the bill end in their total, and what no bill has is left out", () => {
  expect(conceptRows(BILLS).map(({ label }) => label)).toEqual([
    "Término de potencia",
    "Excesos de potencia",
    "Energía",
    "Total sin IVA",
  ]);
});

test("only periods with an excess are listed", () => {
  expect(excessRows(BILLS).map(({ label, values }) => [label, ...values])).toEqual([
    ["Exceso en P2", 0, 1420, 496],
    ["Exceso en P3", 0, 1000, 0],
  ]);
});

const sentencesOf = (...given: Parameters<typeof billSentences>) =>
  billSentences(...given).map((parts) => spell(parts));

test("the saving that needs no battery comes first and is not the battery's", () => {
  expect(sentencesOf(BILLS, VALUE).slice(0, 2)).toEqual([
    "Cambiar las potencias ahorra 3.725\u00a0€ al año sin comprar nada; no se cuenta como ahorro de la batería.",
    "La batería, con las potencias que le convienen, ahorra 16.576\u00a0€ al año más.",
  ]);
});

test("powers that are the best already save nothing, and a battery may cost", () => {
  const { best_without, best_with } = BILLS;
  const dearer = { as_is: best_with, best_without: best_with, best_with: best_without };
  expect(sentencesOf(dearer, VALUE).slice(0, 2)).toEqual([
    "Sus potencias ya son las mejores sin batería.",
    "La batería, con las potencias que le convienen, cuesta 16.576\u00a0€ al año más.",
  ]);
});

test("what can be expected is told beside the ceiling and its proof, where there is one", () => {
  const sentences = sentencesOf(BILLS, VALUE);
  expect(sentences[3]).toBe("Meses y periodos sin excesos: 15 de 21. Días con exceso: 10.");
  expect(sentences[4]).toMatch(/^Ningún reparto de potencias y despacho puede ahorrar más de 14\.520/);
  expect(sentencesOf(BILLS, { ...VALUE, bound_eur: null })).toHaveLength(4);
});

test("without a battery only the saving of the powers is told", () => {
  expect(sentencesOf(BILLS, undefined)).toHaveLength(1);
});

test("surplus that the battery keeps from being sold counts against it", () => {
  const { as_is, best_without, best_with } = BILLS;
  const sold = {
    as_is: { ...as_is, surplus_eur: 5000 },
    best_without: { ...best_without, surplus_eur: 5000 },
    best_with,
  };
  expect(
    conceptRows(sold)
      .slice(-2)
      .map(({ label, values }) => [label, ...values]),
  ).toEqual([
    ["Venta de excedentes", -5000, -5000, 0],
    ["Total menos excedentes", 122_997, 119_272, 107_696],
  ]);
  expect(sentencesOf(sold, VALUE)[1]).toMatch(/ahorra 11\.576/);
});

test("powers above today's highest are told with what the right to them costs once", () => {
  const raised = { ...BILLS, best_with: { ...BILLS.best_with, access_right_eur: 1700 } };
  expect(sentencesOf(raised, VALUE)[2]).toMatch(/pago único de 1\.700/);
});
