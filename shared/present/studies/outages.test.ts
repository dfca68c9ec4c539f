import type { Survival } from "@ecotrim/engine/outages/outages";
import { expect, test } from "vitest";
import { spell } from "../phrase.ts";
import { outageSentences } from "./outages.ts";

const SURVIVAL: Survival = {
  code: "survival",
  // Two hours in every outage, four in half of them, and none beyond.
  curve: Array.from({ length: 193 }, (_, i) => (i <= 8 ? 1 : i <= 16 ? 0.5 : 0)),
  ...{ medianHours: 4, tenthHours: 2.25, leastHours: 2, aboveShare: 0, dischargeKw: 500, reserve: null },
};
const said = (...asked: Parameters<typeof outageSentences>) =>
  outageSentences(...asked).map((parts) => spell(parts).replaceAll("\u00a0", " "));

test("what is survived is said for half, nine of ten and the worst of the outages", () => {
  expect(said(SURVIVAL)).toEqual([
    "Aguanta al menos 4,0 h en la mitad de los cortes, 2,3 h en 9 de cada 10 y 2,0 h en el peor.",
    "Sin reserva propia, un corte encuentra la batería como esté.",
  ]);
  expect(said({ ...SURVIVAL, medianHours: 48 })[0]).toMatch(
    /^Aguanta al menos 48 h en la mitad .* No se calcula más allá\.$/,
  );
});

test("a load above the power, and a reserve with its cost, are said", () => {
  const reserve = { soc: 0.5, savingEur: 12_345, npvEur: 98_765, isApproximate: true };
  expect(said({ ...SURVIVAL, aboveShare: 0.12, reserve }).slice(1)).toEqual([
    "En el 12,0 % de las horas la carga crítica pasa de los 500 kW que entrega la batería: un corte que empiece entonces no se aguanta.",
    "Guardar siempre el 50 % cuesta 12.300 € de ahorro el primer año y 98.800 € de VAN. Es una estimación: con estos precios o potencias el cálculo rápido da solo cotas del ahorro.",
  ]);
});

test("a stop is valued only where its cost is given, by the hours that the load is served", () => {
  const worth = said(SURVIVAL, { eurHour: 1000, hoursYear: 2 }).at(-1);
  expect(worth).toMatch(
    /^Con un corte al año de 2 h a cualquier hora, evitaría de media 2,0 h de parada: 2\.000 € al año/,
  );
});

test.each([
  [{ code: "no_battery" } as const, /^Sin batería/],
  [{ code: "no_load" } as const, /^Sin carga crítica/],
  [{ code: "load_above_power", leastKw: 800, dischargeKw: 500 } as const, /^La batería entrega 500 kW y .* 800 kW/],
])("%o is answered with a sentence", (result, sentence) => {
  expect(said(result)).toEqual([expect.stringMatching(sentence)]);
});
