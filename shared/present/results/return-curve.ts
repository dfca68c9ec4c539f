import { LOCALE } from "@ecotrim/contracts/locale";
import { formatNumber } from "@ecotrim/contracts/numbers";
import type { Results } from "@ecotrim/contracts/simulations/result";

/** A point of the cumulative cash flow that is named in its drawing. */
export interface CurveMark {
  /** Year of life; 0 is the investment. */
  year: number;
  /** EUR. */
  value: number;
  /** Its name, on two lines. */
  name: readonly [string, string];
  /** Where the name stands: above the curve, or below it. */
  side: "above" | "below";
}

/** The year in which the inverter is replaced; null where none is. */
export function replacementYearOf({ economic_case }: Pick<Results, "economic_case">): number | null {
  const { replacement_fct = 0, replacement_year = 0 } = economic_case?.assumptions ?? {};
  return replacement_fct > 0 ? replacement_year : null;
}

/**
 * Where the investment is recovered, and where the inverter is replaced.
 * @param years cumulative EUR by year, index 0 the investment
 */
export function curveMarks(
  years: readonly number[],
  payback: number | null,
  replacementYear: number | null,
  locale = LOCALE,
): CurveMark[] {
  const replaced = replacementYear === null ? undefined : years[replacementYear];
  const marks: CurveMark[] = [];
  if (payback !== null) {
    const when = formatNumber(payback, { locale, decimals: 1, unit: "años" });
    marks.push({ year: payback, value: 0, name: [when, "recuperada"], side: "above" });
  }
  if (replacementYear !== null && replaced !== undefined)
    marks.push({ year: replacementYear, value: replaced, name: ["Sustitución", "del inversor"], side: "below" });
  return marks;
}

/** What the curve is of, and when the investment comes back: with a revenue share both are of who invests. */
export function curveWords(
  years: readonly number[],
  payback: number | null,
  { hasBand = false, isOwners = false, locale = LOCALE } = {},
) {
  const recovery =
    payback === null
      ? "No se recupera"
      : `Se recupera en ${formatNumber(payback, { locale, decimals: 1, unit: "años" })}`;
  return {
    basis: `${isOwners ? "De quien invierte, sin" : "Sin"} descontar, antes de impuestos${hasBand ? " · zona: P10–P90" : ""}`,
    recovery: `${recovery}; al final, ${formatNumber(years.at(-1), { locale, decimals: 0, unit: "€" })}.`,
  };
}
