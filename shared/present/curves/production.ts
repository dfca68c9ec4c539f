import { roundDecimal } from "@ecotrim/contracts/numbers";
import type { Phrase } from "@ecotrim/contracts/phrase";
import type { Suggestion } from "@ecotrim/contracts/simulations/suggestion";
import type { ProductionDoubt } from "@ecotrim/engine/site/production-doubts";
import { amount, percent, phrase, toThreeFigures, written } from "../phrase.ts";

/** What people read of a production that does not fit its plant or the sun of its place. */

const whole = (value: number, unit: string) => amount(value, { decimals: 0, unit });

/** The doubt first, then what may cause it. */
export function productionSentence(doubt: ProductionDoubt): Phrase {
  switch (doubt.code) {
    case "pv_yield": {
      const { kwhPerKwp, usualKwhPerKwp } = doubt;
      return phrase`¿Es de otra planta? El archivo de producción da ${whole(kwhPerKwp, "kWh")} al año por kWp; allí lo habitual son ${whole(usualKwhPerKwp, "kWh")}. Puede ser de otra potencia o estar en otra unidad.`;
    }
    case "pv_above_power":
      return phrase`¿Es de otra planta? El archivo de producción llega a ${whole(doubt.kw, "kW")}, más de lo que dan ${amount(doubt.kwp, { unit: "kWp" })}.`;
    case "pv_at_night":
      return phrase`¿Está bien la hora del archivo de producción? El ${percent(doubt.share)} de su energía cae de noche.`;
    case "pv_off_noon":
      return phrase`¿Está bien la hora del archivo de producción? Su energía llega ${whole(Math.abs(doubt.minutes), "minutos")} ${doubt.minutes < 0 ? "antes" : "después"} de lo que da allí el sol sobre sus placas. También puede ser otra su orientación.`;
    case "pv_clipped":
      return phrase`¿Está limitada su producción? Se queda en ${whole(doubt.kw, "kW")} unas ${whole(toThreeFigures(doubt.hours), "horas")} al año. Si es el límite del inversor, es correcto; si es el de vertido, falta la energía que guardaría la batería.`;
    case "pv_curtailed":
      return phrase`¿Se perdió producción por no poder verter? Un archivo medido trae lo que produjo su planta, no lo que podía producir, y eso es lo que guardaría la batería: el ahorro sale menor. Uno de PVGIS o PVsyst no pierde nada.`;
  }
}

/** The power of the plant that the file fits. */
export function productionSuggestion(doubt: ProductionDoubt): Suggestion | null {
  if (!("fittingKwp" in doubt) || doubt.fittingKwp === null) return null;
  const value = roundDecimal(toThreeFigures(doubt.fittingKwp), 1);
  return { field: "pv_value", value, ...written("label", phrase`Usar ${amount(value, { unit: "kWp" })}`) };
}
