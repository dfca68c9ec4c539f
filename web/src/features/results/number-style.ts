import { LOCALE } from "@ecotrim/contracts/locale";
import { type NumberWriter, numberWriter } from "@ecotrim/present/number-writer";
import { createContext, useContext } from "react";

/** How a screen writes its figures. */
export interface NumberStyle extends NumberWriter {
  /** Rewrites the figures within a sentence of the engine (warnings, assumptions, chart descriptions). */
  restyle: (text: string) => string;
}

const SPANISH_FIGURE = /(?<![\d.,])\d{1,3}(?:\.\d{3})+(?:,\d+)?(?![\d.,]*\d)|(?<![\d.,])\d+,\d+(?![\d.,]*\d)/g;

export function numberStyle(locale: string): NumberStyle {
  const writer = numberWriter(locale);
  return {
    ...writer,
    // The engine's sentences are written in the style of `LOCALE`.
    restyle: (text) =>
      locale === LOCALE
        ? text
        : text.replace(SPANISH_FIGURE, (written) => {
            const [, decimals = ""] = written.split(",");
            return writer.figure(Number(written.replaceAll(".", "").replace(",", ".")), decimals.length);
          }),
  };
}

const NumberStyleContext = createContext(numberStyle(LOCALE));

/** Around a screen whose figures are not written in the style of `LOCALE`. */
export const NumberStyleProvider = NumberStyleContext.Provider;
export const useNumberStyle = (): NumberStyle => useContext(NumberStyleContext);
