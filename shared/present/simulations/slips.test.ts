import type { SiteFacts, SlipAnswers } from "@ecotrim/engine/site/plausibility";
import { expect, test } from "vitest";
import { slipsOf } from "./slips.ts";

const FACTS: SiteFacts = {
  modelledEurYear: 300_000,
  importMwhYear: 3000,
  pvMeanKw: 340,
  demandMeanKw: 500,
  priceSpreadEurMwh: 80,
  spendingReplaced: false,
  partOfYear: false,
};
const ANSWERS: SlipAnswers = {
  demandKw: 500,
  spendingEurYear: 300_000,
  spendingPer: "month",
  shifts: 3,
  weekends: true,
};

const wordsOf = (answers: Partial<SlipAnswers>, facts: Partial<SiteFacts> = {}) =>
  slipsOf({ ...ANSWERS, ...answers }, { ...FACTS, ...facts }).map(({ message, suggestion }) =>
    [message, suggestion?.label].join(" | ").replaceAll("\u00a0", " "),
  );

test.each<[Partial<SlipAnswers>, Partial<SiteFacts>, string]>([
  [
    { spendingEurYear: 4_200_000 },
    {},
    "¿Es su gasto anual? Ha indicado 350.000 € al mes, 14 veces el coste estimado de la energía que compra a la red: 25.000 € al mes. | Usar 29.167 € al mes",
  ],
  [
    { spendingEurYear: 29_167, spendingPer: "year" },
    {},
    "¿Es su gasto de un mes? Ha indicado 29.167 € al año, menos de la décima parte del coste estimado de la energía que compra a la red: 300.000 € al año. | Usar 350.004 € al año",
  ],
  [
    { spendingEurYear: 399_300, spendingPer: "year" },
    {},
    "¿Incluye IVA, el impuesto eléctrico o el término de potencia? Ha indicado 399.300 € al año, un 33 % más que el coste estimado de la energía que compra a la red: 300.000 € al año. Se pide solo el gasto en energía. | Usar 330.000 € al año, sin IVA",
  ],
  [
    { spendingEurYear: 900_000 },
    { spendingReplaced: true },
    "Revise su gasto: con él no podríamos fiarnos del resultado. Ha indicado 75.000 € al mes, 3 veces el coste estimado de la energía que compra a la red: 25.000 € al mes. | Usar el coste estimado: 25.000 € al mes",
  ],
  [
    { demandKw: 366_000, spendingEurYear: null },
    {},
    "¿Son 366.000 kWh al mes? Entonces son 501 kW de media. Ha indicado 366.000 kWh cada hora, demasiado para el resto de sus datos. | Usar 501 kW de media",
  ],
  [{}, { demandMeanKw: 0 }, "Sin consumo, una batería no tiene a quién servir: no hay nada que ahorrar. | "],
  [
    { shifts: 2 },
    {},
    "Ha elegido dos turnos de cinco días y también consumo en fin de semana. ¿Consume el fin de semana como un día laborable? | Sin consumo en fin de semana",
  ],
])("answers of %j at facts of %j are doubted in these words", (answers, facts, words) => {
  expect(wordsOf(answers, facts)).toEqual([words]);
});

test("a slip's sentence and label carry their figures as numbers", () => {
  const [slip] = slipsOf({ ...ANSWERS, spendingEurYear: 4_200_000 }, FACTS);
  expect(slip!.message_parts).toContainEqual({ value: 350_000, decimals: 0, unit: "€" });
  expect(slip!.suggestion!.label_parts).toContainEqual({ value: 350_000 / 12, decimals: 0, unit: "€" });
});
