import { formatNumber } from "@ecotrim/contracts/numbers";
import type { DifferenceCause } from "@ecotrim/engine/bill/line-cause";
import type { BillWarning, Rebill } from "@ecotrim/engine/bill/rebill";

/** What may have caused a printed amount that is not the calculated one. */
const CAUSES: Record<DifferenceCause, string> = {
  price_rounding: "El importe sale con más decimales del precio o con el precio regulado: el impreso está redondeado.",
  proration: "El importe sale con otro número de días: compruebe el prorrateo.",
  quantity: "El importe sale con la energía medida, que no es la facturada en esta línea.",
  excess_rule: "El importe sale con otra regla de excesos: compruebe el tipo de contador.",
  bono_social: "El bono social se cobra con otro precio por día.",
  tax_base: "La base lleva un concepto de más o de menos, como el bono social o el alquiler.",
  tax_rate: "El importe sale con otro tipo impositivo.",
  tax_minimum: "El importe sale sin el mínimo por MWh, o con otro mínimo.",
  tax_reduction: "La reducción del impuesto eléctrico se aplica de otra manera.",
  missing_line: "Falta una línea en la factura, o no se ha copiado.",
  sum: "La suma impresa no es la de sus líneas.",
  follows: "Se debe a las diferencias anteriores.",
  unexplained: "No se ha encontrado la causa: compruebe las cifras copiadas.",
};

function warningSentence(warning: BillWarning): string {
  switch (warning.code) {
    case "long_bill":
      return `La factura abarca ${formatNumber(warning.days)} días, más de un mes: compruebe las fechas.`;
    case "days_differ":
      return `La factura dice ${formatNumber(warning.days)} días, y entre sus fechas hay ${formatNumber(warning.between)}.`;
  }
}

/** A recalculated bill with its differences and warnings in words. */
export const withSentences = ({ differences, warnings, ...bill }: Rebill) => ({
  ...bill,
  differences: differences.map((one) => ({ ...one, sentence: CAUSES[one.cause] })),
  warnings: warnings.map((one) => ({ ...one, sentence: warningSentence(one) })),
});
