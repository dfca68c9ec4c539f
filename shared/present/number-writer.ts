import { formatNumber, formatPercent } from "@ecotrim/contracts/numbers";
import { type FigureKey, type Place, spell, spellBare } from "./figures.ts";

type Value = number | null | undefined;

/** Number style of a page: 'No aplicable' for a missing figure. */
export interface NumberWriter {
  locale: string;
  /** Writes a figure, by default without decimals. */
  figure: (value: Value, decimals?: number, unit?: string) => string;
  /** Writes a typed or chosen value with its own decimals, two at most. */
  given: (value: Value, unit: string) => string;
  euros: (value: Value) => string;
  percent: (fraction: Value, decimals?: number) => string;
  /** Writes a figure of the list, with its unit or without. */
  spell: (key: FigureKey, value: Value, place?: Place) => string;
  spellBare: (key: FigureKey, value: Value, place?: Place) => string;
}

export const numberWriter = (locale: string): NumberWriter => ({
  locale,
  figure: (value, decimals = 0, unit = "") => formatNumber(value, { locale, decimals, unit }),
  given: (value, unit) => formatNumber(value, { locale, unit }),
  euros: (value) => formatNumber(value, { locale, decimals: 0, unit: "€" }),
  percent: (fraction, decimals = 1) => formatPercent(fraction, { locale, decimals }),
  spell: (key, value, place) => spell(key, value, place, locale),
  spellBare: (key, value, place) => spellBare(key, value, place, locale),
});
