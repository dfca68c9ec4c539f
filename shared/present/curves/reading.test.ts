import { expect, test } from "vitest";
import { optionLabels, readAs, refusalSentence, repairSentence, spanSentences } from "./reading.ts";

const YEAR = { step_minutes: 15, steps: 35_040 };

test("a repair is told in the singular or the plural, with its dates", () => {
  const from = "2025-03-10T23:00:00Z";
  const to = "2025-03-13T22:00:00Z";
  expect(repairSentence({ code: "missing_long", count: 288, from, to }, YEAR)).toBe(
    "Faltaban 288 intervalos en huecos de más de 3 horas entre el 11 de marzo de 2025 y el 13 de marzo de 2025; se han completado con lo habitual en ese día de la semana y a esa hora.",
  );
  expect(repairSentence({ code: "missing_short", count: 1 }, YEAR)).toBe(
    "Faltaba 1 intervalo en huecos de hasta 3 horas; se ha completado en línea recta.",
  );
  expect(repairSentence({ code: "off_grid_rows", count: 2 }, YEAR)).toBe(
    "2 filas no caen en el paso de cuarto de hora y se han dejado fuera.",
  );
  expect(repairSentence({ code: "estimated", count: 3504 }, YEAR)).toBe(
    "El 10,0\u00a0% de los valores son estimados por la distribuidora.",
  );
});

test("a refusal says what to do, by what the file is where that is known", () => {
  expect(refusalSentence({ code: "unreadable", hint: "old_excel" })).toMatch(/^Es un libro de Excel antiguo\./);
  expect(refusalSentence({ code: "daily_only" })).toMatch(/Descargue la curva horaria/);
});

test("how a file was read and how much of it was measured stand in one sentence each", () => {
  const conventions = { label: "end", clock: "local", unit: "kWh", uncertain: [] } as const;
  expect(readAs("datadis_web", 15, { ...conventions, uncertain: [] })).toBe(
    "Leído como: Datadis, cuartos de hora, kWh, fin de intervalo, hora peninsular.",
  );
  const span = { first: "2024-12-31T23:00:00Z", end: "2025-12-31T23:00:00Z", usable: "year" } as const;
  expect(spanSentences({ ...YEAR, ...span, measured_steps: 35_040 })).toEqual([
    "Del 1 de enero de 2025 al 31 de diciembre de 2025: 35.040 cuartos de hora. Cubre un año entero o más.",
    "Sin defectos: 35.040 valores medidos.",
  ]);
});

test("a unit is asked by the annual totals it would give", () => {
  const question = { code: "unit", options: ["Wh", "kWh"], guess: "kWh", annual_kwh: [1214, 1_214_000] } as const;
  expect(optionLabels({ ...question, options: ["Wh", "kWh"], annual_kwh: [1214, 1_214_000] })).toEqual([
    "1,21 MWh al año (cifras en Wh)",
    "1.214 MWh al año (cifras en kWh)",
  ]);
});
