import { formatNumber, formatPercent } from "@ecotrim/contracts/numbers";
import { type FigureKey, type Place, spell, spellBare } from "./figures.ts";

type Value = number | null | undefined;

/** How a page writes numbers: 'No aplicable' for what does not exist. */
export interface NumberWriter {
  locale: string;
  /** Without decimals unless asked for. */
  figure: (value: Value, decimals?: number, unit?: string) => string;
  /** As many decimals as the figure has, two at most: what a visitor typed or chose. */
  given: (value: Value, unit: string) => string;
  euros: (value: Value) => string;
  percent: (fraction: Value, decimals?: number) => string;
  /** A figure of the list, with its unit or without. */
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
