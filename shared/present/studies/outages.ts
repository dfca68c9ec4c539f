import type { Phrase } from "@ecotrim/contracts/phrase";
import type { OutageResult, ReserveCost, Survival } from "@ecotrim/engine/outages/outages";
import { MOST_HOURS, servedHours } from "@ecotrim/engine/outages/survival";
import { amount, percent, phrase, roundEuros } from "../phrase.ts";

/** What people read of the grid's outages. */

/** What a stop costs and how long a year's outage is; both are given, or nothing is valued. */
export interface StopCost {
  eurHour: number;
  hoursYear: number;
}

const kw = (value: number) => amount(value, { decimals: 0, unit: "kW" });
const hours = (value: number) => amount(value, { decimals: value < 10 ? 1 : 0, unit: "h" });

export function outageSentences(result: OutageResult, stop?: StopCost): Phrase[] {
  switch (result.code) {
    case "no_battery":
      return [phrase`Sin batería, o con una que no entrega potencia, un corte no se aguanta.`];
    case "no_load":
      return [phrase`Sin carga crítica no hay nada que mantener durante un corte.`];
    case "load_above_power":
      return [
        phrase`La batería entrega ${kw(result.dischargeKw)} y la carga crítica no baja de ${kw(result.leastKw)}: no la mantiene en ningún momento.`,
      ];
    case "survival":
      return [...survivalSentences(result), ...(stop ? [worthOf(result, stop)] : [])];
  }
}

function survivalSentences({ medianHours, tenthHours, leastHours, aboveShare, dischargeKw, reserve }: Survival) {
  const above =
    aboveShare > 0
      ? [
          phrase`En el ${percent(aboveShare)} de las horas la carga crítica pasa de los ${kw(dischargeKw)} que entrega la batería: un corte que empiece entonces no se aguanta.`,
        ]
      : [];
  return [
    phrase`Aguanta al menos ${hours(medianHours)} en la mitad de los cortes, ${hours(tenthHours)} en 9 de cada 10 y ${hours(leastHours)} en el peor.${medianHours >= MOST_HOURS ? " No se calcula más allá." : ""}`,
    ...above,
    reserve ? reserveSentence(reserve) : phrase`Sin reserva propia, un corte encuentra la batería como esté.`,
  ];
}

function reserveSentence({ soc, savingEur, npvEur, isApproximate }: ReserveCost): Phrase {
  const estimated = isApproximate
    ? " Es una estimación: con estos precios o potencias el cálculo rápido da solo cotas del ahorro."
    : "";
  return phrase`Guardar siempre el ${percent(soc, 0)} cuesta ${roundEuros(savingEur)} de ahorro el primer año y ${roundEuros(npvEur)} de VAN.${estimated}`;
}

/** One outage a year, which begins at any hour. */
const worthOf = ({ curve }: Survival, { eurHour, hoursYear }: StopCost): Phrase =>
  phrase`Con un corte al año de ${amount(hoursYear, { unit: "h" })} a cualquier hora, evitaría de media ${hours(servedHours(curve, hoursYear))} de parada: ${roundEuros(eurHour * servedHours(curve, hoursYear))} al año, que no entran en ninguna otra cifra.`;
