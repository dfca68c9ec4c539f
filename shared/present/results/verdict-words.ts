import type { Phrase } from "@ecotrim/contracts/phrase";
import type { DrawnDriver, Verdict, VerdictCode } from "@ecotrim/contracts/simulations/verdict";
import type { TONES } from "../palette.ts";
import { amount, percent, phrase, roundEuros, written } from "../phrase.ts";

/** The words of a verdict: the same ones wherever it is shown. */

/** Tone of each verdict; null for those that are neither good nor bad. */
export const VERDICT_TONES: Record<VerdictCode, keyof typeof TONES | null> = {
  pays: "good",
  depends: "fair",
  does_not_pay: "bad",
  pending: null,
  none: null,
  old: null,
};

/** The word of each verdict that scenarios decide. */
export const VERDICT_WORDS = {
  pays: "Compensa",
  depends: "Depende",
  does_not_pay: "No compensa",
} as const satisfies Partial<Record<VerdictCode, string>>;
export type DecidedCode = keyof typeof VERDICT_WORDS;

/** EUR, years and fractions. */
export interface VerdictFigures {
  npv: number;
  payback_years: number | null;
  capex_eur: number;
  discount_rate: number;
  life_years: number;
  /** They are those of who invests, while the reader is a customer with a share of the saving. */
  isOwners: boolean;
}

interface Odds {
  /** Share of the scenarios that lose money. */
  loss: number;
  scenarios: number;
}

const verdict = (code: VerdictCode, word: string, parts: Phrase): Verdict => ({
  code,
  word,
  ...written("sentence", parts),
});

const decided = (code: DecidedCode, parts: Phrase): Verdict => verdict(code, VERDICT_WORDS[code], parts);

const NO_VERDICT = "Sin veredicto";

export const OF_ANOTHER_PROGRAM = verdict("none", NO_VERDICT, phrase`Sin veredicto: calculado fuera de EcoTrim.`);
export const OF_OLD_MODEL = verdict("old", "Modelo anterior", phrase`Calculado con un modelo anterior.`);
export const SPENDING_REPLACED = verdict(
  "none",
  NO_VERDICT,
  phrase`No podemos fiarnos de este resultado: revise su gasto.`,
);

const PROVISIONAL = "Provisional";
/** While the study of powers looks for what can be expected, and where it has failed. */
export const EXPECTING = verdict(
  "pending",
  PROVISIONAL,
  phrase`Calculando lo esperable: ahorro, TIR, VAN y retorno son provisionales.`,
);
export const NOTHING_EXPECTED = verdict(
  "none",
  PROVISIONAL,
  phrase`Sin veredicto: no se pudo calcular lo esperable, y las cifras son provisionales.`,
);

/** @param reason sentence that says why there is no saving or no value */
export const noReturn = (reason: Phrase): Verdict => verdict("none", NO_VERDICT, phrase`Sin veredicto. ${reason}`);

/** @param isOwners the saving is the part of who invests, while the reader is a customer */
export const noSaving = (savings: number, npv: number, isOwners: boolean): Verdict => {
  const worth = phrase`y su VAN es de ${roundEuros(npv)}`;
  const who = isOwners ? "a quien invierte, " : "";
  return decided(
    "does_not_pay",
    savings < 0
      ? phrase`No compensa: ${who}en lugar de ahorrar, ${isOwners ? "le " : ""}cuesta ${roundEuros(-savings)} más al año, ${worth}.`
      : phrase`No compensa: ${isOwners ? "quien invierte " : ""}no ahorra nada, ${worth}.`,
  );
};

/** @param kinds NPV of each kind of contract, and its share of the scenarios with a positive one; of several verdicts */
export function dependsOnContract(kinds: readonly { npv: number; probability: number | null }[]): Verdict {
  const [least, most] = endsOf(kinds.map(({ npv }) => npv));
  // Of one sign, the values do not say why their verdicts differ.
  const odds = least <= 0 && most > 0 ? "" : gainsOf(kinds.flatMap(({ probability }) => probability ?? []));
  return decided(
    "depends",
    phrase`Depende: de su contrato; según su tipo, el VAN va de ${roundEuros(least)} a ${roundEuros(most)}${odds}.`,
  );
}

/** ", y los escenarios en que es positivo, del 66 % al 99 %". */
function gainsOf(shares: readonly number[]): Phrase {
  const [least, most] = endsOf(shares);
  // On both sides of a bound whole per cents may be the same.
  const decimals = Math.round(100 * least) === Math.round(100 * most) ? 2 : 0;
  return phrase`, y los escenarios en que es positivo, del ${percent(least, decimals)} al ${percent(most, decimals)}`;
}

const endsOf = (values: readonly number[]): [least: number, most: number] => [Math.min(...values), Math.max(...values)];

export const pays = (figures: VerdictFigures, odds: Odds): Verdict =>
  decided("pays", phrase`Compensa: ${returnOf(figures)}; ${oddsOf(odds)}.`);

export const doesNotPay = (figures: VerdictFigures, odds: Odds): Verdict =>
  decided("does_not_pay", phrase`No compensa: ${returnOf(figures)}; ${oddsOf(odds)}.`);

export const dependsOnDriver = (driver: DrawnDriver | null, figures: VerdictFigures, odds: Odds): Verdict =>
  decided("depends", phrase`Depende: ${driver ? ON_DRIVER[driver] : ON_ALL}; ${worthOf(figures)} y ${oddsOf(odds)}.`);

export const pending = (figures: VerdictFigures): Verdict =>
  verdict(
    "pending",
    npvSign(figures.npv),
    phrase`${npvSign(figures.npv)}, calculando el riesgo: ${returnOf(figures)}.`,
  );

export const withoutRisk = (figures: VerdictFigures): Verdict =>
  verdict("none", npvSign(figures.npv), phrase`${npvSign(figures.npv)}, sin calcular el riesgo: ${returnOf(figures)}.`);

/** What is said of a battery before its scenarios: the sign of its value alone. */
export const npvSign = (npv: number): string => (npv > 0 ? "VAN positivo" : "VAN negativo");

/** "recupera 515.000 € en 6,7 años y vale 119.000 € (VAN al 7,5 %)"; with a revenue share it names who recovers it. */
export function returnOf(figures: VerdictFigures): Phrase {
  const { npv, payback_years, capex_eur, life_years, isOwners } = figures;
  const who = isOwners ? "quien invierte " : "";
  const worth = phrase`${isOwners ? "la inversión " : ""}${worthOf(figures)}`;
  const capex = roundEuros(capex_eur);
  if (payback_years === null)
    return phrase`${who}no recupera ${capex} en ${amount(life_years, { unit: life_years === 1 ? "año" : "años" })} y ${worth}`;
  const link = npv > 0 ? " y" : ", pero";
  return phrase`${who}recupera ${capex} en ${amount(payback_years, { decimals: 1, unit: "años" })}${link} ${worth}`;
}

export const worthOf = ({ npv, discount_rate }: Pick<VerdictFigures, "npv" | "discount_rate">): Phrase =>
  phrase`vale ${roundEuros(npv)} (VAN al ${percent(discount_rate)})`;

/** "pierde dinero en 1 de cada 7 escenarios". */
export function oddsOf({ loss, scenarios }: Odds): Phrase {
  if (loss <= 0) return phrase`no pierde dinero en ninguno de ${amount(scenarios)} escenarios`;
  if (loss >= 1) return phrase`pierde dinero en todos los escenarios`;
  if (loss <= 0.25) return phrase`pierde dinero en 1 de cada ${amount(Math.round(1 / loss))} escenarios`;
  const tenths = Math.round(10 * loss);
  return tenths === 10
    ? phrase`pierde dinero en más de 9 de cada 10 escenarios`
    : phrase`pierde dinero en ${amount(tenths)} de cada 10 escenarios`;
}

/** Until the drivers are compared, and where they cannot be. */
const ON_ALL = "de los precios, del consumo y de la batería";

const ON_DRIVER: Record<DrawnDriver, string> = {
  market_level: "del precio del mercado",
  market_spread: "de la diferencia de precio entre horas",
  pv: "de la producción fotovoltaica",
  demand: "del consumo",
  round_trip: "del rendimiento de la batería",
  capex: "de la inversión",
  price_growth: "del crecimiento del precio de la energía",
  fade: "de la pérdida anual de capacidad",
  availability: "de la disponibilidad",
  om: "del coste de mantenimiento",
  life: "de la vida útil",
  realisable: "del ahorro realizable",
};
