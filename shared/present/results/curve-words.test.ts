import { expect, test } from "vitest";
import { spell } from "../phrase.ts";
import { CURVE } from "./curve-words.fixture.ts";
import { curveSentences, readSentences } from "./curve-words.ts";

const said = (...given: Parameters<typeof curveSentences>) =>
  curveSentences(...given).map((sentence) => spell(sentence).replaceAll("\u00a0", " "));

test("a curve is said with its trust, its measured share, its meter and what the mean would have said", () => {
  expect(said(CURVE, 28_987)).toEqual([
    "Confianza orientativa. Resultado orientativo: faltan datos.",
    "Medido el 93,0 % del año; lo demás se ha completado.",
    "Sin batería, el modelo reproduce su contador: 1.214.300 kWh comprados.",
    "Con la media estimábamos 31.200 € al año; con su curva real son 29.000 €.",
  ]);
});

test("a model that buys something else than the meter says both, and an unknown figure is not said", () => {
  expect(said({ ...CURVE, modelled_import_kwh: 1_100_000 }, null)[2]).toBe(
    "Sin batería, el modelo compra 1.100.000 kWh; su contador midió 1.214.300 kWh.",
  );
  expect(said({ ...CURVE, modelled_import_kwh: null, saving_by_average_eur: null }, 1000)).toHaveLength(2);
});

test("the reading of a file is said with its origin, its dates, its notices and its repairs", () => {
  const [origin, dates, notice, repair, ...others] = readSentences(CURVE.read!);
  expect([origin, dates]).toEqual([
    "Leído como: Datadis, horas, kWh, fin de intervalo, hora peninsular.",
    "Del 1 de enero de 2025 al 31 de diciembre de 2025.",
  ]);
  expect(notice).toContain("Con datos horarios las puntas de cuarto de hora no se ven");
  expect(repair).toContain("Faltaban 288 intervalos");
  expect(others).toEqual([]);
});
