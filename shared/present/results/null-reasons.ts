import type { Phrase } from "@ecotrim/contracts/phrase";
import type { NullReason } from "@ecotrim/contracts/simulations/result";
import { LEAST_DAYS } from "@ecotrim/engine/economics/economic-figures";
import { amount, hasFigure, phrase, spell } from "../phrase.ts";

const SENTENCES: Record<Exclude<NullReason, "not_recovered">, Phrase> = {
  no_battery: phrase`No hay batería que evaluar: su capacidad es 0.`,
  cannot_do_without: phrase`La planta sin batería no cabe en su potencia contratada, así que no hay un coste sin batería con el que comparar.`,
  short_period: phrase`El periodo simulado dura menos de ${amount(LEAST_DAYS)} días: no basta para calcular una rentabilidad.`,
  no_discharge: phrase`La batería no descarga energía en todo el periodo.`,
  no_demand: phrase`No hay consumo entre el que repartir el coste.`,
  no_consumption: phrase`No hay consumo que cubrir.`,
  no_rate: phrase`Ninguna tasa entre el -99 % y el ${amount(1000)} % iguala los flujos con la inversión.`,
  no_investment: phrase`Con el ahorro compartido usted no invierte: no hay inversión que recuperar.`,
  no_saving: phrase`No hay ahorro con el que comparar el gasto.`,
  no_spending: phrase`No se ha indicado el gasto en energía.`,
  zero_spending: phrase`El gasto en energía indicado es de 0 €.`,
  no_pv: phrase`No hay generación fotovoltaica.`,
  no_power: phrase`La batería no tiene potencia.`,
  not_calibrated: phrase`Los precios no se han ajustado a un gasto.`,
  no_imports: phrase`La planta no compra energía a la red.`,
  not_shared: phrase`Quien comparte la simulación no muestra su contrato ni su factura.`,
};

/** Reason why a figure does not exist; `lifeYears` of the battery, for an investment that is not recovered. */
export function nullReason(reason: NullReason, lifeYears = 0): Phrase {
  if (reason !== "not_recovered") return SENTENCES[reason];
  const life = lifeYears === 1 ? "el año" : phrase`los ${amount(lifeYears)} años`;
  return phrase`La inversión no se recupera en ${life} de vida útil.`;
}

export interface NullReasons {
  null_reasons: Record<string, string>;
  null_reasons_parts?: Record<string, Phrase>;
}

/** Sentences by the key of the figure, in the form of the results. */
export function writtenReasons(phrases: Record<string, Phrase>): NullReasons {
  const entries = Object.entries(phrases);
  const withFigures = entries.filter(([, parts]) => hasFigure(parts));
  return {
    null_reasons: Object.fromEntries(entries.map(([key, parts]) => [key, spell(parts)])),
    ...(withFigures.length > 0 ? { null_reasons_parts: Object.fromEntries(withFigures) } : {}),
  };
}

export const nullReasonsOf = (reasons: Record<string, NullReason>, lifeYears?: number): NullReasons =>
  writtenReasons(
    Object.fromEntries(Object.entries(reasons).map(([key, reason]) => [key, nullReason(reason, lifeYears)])),
  );
