import { formatNumber, formatPercent } from "@ecotrim/shared/numbers";
import { RESULTS_LOCALE } from "@ecotrim/shared/product";
import type { Results } from "@ecotrim/shared/simulations/result";

/** How step 6 writes: every figure in the style of `RESULTS_LOCALE`. */

const style = { locale: RESULTS_LOCALE };

export const figure = (value: number, decimals: number, unit?: string): string =>
  formatNumber(value, { ...style, decimals, ...(unit ? { unit } : {}) });

/** As many decimals as the figure has, two at most: what a visitor typed or chose. */
export const given = (value: number, unit: string): string => formatNumber(value, { ...style, unit });

/** The style of the four results: two decimals; null stays null, for `Figure` to say so. */
export const headline = (value: number | null): string | null => (value === null ? null : figure(value, 2));

export const headlinePercent = (fraction: number | null): string | null =>
  fraction === null ? null : figure(fraction * 100, 2);

export const euros = (value: number | null): string => formatNumber(value, { ...style, decimals: 0, unit: "€" });

export const percent = (fraction: number, decimals = 0): string => formatPercent(fraction, { ...style, decimals });

const SPANISH_FIGURE = /(?<![\d.,])\d{1,3}(?:\.\d{3})+(?:,\d+)?(?![\d.,]*\d)|(?<![\d.,])\d+,\d+(?![\d.,]*\d)/g;

/** Sentences of the engine (warnings, assumptions, chart descriptions) are written in es-ES; this screen is not. */
export function inResultsStyle(text: string): string {
  return text.replace(SPANISH_FIGURE, (written) => {
    const [, decimals = ""] = written.split(",");
    return figure(Number(written.replaceAll(".", "").replace(",", ".")), decimals.length);
  });
}

/** Part of the saving that is assumed, not computed, EUR a year. */
export const assumedSavings = ({ savings_split }: Results): number =>
  savings_split.reduce((sum, part) => sum + (part.assumed ? part.value_eur : 0), 0);
