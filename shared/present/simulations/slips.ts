import { roundDecimal } from "@ecotrim/contracts/numbers";
import type { Phrase } from "@ecotrim/contracts/phrase";
import type { Suggestion } from "@ecotrim/contracts/simulations/suggestion";
import { type FoundSlip, findSlips, type SiteFacts, type SlipAnswers } from "@ecotrim/engine/site/plausibility";
import { amount, euros, percent, phrase, roundEuros, written } from "../phrase.ts";

/** A slip with its sentence and the label of its repair, as the wizard shows it. */
export interface Slip {
  code: FoundSlip["code"];
  /** Input that is doubted, as in `inputParameters`. */
  field: FoundSlip["field"];
  message: string;
  message_parts?: Phrase;
  suggestion: Suggestion | null;
  /** Whether the answer is repaired or confirmed before one goes on. */
  blocks: boolean;
}

/** Slips in answers, held against the facts of the same answers (`siteFacts`). */
export const slipsOf = (answers: SlipAnswers, facts: SiteFacts): Slip[] => findSlips(answers, facts).map(writtenSlip);

const writtenSlip = (slip: FoundSlip): Slip => ({
  code: slip.code,
  field: slip.field,
  ...written("message", slipSentence(slip)),
  suggestion: writtenSuggestion(slip),
  blocks: slip.blocks,
});

export function writtenSuggestion(slip: FoundSlip): Suggestion | null {
  const { suggestion } = slip;
  return suggestion && { ...suggestion, ...written("label", labelOf(slip, Number(suggestion.value))) };
}

const MONTHS = 12;

function labelOf(slip: FoundSlip, value: number): Phrase {
  switch (slip.code) {
    case "spending_of_year":
    case "spending_of_month":
      return phrase`Usar ${inPeriod(value, slip.per)}`;
    case "spending_with_vat":
      return phrase`Usar ${inPeriod(value, slip.per)}, sin IVA`;
    case "spending_out_of_range":
      return phrase`Usar el coste estimado: ${inPeriod(value, slip.per)}`;
    case "demand_of_month":
      return phrase`Usar ${meanKw(value)}`;
    case "shifts_with_weekend":
      return phrase`Sin consumo en fin de semana`;
    case "nothing_to_save":
      return [];
  }
}

/** The doubt as a question, and what speaks for it. */
export function slipSentence(slip: FoundSlip): Phrase {
  switch (slip.code) {
    case "spending_of_year":
      return phrase`${slip.per === "month" ? "¿Es su gasto anual?" : "¿Ha multiplicado por 12 un gasto que ya era anual?"} ${stated(slip)}`;
    case "spending_of_month":
      return phrase`${slip.per === "year" ? "¿Es su gasto de un mes?" : "¿Ha dividido entre 12 un gasto que ya era mensual?"} ${stated(slip)}`;
    case "spending_with_vat":
      return phrase`¿Incluye IVA, el impuesto eléctrico o el término de potencia? ${stated(slip)} Se pide solo el gasto en energía.`;
    case "spending_out_of_range":
      return phrase`Revise su gasto: con él no podríamos fiarnos del resultado. ${stated(slip)}`;
    case "demand_of_month": {
      const { demandKw } = slip;
      return phrase`¿Son ${amount(demandKw)} kWh al mes? Entonces son ${meanKw(Number(slip.suggestion!.value))}. Ha indicado ${amount(demandKw)} kWh cada hora, demasiado para el resto de sus datos.`;
    }
    case "nothing_to_save":
      return slip.reason === "no_demand"
        ? phrase`Sin consumo, una batería no tiene a quién servir: no hay nada que ahorrar.`
        : phrase`Con un precio plano y sin fotovoltaica, una batería no tiene de dónde ahorrar.`;
    case "shifts_with_weekend":
      return phrase`Ha elegido dos turnos de cinco días y también consumo en fin de semana. ¿Consume el fin de semana como un día laborable?`;
  }
}

type SpendingSlip = Extract<FoundSlip, { modelledEurYear: number }>;

const stated = ({ spendingEurYear, modelledEurYear, per }: SpendingSlip): Phrase =>
  phrase`Ha indicado ${inPeriod(spendingEurYear, per)}, ${compared(spendingEurYear / modelledEurYear)} coste estimado de la energía que compra a la red: ${inPeriod(modelledEurYear, per, roundEuros)}.`;

const inPeriod = (eurYear: number, per: "month" | "year", write = euros): Phrase =>
  per === "month" ? phrase`${write(eurYear / MONTHS)} al mes` : phrase`${write(eurYear)} al año`;

/** Mean power in what a consumption can bear: whole kW, more only below ten. */
const meanKw = (kw: number): Phrase => phrase`${amount(kw, { decimals: kw < 10 ? 1 : 0 })} kW de media`;

/** "un 50 % más que el", to be followed by the noun. */
function compared(ratio: number): Phrase {
  if (ratio >= 2) return phrase`${amount(roundDecimal(ratio, 1))} veces el`;
  if (ratio < 0.1) return phrase`menos de la décima parte del`;
  return phrase`un ${percent(Math.abs(ratio - 1), 0)} ${ratio > 1 ? "más" : "menos"} que el`;
}
