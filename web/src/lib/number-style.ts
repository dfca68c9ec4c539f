import { LOCALE } from "@ecotrim/contracts/locale";
import type { Phrase } from "@ecotrim/contracts/phrase";
import { type NumberWriter, numberWriter } from "@ecotrim/present/number-writer";
import { spell } from "@ecotrim/present/phrase";
import { createContext, useContext } from "react";

/** How a screen writes its figures. */
export interface NumberStyle extends NumberWriter {
  /** Writes a sentence of a result from its parts; an older result has no parts and keeps its text. */
  write: (text: string, parts: Phrase | undefined) => string;
}

export const numberStyle = (locale: string): NumberStyle => ({
  ...numberWriter(locale),
  write: (text, parts) => (parts ? spell(parts, locale) : text),
});

const NumberStyleContext = createContext(numberStyle(LOCALE));

/** Wraps a screen whose figures are not written in the style of `LOCALE`. */
export const NumberStyleProvider = NumberStyleContext.Provider;
export const useNumberStyle = (): NumberStyle => useContext(NumberStyleContext);
