import { AppError } from "@ecotrim/contracts/errors";
import { type Fault, faultError } from "@ecotrim/engine/faults";
import { expect, test } from "vitest";
import { explained } from "./errors.ts";

const CASES: [field: string, fault: Fault, sentence: string][] = [
  ["series", { fault: "empty_series" }, "Las series deben tener al menos un intervalo."],
  [
    "series",
    { fault: "unequal_series", shortest: { name: "demand_kwh", steps: 2 }, longest: { name: "pv_kwh", steps: 3 } },
    "Las series deben tener la misma longitud: demand_kwh tiene 2 intervalos y pv_kwh tiene 3. El primero que falta en demand_kwh y sobra en pv_kwh es el intervalo 3.",
  ],
  [
    "series.pv_kwh[1]",
    { fault: "series_value", name: "pv_kwh", step: 1, reason: "negative" },
    "El valor de pv_kwh en el intervalo 2 no puede ser negativo.",
  ],
  [
    "series.buy_eur_mwh",
    { fault: "price_per_kwh", name: "buy_eur_mwh", meanEurMwh: 0.1351 },
    "Los precios de buy_eur_mwh tienen una media de 0,135 €/MWh: parecen dados en €/kWh. Deben darse en €/MWh, que son mil veces más.",
  ],
  [
    "pvKwh",
    { fault: "problem_length", steps: 1, expected: 2 },
    "El valor de pvKwh no es válido: debe tener 2 valores y tiene 1.",
  ],
  [
    "battery.minSoc",
    { fault: "problem_value", reason: "not_fraction" },
    "El valor de battery.minSoc no es válido: debe estar entre 0 y 1.",
  ],
  [
    "limit",
    {
      ...{ fault: "limit_too_small", step: 1, limitKw: 1234.567, neededKw: 1300, reason: "energy" },
      at: { date: "2024-01-01", hour: 1 },
    },
    "La potencia contratada (1.234,57 kW) no basta para servir el intervalo 2, que necesita 1.300 kW de la red, porque la batería se agota. Ese intervalo empieza el lun 1 ene 01:00.",
  ],
  [
    "limit",
    { fault: "limit_too_small", step: 0, limitKw: 20, neededKw: 500, reason: "no_battery" },
    "La potencia contratada (20 kW) no basta para servir el intervalo 1, que necesita 500 kW de la red.",
  ],
  [
    "limit",
    { fault: "end_charge", step: 1 },
    "La potencia contratada no permite que la batería recupere su carga inicial al final del periodo (intervalo 2).",
  ],
  [
    "end_date",
    { fault: "short_period" },
    "El periodo simulado dura menos de 330 días: no basta para calcular una rentabilidad.",
  ],
];

test.each(CASES)("the fault of %s is told in its sentence: %o", (field, fault, message) => {
  expect(explained(faultError("INFEASIBLE", field, fault))).toMatchObject({
    ...{ name: "AppError", code: "INFEASIBLE", field, message },
    cause: fault,
  });
});

test("other errors stay as they are", () => {
  for (const error of [new AppError("SOLVER_FAILED", { cause: { rule: "balance" } }), new Error("other")]) {
    expect(explained(error)).toBe(error);
  }
});
