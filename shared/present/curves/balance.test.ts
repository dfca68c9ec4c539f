import { expect, test } from "vitest";
import { balanceSentences } from "./balance.ts";

const measured = {
  net_case: "B",
  ...{ shift_minutes: -60, is_doubtful: false, demand_kwh: 1_414_000 },
  ...{ import_kwh: 1_214_000, export_kwh: 40_000, pv_kwh: 240_000 },
} as const;

test("a measured balance says what is bought, used of the plant and exported, and by how much a clock was moved", () => {
  expect(balanceSentences(measured)).toEqual([
    "Consume 1.414\u00a0MWh al año: compra 1.214\u00a0MWh a la red y toma 200\u00a0MWh de sus placas. Las placas vierten otros 40,0\u00a0MWh.",
    "La producción se ha adelantado 60 minutos para que cuadre con lo que se vierte.",
  ]);
});

test("a production that exports exceed is said to be of another plant, and no plant needs no sentence", () => {
  expect(balanceSentences({ ...measured, is_doubtful: true })).toEqual([
    "Se vierte a la red más de lo que da la producción: no parece la de esas placas.",
  ]);
  expect(balanceSentences({ ...measured, net_case: "E" })).toEqual([]);
});
