import { AppError } from "@ecotrim/contracts/errors";
import type { Phrase } from "@ecotrim/contracts/phrase";
import type { Fault, LimitReason, ProblemValueReason } from "@ecotrim/engine/faults";
import { hourLabel } from "./local-dates.ts";
import { amount, phrase, spell } from "./phrase.ts";
import { nullReason } from "./results/null-reasons.ts";

/** The error with the sentence for its fault; any other error unchanged. For callers of the engine. */
export function explained(error: unknown): unknown {
  if (!(error instanceof AppError) || !isFault(error.cause)) return error;
  const { code, field, cause } = error;
  return new AppError(code, { message: spell(sentenceOf(cause, field)), ...(field ? { field } : {}), cause });
}

const isFault = (cause: unknown): cause is Fault => typeof cause === "object" && cause !== null && "fault" in cause;

function sentenceOf(fault: Fault, field = ""): Phrase {
  switch (fault.fault) {
    case "empty_series":
      return phrase`Las series deben tener al menos un intervalo.`;
    case "unequal_series": {
      const { shortest, longest } = fault;
      return phrase`Las series deben tener la misma longitud: ${shortest.name} tiene ${count(shortest.steps)} intervalos y ${longest.name} tiene ${count(longest.steps)}. El primero que falta en ${shortest.name} y sobra en ${longest.name} es el intervalo ${count(shortest.steps + 1)}.`;
    }
    case "series_value":
      return phrase`El valor de ${fault.name} en el intervalo ${count(fault.step + 1)} ${PROBLEM_VALUE[fault.reason]}.`;
    case "price_per_kwh":
      return phrase`Los precios de ${fault.name} tienen una media de ${amount(fault.meanEurMwh, { decimals: 3 })} €/MWh: parecen dados en €/kWh. Deben darse en €/MWh, que son mil veces más.`;
    case "problem_length":
      return phrase`El valor de ${field} no es válido: debe tener ${count(fault.expected)} valores y tiene ${count(fault.steps)}.`;
    case "problem_value":
      return phrase`El valor de ${field} no es válido: ${PROBLEM_VALUE[fault.reason]}.`;
    case "limit_too_small": {
      const { step, limitKw, neededKw, reason } = fault;
      return phrase`La potencia contratada (${kw(limitKw)}) no basta para servir el intervalo ${count(step + 1)}, que necesita ${kw(neededKw)} de la red${LIMIT[reason]}.${startOf(fault)}`;
    }
    case "end_charge":
      return phrase`La potencia contratada no permite que la batería recupere su carga inicial al final del periodo (intervalo ${count(fault.step + 1)}).${startOf(fault)}`;
    case "short_period":
      return nullReason("short_period");
  }
}

/** A step's number is written like a name, without separators. */
const count = (steps: number): string => String(steps);

const kw = (value: number): Phrase => phrase`${amount(value)} kW`;

const PROBLEM_VALUE: Record<ProblemValueReason, string> = {
  no_steps: "hace falta al menos un intervalo",
  negative: "no puede ser negativo",
  not_finite: "no es un número finito",
  below_0: "debe ser 0 o mayor",
  not_above_0: "debe ser mayor que 0",
  not_efficiency: "debe ser mayor que 0 y no mayor que 1",
  not_fraction: "debe estar entre 0 y 1",
  below_min_soc: "debe estar entre el estado de carga mínimo y 1",
};

const LIMIT: Record<LimitReason, string> = {
  no_battery: "",
  discharge: ", ni con la descarga de la batería",
  energy: ", porque la batería se agota",
};

const startOf = ({ at }: Pick<Extract<Fault, { fault: "end_charge" }>, "at">): string =>
  at ? ` Ese intervalo empieza el ${hourLabel(new Date(at.date), at.hour)}.` : "";
