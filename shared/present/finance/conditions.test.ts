import { LOCALE } from "@ecotrim/contracts/locale";
import { completeTerms, type FinanceTermsInput } from "@ecotrim/contracts/simulations/finance-terms";
import { expect, test } from "vitest";
import { numberWriter } from "../number-writer.ts";
import { conditionsOf } from "./conditions.ts";

const said = (given: FinanceTermsInput) =>
  conditionsOf({ given, terms: completeTerms(given) }, numberWriter(LOCALE)).map(({ name, values, source }) =>
    `${name}: ${values} | ${source}`.replaceAll(/\s/g, " "),
  );

test("what a reader gave is told from the defaults", () => {
  const [loan] = said({ loan: { rate: 0.061 } });
  expect(loan).toContain(
    "Préstamo: Parte financiada: 70,00 %; Tipo de interés anual: 6,10 % (indicado); Plazo: 7 años; Comisión de apertura: 1,00 %",
  );
});

test("tax, demand response and insurance are stated only where they count", () => {
  expect(said({ srad: { offered_mw: 1 }, tax: { rate: 0.2 } })).toHaveLength(4);
  const all = said({ srad: { offered_mw: 1, hours: 500 }, tax: { applies: true }, insurance_fct: 0.004 });
  expect(all).toHaveLength(7);
  expect(all[6]).toContain("Seguro, sobre la inversión al año: 0,40 % (indicado)");
});

test("each incentive is stated with its amount, its years and how the law stands", () => {
  const incentives = [
    { id: "own_share", value: 0.3 },
    { id: "ibi", value: 1500, year: 2, years: 3 },
    { id: "free_depreciation", value: 0 },
  ];
  expect(said({ incentives }).slice(4)).toEqual([
    expect.stringMatching(/^Ayuda propia, en porcentaje: 30,00 % de la inversión, en el año 1 \(indicado\)/),
    expect.stringMatching(/^Bonificación del IBI: 1\.500 € al año, del año 2 al 4 \(indicado\) \| .*no comprobada/),
    expect.stringMatching(/RDL 2\/2026: derogada el 28\/02\/2026 \(consulta del \d\d\/\d\d\/\d{4}\)/),
  ]);
});

test("whether the fee of a lease holds the upkeep is stated", () => {
  expect(said({ lease: { upkeep_included: false } })[1]).toContain("la cuota no incluye mantenimiento");
});
