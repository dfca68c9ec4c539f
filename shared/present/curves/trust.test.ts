import { expect, test } from "vitest";
import { repairSentence } from "./reading.ts";
import { trustSentence, yearOptions, yearQuestionSentence } from "./trust.ts";

const YEAR = { step_minutes: 60, steps: 8760 };

test("a level says what it means, and what keeps it from being a better one", () => {
  expect(trustSentence("A", [], 365)).toBe("Curva medida: resultado con la mayor precisión.");
  expect(trustSentence("B", ["gaps"], 365)).toBe("Curva buena; los huecos son pocos.");
  expect(trustSentence("C", ["pv_modelled", "hourly"], 365)).toBe(
    "Resultado orientativo: la producción de sus placas se ha calculado, no medido; los datos no son de cuartos de hora.",
  );
  expect(trustSentence("D", ["part_year"], 56)).toBe(
    "Con 56 días usamos la forma de su consumo; el nivel anual lo pone su factura.",
  );
  expect(trustSentence("D", ["part_year", "level_unknown"], 56)).toBe(
    "Con 56 días usamos la forma de su consumo; su nivel anual no consta.",
  );
  expect(trustSentence(null, ["too_many_gaps"], 365)).toMatch(/^Falta más de la cuarta parte de los datos\./);
});

test("what was done to make a year is told in months, days and years", () => {
  const from = "2025-01-01T00:00:00Z";
  expect(repairSentence({ code: "months_extended", count: 92 }, YEAR)).toBe(
    "Hay datos de 9 meses; los otros 3 se estiman con días parecidos.",
  );
  expect(repairSentence({ code: "months_extended", count: 1 }, YEAR)).toBe(
    "Falta 1 día para un año entero; se estima con días parecidos.",
  );
  expect(repairSentence({ code: "trimmed_to_year", count: 23 }, YEAR)).toBe(
    "El archivo cubre 23 meses; se usan los 12 últimos completos.",
  );
  const chosen = { ...YEAR, start: "2023-12-31T23:00:00Z" };
  expect(repairSentence({ code: "trimmed_to_year", count: 23, from, to: "2025-11-30T22:00:00Z" }, chosen)).toBe(
    "El archivo cubre 23 meses; se usan los 12 que acaban en diciembre de 2024.",
  );
  expect(repairSentence({ code: "level_change", count: 1, from, to: from }, YEAR)).toBe(
    "El consumo cambia de nivel en enero de 2025. Si fue una ampliación, use solo los meses siguientes.",
  );
});

test("a question about zeros names their days", () => {
  const run = { from: "2025-01-04T00:00:00Z", to: "2025-01-09T00:00:00Z" };
  expect(yearQuestionSentence("zero_run", run)).toBe(
    "Entre el 4 de enero de 2025 y el 9 de enero de 2025 el consumo es cero. ¿Estuvo parado o faltan datos?",
  );
  expect(yearOptions("august_stop")).toEqual([
    ["0", "No"],
    ["2", "2 semanas"],
    ["4", "4 semanas"],
  ]);
});
