import { formatNumber, formatPercent } from "@ecotrim/contracts/numbers";
import { LOCALE } from "@ecotrim/contracts/product";
import { createContext, useContext } from "react";

/** How a screen writes its figures. */
export interface NumberStyle {
  locale: string;
  figure: (value: number, decimals: number, unit?: string) => string;
  /** As many decimals as the figure has, two at most: what a visitor typed or chose. */
  given: (value: number, unit: string) => string;
  euros: (value: number | null) => string;
  percent: (fraction: number, decimals?: number) => string;
  /** Rewrites the figures within a sentence of the engine (warnings, assumptions, chart descriptions). */
  restyle: (text: string) => string;
}

const SPANISH_FIGURE = /(?<![\d.,])\d{1,3}(?:\.\d{3})+(?:,\d+)?(?![\d.,]*\d)|(?<![\d.,])\d+,\d+(?![\d.,]*\d)/g;

export function numberStyle(locale: string): NumberStyle {
  const figure: NumberStyle["figure"] = (value, decimals, unit) =>
    formatNumber(value, { locale, decimals, ...(unit ? { unit } : {}) });
  return {
    locale,
    figure,
    given: (value, unit) => formatNumber(value, { locale, unit }),
    euros: (value) => formatNumber(value, { locale, decimals: 0, unit: "€" }),
    percent: (fraction, decimals = 0) => formatPercent(fraction, { locale, decimals }),
    // The engine's sentences are written in the style of `LOCALE`.
    restyle: (text) =>
      locale === LOCALE
        ? text
        : text.replace(SPANISH_FIGURE, (written) => {
            const [, decimals = ""] = written.split(",");
            return figure(Number(written.replaceAll(".", "").replace(",", ".")), decimals.length);
          }),
  };
}

const NumberStyleContext = createContext(numberStyle(LOCALE));

/** Around a screen whose figures are not written in the style of `LOCALE`. */
export const NumberStyleProvider = NumberStyleContext.Provider;
export const useNumberStyle = (): NumberStyle => useContext(NumberStyleContext);
