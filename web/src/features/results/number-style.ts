import { formatNumber, formatPercent } from "@ecotrim/contracts/numbers";
import type { Phrase } from "@ecotrim/contracts/phrase";
import { LOCALE } from "@ecotrim/contracts/product";
import { spell } from "@ecotrim/present/phrase";
import { createContext, useContext } from "react";

/** How a screen writes its figures. */
export interface NumberStyle {
  locale: string;
  figure: (value: number, decimals: number, unit?: string) => string;
  /** As many decimals as the figure has, two at most: what a visitor typed or chose. */
  given: (value: number, unit: string) => string;
  euros: (value: number | null) => string;
  percent: (fraction: number, decimals?: number) => string;
  /** A sentence of a result from its parts; older results have none, and theirs stays as it was written. */
  write: (text: string, parts: Phrase | undefined) => string;
}

export function numberStyle(locale: string): NumberStyle {
  const figure: NumberStyle["figure"] = (value, decimals, unit) =>
    formatNumber(value, { locale, decimals, ...(unit ? { unit } : {}) });
  return {
    locale,
    figure,
    given: (value, unit) => formatNumber(value, { locale, unit }),
    euros: (value) => formatNumber(value, { locale, decimals: 0, unit: "€" }),
    percent: (fraction, decimals = 0) => formatPercent(fraction, { locale, decimals }),
    write: (text, parts) => (parts ? spell(parts, locale) : text),
  };
}

const NumberStyleContext = createContext(numberStyle(LOCALE));

/** Around a screen whose figures are not written in the style of `LOCALE`. */
export const NumberStyleProvider = NumberStyleContext.Provider;
export const useNumberStyle = (): NumberStyle => useContext(NumberStyleContext);
